/**
 * How a player moves cards between the hand and the table, by pointer and by keys.
 *
 * A card is dragged; or it is held, by a tap or a key, and then a place is tapped. A tap on a card that is
 * held or lies on the table turns it. What comes of it is the game's.
 */

import { phrase } from "../../frame/texts.js";
import { ActionBar } from "./action_bar.js";
import { CardPointers } from "./card_pointers.js";
import { faceMaker } from "./card_face.js";
import { HandView } from "./hand_view.js";
import { joints } from "./line_drawing.js";
import { TableBoard } from "./table_board.js";
import { TableGrid } from "./table_grid.js";
import { TablePlaces } from "./table_places.js";

/**
 * @typedef {import("./cards.js").Placement} Placement
 * @typedef {import("./table_lines.js").Table} Table
 * @typedef {import("./table_board.js").Place} Place
 * @typedef {import("./table_game.js").Held} Held
 * @typedef {import("./table_game.js").TableGame} TableGame
 * @typedef {import("./table_game.js").TableScene} TableScene
 * @typedef {import("./action_bar.js").Action} Action
 * @typedef {import("../../frame/view.js").ViewContext} ViewContext
 */

export class TablePlay {
  /** @type {TableScene} */
  scene = { table: new Map(), hand: [], isLocked: true, classes: () => "" };
  /** @type {Held | null} */
  held = null;
  // The card on the table that the buttons are for.
  /** @type {string | null} */
  picked = null;
  /** @type {Place | null} */
  target = null;
  /** @type {import("./card_drag.js").CardDrag | null} */
  drag = null;
  /** @type {Set<string>} */
  #turnedInHand = new Set();
  /** @type {readonly Place[]} */
  #shownPlaces = [];
  /** @type {boolean | undefined} */
  #shownTurned = undefined;
  places = new TablePlaces(new Map(), null);

  /**
   * @param {ViewContext} context
   * @param {TableGame} game
   */
  constructor(context, game) {
    this.context = context;
    this.game = game;
    this.face = faceMaker(game.words);
    this.board = new TableBoard(this.face, () => context.settings().motion);
    this.grid = new TableGrid(
      context.text("light_line.page.table"),
      (place) => this.act(place),
      (place) => this.#reached(place),
    );
    this.board.world.append(this.grid.element);
    this.hand = new HandView(this.face, (id) => this.takeFromHand(id), context.text("light_line.page.hand"));
    this.bar = new ActionBar(context, this.board);
    this.board.element.append(this.bar.element);
    new CardPointers(this).watch();
  }

  /** @param {TableScene} scene */
  show(scene) {
    this.scene = scene;
    if (this.held !== null && (scene.isLocked || !this.isStill(this.held))) {
      this.letGo();
    }
    if (this.picked !== null && (scene.isLocked || !scene.table.has(this.picked))) {
      this.picked = null;
    }
    if (this.game.holdsAlone && this.held === null && scene.hand.length === 1 && !scene.isLocked) {
      this.hold(scene.hand[0]);
    }
    this.places = new TablePlaces(scene.table, this.guide?.id ?? null);
    this.draw();
    this.board.keepInView();
  }

  /**
   * The card for which places are shown: the one held, or the only one that can be moved.
   * @returns {{readonly id: string, readonly turned: boolean} | null}
   */
  get guide() {
    const { table, isLocked } = this.scene;
    if (this.held !== null || !this.game.holdsAlone || isLocked) {
      return this.held;
    }
    const [id, placement] = [...table].find(([laid]) => this.game.isMovable(laid)) ?? [];
    return id === undefined || placement === undefined ? null : { id, turned: placement.turned };
  }

  /** @param {Held} held */
  isStill({ id, from }) {
    return from === null ? this.scene.hand.includes(id) : this.scene.table.has(id);
  }

