/**
 * The view of light_line.place: one card is laid beside those on the table, for a try, and then for good.
 *
 * For a try it lies anywhere beside others, also where no line grows: that is the view's own, and no move.
 */

import { phrase } from "../../frame/texts.js";
import { CardWords } from "./card_words.js";
import { printableName } from "./cards.js";
import { isSame } from "./layouts.js";
import { litLine, pointAt, runLight } from "./line_drawing.js";
import { shortNames } from "./names.js";
import { linesGrownBy, scoreOf } from "./place.js";
import { meetingsOf, passesOf } from "./table_lines.js";
import { DONE_MARGIN } from "./table_board.js";
import { handleKey, tableKeys } from "./table_keys.js";
import { TablePlay } from "./table_play.js";

/**
 * @typedef {import("./cards.js").Placement} Placement
 * @typedef {import("./place.js").PlacePuzzle} PlacePuzzle
 * @typedef {import("./place.js").PlacePosition} PlacePosition
 * @typedef {import("./table_lines.js").Table} Table
 * @typedef {import("./table_lines.js").Pass} Pass
 * @typedef {import("./table_board.js").Place} Place
 * @typedef {import("../play.js").Phrase} Phrase
 * @typedef {import("../../frame/view.js").Scene<PlacePosition, Placement>} Scene
 * @typedef {import("../../frame/view.js").ViewContext<PlacePuzzle, PlacePosition, Placement>} Context
 */

// How much of the places beside the cards is in view.
const PLACES_MARGIN = 0.55;

export class PlaceView {
  /** @type {Scene | null} */
  #scene = null;
  /** @type {Placement | null} */
  #tried = null;
  /** @type {Table} */
  #lying;

  /** @param {Context} context */
  constructor(context) {
    const { layout, card } = context.puzzle;
    this.context = context;
    this.id = card.id;
    this.cards = new Map([...layout.map((placed) => placed.card), card].map((each) => [each.id, each]));
    this.#lying = new Map(layout.map((placed) => [placed.card.id, placed]));
    this.start = context.play.begin(context.puzzle);
    this.words = new CardWords(this.cards, shortNames([...this.cards.keys()]), false, context.text);
    this.play = new TablePlay(context, {
      words: this.words,
      isMovable: (id) => id === this.id,
      refusal: (_, place) => this.#refusal(place),
      lay: (table) => this.#lay(table.get(this.id) ?? null),
      preview: (table) => this.#preview(table),
      spot: (_, placement) => this.#spot(placement),
      freePlace: (place, held) => this.#freePlace(place, held),
      actions: () => this.#actions(),
      enter: () => this.#enter(),
      holdsAlone: true,
    });
    this.board = this.play.board.element;
    this.board.classList.add("light-line");
    this.tools = this.play.hand.element;
    this.tools.classList.add("light-line", "single");
    this.keys = tableKeys(context);
    this.hints = [1, 2, 3].map((n) => phrase(`light_line.page.hint.place.${n}`));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return handleKey(this.play, event);
  }

  /** @param {Scene} scene */
  show(scene) {
    const { placement } = scene.position;
    if (this.#scene?.position.placement && placement === null) {
      this.#tried = null;
    }
    this.#scene = scene;
    this.#tried = placement ?? (scene.locked ? null : this.#tried);
    this.#draw(scene);
  }

