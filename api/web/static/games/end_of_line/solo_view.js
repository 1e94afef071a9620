/** What a player of Solo sees and does. */

import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { lineSteps } from "./cell_looks.js";
import { DeckStrip } from "./deck_strip.js";
import { EFFECT_KEYS, EnergyPanel, whyNoEnergy } from "./energy_panel.js";
import { Hand } from "./hand.js";
import { LineBoard } from "./line_board.js";
import { LooseCard } from "./loose_card.js";
import { boardCell } from "./play.js";
import { SOLO } from "./play_solo.js";
import { whyNotOnBoard } from "./refusals.js";
import { RoundLine } from "./round_line.js";
import { SoloChoice } from "./solo_choice.js";
import { describeCell, lineCards, parentOf, soloLooks } from "./solo_looks.js";
import { boardTools, markOut, mayMove } from "./tools.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./play_solo.js").Effect} Effect
 * @typedef {import("./play_solo.js").SoloMove} SoloMove
 * @typedef {import("./play_solo.js").SoloPosition} SoloPosition
 * @typedef {import("../../frame/view.js").Scene<SoloPosition, SoloMove>} Scene
 * @typedef {import("../../frame/view.js").ViewContext<any, SoloPosition, SoloMove>} ViewContext
 */

const PAGE = "end_of_line.page";

export class SoloView {
  /**
   * The card that a finger carries.
   * @type {LooseCard | null}
   */
  #carried = null;
  #isDropping = false;

  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
    const position = SOLO.begin(context.puzzle);
    this.area = position.area;
    this.choice = new SoloChoice(position, true);
    /** @type {Scene | null} */
    this.scene = null;
    this.lineBoard = this.#makeBoard();
    this.board = this.lineBoard.element;
    this.hand = new Hand(context, {
      choose: (card) => this.#chooseCard(card),
      lift: (card) => this.#lift(card),
      carry: (x, y) => this.#carry(x, y),
      drop: (x, y) => this.#drop(x, y),
      cancel: () => this.#putDown(),
    });
    this.deck = new DeckStrip(context.puzzle.deck, context);
    this.energy = new EnergyPanel(context.puzzle.energy, context, (effect) => this.#spend(effect));
    this.rounds = new RoundLine(context, () => this.#switchWay());
    this.tools = this.#makeTools();
  }

  #makeBoard() {
    const line = {
      line: () => this.line,
      parent: (/** @type {number} */ index) => parentOf(this.position, index),
      canExtend: (/** @type {Cell} */ cell) => this.choice.ways.get(this.area.number(cell))?.next ?? false,
      extend: (/** @type {number} */ index, /** @type {Cell} */ cell) => this.#extend(index, cell),
      cut: (/** @type {number} */ index) => this.#cut(index),
    };
    return new LineBoard(this.area, line, {
      tap: (cell) => this.#tap(cell),
      describe: (number) => describeCell(this.context, this.choice, number),
      isLocked: () => this.scene?.locked ?? true,
      moves: () => mayMove(this.context),
      text: this.context.text,
    });
  }