  draw() {
    const { scene, held, context } = this;
    const { table, classes } = scene;
    this.board.showCards(table, (id) => {
      const movable = this.game.isMovable(id) && !scene.isLocked ? "movable " : "";
      const state = id === held?.id ? "away" : id === this.picked ? "picked" : "";
      return `${movable}${state} ${classes(id)}`;
    });
    const cards = scene.hand.map((id) => {
      const turned = this.#turnedInHand.has(id);
      return { id, turned, isHeld: id === held?.id, label: context.render(this.game.words.card(id, turned)) };
    });
    this.hand.show(cards, this.game.holdsAlone ? "" : context.text("light_line.page.empty_hand"));
    this.drawAim();
    this.bar.show(this.#actions());
    this.grid.update(() => this.#cells());
  }

  /** Draws the free places and what a held card would do at the place aimed at. */
  drawAim() {
    const { held, guide, target, game, board } = this;
    const isEmpty = !this.scene.table.size && !this.scene.isLocked;
    const open = guide !== null || isEmpty ? this.places.open : [];
    if (open !== this.#shownPlaces || guide?.turned !== this.#shownTurned) {
      this.#shownPlaces = open;
      this.#shownTurned = guide?.turned;
      board.showPlaces(open, ({ row, col }) => {
        return guide === null ? "" : game.spot(guide.id, { row, col, turned: guide.turned });
      });
    }
    board.showAim(target);
    // A card that is dragged is seen where the pointer has it, until it snaps in.
    if (held === null || target === null || (this.drag !== null && !this.drag.aim.isSnapped)) {
      board.showPreview(null, { row: 0, col: 0, turned: false }, "");
      board.showBadge(null, { row: 0, col: 0 }, "");
      board.glow.replaceChildren();
      return;
    }
    const placement = { ...target, turned: held.turned };
    const preview = game.preview(this.#tableWith(held.id, placement), held.id);
    board.showPreview(held.id, placement, preview.isGood ? "good" : "");
    this.showBadge(preview.text, target, preview.isGood);
    board.glow.replaceChildren(...preview.lines, joints(preview.joints));
  }

  /**
   * Shows a short text on a card, not where it meets another one if that can be.
   * @param {string | null} text
   * @param {Place} place
   * @param {boolean} isGood
   */
  showBadge(text, place, isGood) {
    const isBelow = this.places.cardAt({ row: place.row - 1, col: place.col }) !== undefined;
    this.board.showBadge(text, place, `${isBelow ? "below" : ""} ${isGood ? "good" : ""}`);
  }

  /**
   * The table with a card at another place.
   * @param {string} id
   * @param {Placement | null} placement null where the card is in the hand
   * @returns {Table}
   */
  #tableWith(id, placement) {
    const table = new Map(this.scene.table);
    if (placement === null) {
      table.delete(id);
      return table;
    }
    return table.set(id, { row: placement.row, col: placement.col, turned: placement.turned });
  }

  /** @param {Place | null} place */
  aim(place) {
    if (place?.row !== this.target?.row || place?.col !== this.target?.col) {
      this.target = place;
      this.drawAim();
    }
  }

  /** @param {string} id */
  hold(id) {
    const from = this.scene.table.get(id) ?? null;
    this.held = { id, from, turned: from === null ? this.#turnedInHand.has(id) : from.turned };
    this.picked = null;
    this.target = null;
    this.places = new TablePlaces(this.scene.table, id);
  }

  letGo() {
    this.drag?.end();
    this.drag = null;
    this.held = null;
    this.target = null;
    this.places = new TablePlaces(this.scene.table, this.guide?.id ?? null);
  }

  /**
   * Takes a card of the hand, or turns it if it is held already.
   * @param {string} id
   */
  takeFromHand(id) {
    if (this.scene.isLocked) {
      this.context.refuse(phrase("light_line.page.locked"));
    } else if (this.held?.id === id) {
      this.turnHeld();
    } else {
      this.letGo();
      this.hold(id);
      this.draw();
      this.context.say(phrase("light_line.page.held", { card: this.game.words.name(id) }));
    }
  }

  turnHeld() {
    const { held } = this;
    if (held !== null) {
      this.held = { ...held, turned: !held.turned };
      if (held.from === null) {
        this.#turnedInHand[held.turned ? "delete" : "add"](held.id);
      }
      this.draw();
      this.context.say(phrase("light_line.page.turned", { card: this.game.words.name(held.id) }));
    }
  }

  /**
   * Lays the held card at a place.
   * @param {Place} place
   * @param {{x: number, y: number} | null} from where it is on the table now
   */
  drop(place, from = null) {
    const { held } = this;
    if (held === null) {
      return;
    }
    const isFree = this.places.isFree(place);
    const why = isFree ? this.game.refusal(held.id, place) : phrase("light_line.page.taken");
    if (why !== null) {
      this.context.refuse(why);
      return;
    }
    this.letGo();
    this.#turnedInHand.delete(held.id);
    this.#lay(held.id, { row: place.row, col: place.col, turned: held.turned });
    if (from !== null) {
      this.board.glideFrom(held.id, from);
    }
  }

  /** Takes the held card, or the one picked, back into the hand. */
  toHand() {
    const id = this.held?.id ?? this.picked;
    if (id !== null) {
      const turned = this.held?.turned ?? this.scene.table.get(id)?.turned;
      this.#turnedInHand[turned ? "add" : "delete"](id);
      this.letGo();
      this.#lay(id, null);
    }
  }

  /** @param {string} id */
  turn(id) {
    const placement = this.scene.table.get(id);
    if (placement !== undefined) {
      this.picked = id;
      this.#lay(id, { ...placement, turned: !placement.turned });
    }
  }

  /**
   * @param {string} id
   * @param {Placement | null} placement
   */
  #lay(id, placement) {
    const { scene } = this;
    this.game.lay(this.#tableWith(id, placement), id);
    // Where nothing has changed nobody calls for a new scene.
    if (scene === this.scene) {
      this.draw();
    }
  }

  /**
   * Does what Enter or a tap does at a place.
   * @param {Place} place
   * @param {boolean} takes whether a card there is taken up; else it is turned
   */
  act(place, takes = true) {
    const id = this.places.cardAt(place);
    if (this.scene.isLocked) {
      if (id !== undefined) {
        this.context.refuse(phrase("light_line.page.locked"));
      }
    } else if (this.held !== null && id === this.held.id && !takes) {
      this.turnHeld();
    } else if (this.held !== null) {
      this.drop(place);
    } else if (id === undefined) {
      this.#actAtNothing(place);
    } else if (!this.game.isMovable(id)) {
      this.context.refuse(phrase("light_line.page.fixed", { card: this.game.words.name(id) }));
    } else if (takes && this.game.enter(id)) {
      this.picked = null;
    } else if (takes) {
      this.takeUp(id);
    } else {
      this.turn(id);
    }
  }

  /** @param {Place} place where no card lies */
  #actAtNothing(place) {
    const { guide } = this;
    this.picked = null;
    if (guide !== null) {
      this.hold(guide.id);
      this.drop(place);
      this.letGo();
    }
    this.draw();
  }

  /**
   * Holds a card of the table.
   * @param {string} id
   */
  takeUp(id) {
    this.hold(id);
    this.draw();
    this.context.say(phrase("light_line.page.held", { card: this.game.words.name(id) }));
  }

  /** @param {Place} place at which the keyboard's cursor is */
  #reached(place) {
    this.board.reveal(place);
    if (this.drag === null) {
      this.aim(this.held !== null && this.places.isFree(place) ? place : null);
    }
  }

  /** @returns {readonly Action[]} */
  #actions() {
    const { held, picked, scene } = this;
    if (scene.isLocked) {
      return this.game.actions();
    }
    const turn = { name: "turn", act: () => this.turnHeld() };
    if (held !== null && this.drag !== null) {
      return [];
    }
    if (held !== null) {
      const back = { name: held.from === null ? "put_back" : "to_hand", act: () => this.#release() };
      return this.game.holdsAlone && held.from === null ? [turn] : [turn, back];
    }
    if (picked !== null && !this.game.holdsAlone) {
      return [
        { name: "turn", act: () => this.turn(picked) },
        { name: "move", act: () => this.takeUp(picked) },
        { name: "to_hand", act: () => this.toHand() },
      ];
    }
    return this.game.actions();
  }

  #release() {
    if (this.held?.from === null) {
      this.letGo();
      this.draw();
    } else {
      this.toHand();
    }
  }

  /** Lets go of a held card, which stays where it was. Returns whether there was one. */
  release() {
    const had = this.held !== null || this.picked !== null;
    this.letGo();
    this.picked = null;
    this.draw();
    return had;
  }

  /** The cells of the grid: the cards, and the places beside them. */
  #cells() {
    const { words } = this.game;
    const { table } = this.scene;
    const laid = [...table].map(([id, place]) => {
      return { place, label: this.context.render(words.laid(table, id)) };
    });
    const free = this.places.open.filter((place) => this.places.cardAt(place) === undefined);
    const held = this.held;
    return [
      ...laid,
      ...free.map((place) => ({ place, label: this.context.render(this.game.freePlace(place, held)) })),
    ];
  }
}