  /** @param {Scene} scene */
  #draw(scene) {
    const { context, play } = this;
    const isLaid = scene.position.placement !== null;
    const tried = this.#tried;
    this.board.classList.toggle("patterns", context.settings().patterns);
    this.tools.classList.toggle("patterns", context.settings().patterns);
    this.board.classList.toggle("still", !context.settings().motion);
    this.board.classList.toggle("done", isLaid);
    if (!isLaid) {
      play.board.lights.replaceChildren();
    }
    play.board.margin = isLaid ? DONE_MARGIN : PLACES_MARGIN;
    const table = tried === null ? this.#lying : this.#with(tried);
    play.show({
      table,
      hand: tried === null ? [this.id] : [],
      isLocked: scene.locked || scene.outcome !== null,
      classes: (id) => (id === this.id ? `new ${isLaid && scene.marked !== null ? "wrong" : ""}` : ""),
    });
    play.board.lines.replaceChildren(...(tried === null ? [] : this.#litAt(tried, isLaid)));
    if (tried !== null && play.held === null && !isLaid) {
      const points = this.#points(tried);
      play.showBadge(this.#pointsText(points), tried, points > 0);
    }
  }

  /**
   * The lines that grow, lit.
   * @param {Placement} placement
   * @param {boolean} isNumbered
   */
  #litAt(placement, isNumbered) {
    return this.#linesAt(placement).map(({ passes, ring }) => {
      /** @type {(pass: Pass, i: number) => string} */
      const label = ({ section }, i) => {
        const letters = this.words.letters(section.card)[section.tube];
        return isNumbered ? `${i + 1} ${letters}` : letters;
      };
      return litLine(passes, { isRing: ring, wild: false, label });
    });
  }

  /** @param {Placement} placement */
  #with({ row, col, turned }) {
    return new Map(this.#lying).set(this.id, { row, col, turned });
  }

  /**
   * The lines that grow, as they run.
   * @param {Placement} placement
   */
  #linesAt(placement) {
    const table = this.#with(placement);
    return linesGrownBy(this.start, placement).map(({ sections, ring }) => {
      const passes = passesOf(this.cards, table, sections);
      return { passes, ring };
    });
  }

  /** @param {Placement} placement */
  #points(placement) {
    return scoreOf(linesGrownBy(this.start, placement));
  }

  /** @param {number} n */
  #pointsText(n) {
    return this.context.text("light_line.page.points", { n });
  }

  /** @param {Place} place */
  #refusal(place) {
    const isBeside = [...this.#lying.values()].some(
      ({ row, col }) => Math.abs(row - place.row) + Math.abs(col - place.col) === 1,
    );
    return isBeside ? null : phrase("light_line.page.not_beside");
  }

  /** @param {Table} table */
  #preview(table) {
    const placement = /** @type {Placement} */ (table.get(this.id));
    const n = this.#refusal(placement) === null ? this.#points(placement) : 0;
    const joined = meetingsOf(this.cards, table, this.id, false).filter(({ joins }) => joins);
    return {
      lines: n ? this.#litAt(placement, false) : [],
      joints: joined.map(({ socket }) => pointAt({ placement }, socket)),
      text: this.#pointsText(n),
      isGood: n > 0,
    };
  }

  /** @param {Placement} placement */
  #spot(placement) {
    if (this.#points(placement)) {
      return "legal";
    }
    return this.#points({ ...placement, turned: !placement.turned }) ? "if-turned" : "idle";
  }

  /**
   * @param {Place} place
   * @param {import("./table_game.js").Held | null} held
   */
  #freePlace(place, held) {
    const where = this.words.where(this.#lying, place);
    if (held === null) {
      return phrase("light_line.page.free_place", { where });
    }
    const placement = { ...place, turned: held.turned };
    const n = this.#points(placement);
    const then = n ? phrase("light_line.page.scores", { n }) : this.#whyNot(placement);
    return phrase("light_line.page.free_place_for", { where, card: this.words.name(held.id), joins: then });
  }

  /**
   * Lays the card for a try.
   * @param {Placement | null} placement
   */
  #lay(placement) {
    this.#tried = placement;
    const scene = /** @type {Scene} */ (this.#scene);
    this.#draw(scene);
    if (placement !== null) {
      const n = this.#points(placement);
      const card = this.words.name(this.id);
      const what = phrase("light_line.page.moved", { card, where: this.words.where(this.#lying, placement) });
      const then = n ? phrase("light_line.page.scores", { n }) : this.#whyNot(placement);
      this.context.say(phrase("light_line.page.tried", { what, then }));
    }
  }

  /**
   * Why no line grows at a place.
   * @param {Placement} placement
   */
  #whyNot(placement) {
    const met = meetingsOf(this.cards, this.#with(placement), this.id, false);
    const card = printableName(this.context.puzzle.card.id);
    return phrase(`light_line.page.${met.length ? "colours_differ" : "nothing_meets"}`, { card });
  }

  /** @returns {readonly import("./action_bar.js").Action[]} */
  #actions() {
    const scene = this.#scene;
    const tried = this.#tried;
    if (scene === null || scene.locked || scene.outcome !== null || tried === null) {
      return [];
    }
    const n = this.#points(tried);
    const turn = { name: "turn", act: () => this.play.turn(this.id) };
    if (!n) {
      return [turn, { name: "no_points", act: () => this.context.refuse(this.#whyNot(tried)) }];
    }
    return [turn, { name: "lay_here", act: () => this.#confirm(tried), parts: { n }, isMain: true }];
  }

  /** Lays the card for good, or says why not. */
  #enter() {
    const action = this.#actions().at(-1);
    action?.act();
    return action !== undefined;
  }

  /** @param {Placement} placement */
  #confirm({ row, col, turned }) {
    this.context.make({ row, col, turned });
  }

  /**
   * @param {Scene} scene
   * @returns {readonly Phrase[]}
   */
  reached({ position }) {
    const { placement } = position;
    return placement === null ? [] : [phrase("light_line.page.points", { n: this.#points(placement) })];
  }

  celebrate() {
    const tried = this.#tried;
    if (tried !== null && this.context.settings().motion) {
      this.#linesAt(tried).forEach(({ passes }) => runLight(this.play.board.lights, passes));
    }
  }

  /** @param {number | null} index */
  pointOut(index) {
    this.tools.classList.toggle("pointed-out", index === 0 || index === 1);
  }
}