  #makeTools() {
    const buttons = element("div", { class: "eol-buttons" }, ...boardTools(this.lineBoard, this.context));
    const { button, panel } = this.energy;
    const row = element("div", { class: "eol-tool-row" }, button, ...this.rounds.elements, buttons);
    return element("div", { class: "eol-tools solo" }, this.hand.list, this.deck.element, row, panel);
  }

  get position() {
    return this.choice.position;
  }

  /** The cells of the line in order of placing, the start card's first. */
  get line() {
    return this.position.line.map(({ cell }) => cell);
  }

  get isOver() {
    return this.scene === null || this.scene.locked || this.scene.outcome !== null;
  }

  /** @param {Scene} scene */
  show(scene) {
    const isMoving = mayMove(this.context) && scene.last !== null;
    const flight = isMoving && !this.#isDropping ? this.#flight(scene.last) : null;
    if (scene.position !== this.position || scene.locked !== this.scene?.locked) {
      this.choice = new SoloChoice(scene.position, scene.locked);
    }
    this.scene = scene;
    this.#draw(scene.last !== null && "card" in scene.last);
    this.hand.show(this.position.hand, isMoving);
    this.deck.show(this.position);
    this.energy.show(this.position);
    this.rounds.show(this.position, this.choice.isTwofold);
    this.hand.mark(this.choice.card, this.choice.cell !== null);
    this.deck.ask(null);
    flight?.();
  }

  /** @param {boolean} [hasGrown] */
  #draw(hasGrown = false) {
    if (this.scene) {
      const cards = lineCards(this.position);
      const looks = soloLooks(this.scene, cards, this.choice);
      this.lineBoard.show(looks, lineSteps(this.area, cards), cards[cards.length - 1].cell, hasGrown);
    }
  }

  /** Shows what is chosen. */
  #showChoice() {
    const { card, cell } = this.choice;
    this.hand.mark(card, cell !== null);
    this.#draw();
    if (cell !== null) {
      const request = phrase(`${PAGE}.solo.now_card`, { cell: boardCell(this.area.cells[cell]) });
      this.deck.ask(this.context.render(request));
      this.context.say(request);
    } else {
      this.deck.ask(null);
    }
  }

  #switchWay() {
    this.choice.prefersBehind = !this.choice.prefersBehind;
    this.#draw();
  }

  /** @param {Card} card */
  #chooseCard(card) {
    const { choice } = this;
    if (this.isOver) {
      return;
    }
    if (choice.cell !== null) {
      this.context.make(choice.move(card, choice.cell));
      return;
    }
    choice.card = choice.card === card ? null : card;
    this.#showChoice();
    if (choice.card) {
      this.context.say(phrase(`${PAGE}.solo.now_cell`, { card, cells: choice.cells.map(boardCell) }));
    }
  }

  /**
   * Places the chosen card on a cell, or else waits for one.
   * @param {number} number
   */
  #chooseCell(number) {
    const { choice } = this;
    const card = choice.cardToPlace;
    if (card) {
      this.context.make(choice.move(card, number));
      return true;
    }
    choice.cell = choice.cell === number ? null : number;
    this.#showChoice();
    return false;
  }

  /** @param {Cell} cell */
  #tap(cell) {
    const number = this.area.number(cell);
    const index = this.line.findIndex((other) => this.area.number(other) === number);
    if (this.scene?.locked) {
      return;
    }
    if (index >= 0 && index < this.line.length - 1) {
      this.#cut(index);
    } else if (this.choice.ways.has(number)) {
      this.#chooseCell(number);
    } else {
      this.context.refuse(this.#whyNot(cell));
    }
  }

  /** @param {Cell} cell */
  #whyNot(cell) {
    const { line, choice } = this;
    const end = line[line.length - 1];
    const parts = { cell: boardCell(cell), end: boardCell(end) };
    if (!choice.ways.size) {
      return phrase(`${PAGE}.no_way_on`, { cell: boardCell(end) });
    }
    if (this.area.number(cell) === this.area.number(end)) {
      return phrase(`${PAGE}.goes_on_to`, { cell: boardCell(end), cells: choice.cells.map(boardCell) });
    }
    return whyNotOnBoard(this.area, line, end, cell) ?? phrase(`${PAGE}.refused.no_exit`, parts);
  }

  /**
   * Takes cards up again until the one with this number is the last.
   * @param {number} index
   */
  #cut(index) {
    const moves = this.scene?.moves ?? [];
    let placed = 0;
    const last = moves.findIndex((move) => "card" in move && (placed += 1) === index);
    this.context.goTo(moves.slice(0, index === 0 ? 0 : last + 1));
  }

  /**
   * A drag leads the line from one of its cards on to a cell.
   * @param {number} index
   * @param {Cell} cell
   */
  #extend(index, cell) {
    const number = this.area.number(cell);
    const last = this.line.length - 1;
    const isBehind = index === last - 1 && (this.choice.ways.get(number)?.behind ?? false);
    if (isBehind) {
      this.choice.prefersBehind = true;
    } else if (index < last) {
      this.#cut(index);
    }
    if (this.choice.ways.has(number)) {
      return this.#chooseCell(number);
    }
    this.context.refuse(this.#whyNot(cell));
    return false;
  }

  /** @param {Effect} effect */
  #spend(effect) {
    const why = whyNoEnergy(this.position);
    if (this.scene?.locked) {
      return;
    }
    if (why) {
      this.context.refuse(why);
    } else {
      this.energy.toggle(false);
      this.context.make({ energy: effect });
    }
  }

  /** @param {Card} card */
  #lift(card) {
    if (this.isOver) {
      return false;
    }
    this.choice.cell = null;
    this.choice.card = card;
    this.#showChoice();
    this.#carried = new LooseCard(card, this.lineBoard.cellRect(this.area.start.cell).width);
    return true;
  }

  /**
   * Carries a card; above a cell where it can go it turns as it would lie there.
   * @param {number} x
   * @param {number} y
   */
  #carry(x, y) {
    const cell = this.lineBoard.cellAt(x, y);
    const number = cell && this.area.number(cell);
    const fits = number !== null && this.choice.ways.has(number);
    this.#carried?.moveTo(x, y, fits ? this.choice.target(number).entry : null);
  }

  #putDown() {
    this.#carried?.remove();
    this.#carried = null;
    this.choice.card = null;
    this.#showChoice();
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #drop(x, y) {
    const { card } = this.choice;
    const cell = this.lineBoard.cellAt(x, y);
    this.#putDown();
    if (card === null || cell === null) {
      return;
    }
    const number = this.area.number(cell);
    if (this.choice.ways.has(number)) {
      this.#isDropping = true;
      this.context.make(this.choice.move(card, number));
      this.#isDropping = false;
    } else {
      this.context.refuse(this.#whyNot(cell));
    }
  }

  /**
   * Shows the way of a card from the hand to the board, once the board is drawn.
   * @param {SoloMove | null} last
   */
  #flight(last) {
    const from = last && "card" in last ? this.hand.placeOf(last.card) : null;
    if (!last || !("card" in last) || !from) {
      return null;
    }
    return () => {
      const { entry } = this.position.line[this.position.line.length - 1].joint;
      const loose = new LooseCard(last.card, from.width);
      loose.fly(from, this.lineBoard.cellRect(last.cell), entry ?? "N");
    };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.lineBoard.key(event)) {
      return true;
    }
    const key = event.ctrlKey || event.metaKey || event.altKey ? "" : event.key.toLowerCase();
    const card = /^[1-9]$/.test(key) ? this.hand.cardAt(Number(key) - 1) : null;
    if (card) {
      this.#chooseCard(card);
    } else if (EFFECT_KEYS[key]) {
      this.#spend(EFFECT_KEYS[key]);
    } else if (key === "f" && this.choice.isTwofold) {
      this.#switchWay();
    } else if (key === "escape" && (this.choice.card !== null || this.choice.cell !== null)) {
      this.choice.card = this.choice.cell = null;
      this.#showChoice();
    } else {
      return false;
    }
    return true;
  }

  /** @param {Scene} scene */
  reached({ position }) {
    const cells = position.area.freeCells.length;
    return [phrase(`${PAGE}.reached`, { covered: cells - position.free.size, cells })];
  }

  celebrate() {
    if (mayMove(this.context)) {
      this.lineBoard.drawing.celebrate(this.line.map((cell) => this.area.number(cell)));
    }
  }

  get keys() {
    return ["walk", "place", "card", "effects", "from", "shift", "home"].map((name) => ({
      keys: this.context.text(`${PAGE}.keys.${name}.keys`),
      text: this.context.text(`${PAGE}.keys.${name}.text`),
    }));
  }

  get hints() {
    return ["solo_place", "solo_rounds", "solo_score"].map((name) => phrase(`${PAGE}.hints.${name}`));
  }

  /** @param {number | null} index of the hint */
  pointOut(index) {
    const first = this.lineBoard.grid.cellElement(this.area.firstCell());
    markOut([first, this.deck.list, this.rounds.score], index);
  }
}
