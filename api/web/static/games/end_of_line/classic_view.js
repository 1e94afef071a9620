/** What a player of Classic sees and does. */

import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { CardLaying, coverage } from "./card_laying.js";
import { ClassicChoice } from "./classic_choice.js";
import { ClassicTable } from "./classic_table.js";
import { boardCell } from "./play.js";
import { DISCARD } from "./play_classic.js";
import { ReverseToggle, whyNoReverse } from "./reverse_toggle.js";
import { ScoreLine } from "./score_line.js";
import { boardTools, markOut } from "./tools.js";

/**
 * @typedef {import("./play_classic.js").Action} Action
 * @typedef {import("./play_classic.js").ClassicPosition} ClassicPosition
 * @typedef {import("./play_classic.js").Placing} Placing
 * @typedef {import("./play_classic.js").Source} Source
 * @typedef {import("../../frame/view.js").Scene<ClassicPosition, Action>} Scene
 * @typedef {import("../../frame/view.js").ViewContext<any, ClassicPosition, Action>} ViewContext
 */

const PAGE = "end_of_line.page";
const TEXTS = `${PAGE}.classic`;
/**
 * The keys of the two cards.
 * @type {Readonly<Record<string, Source>>}
 */
const CARD_KEYS = { 1: "place", 2: "recover" };

export class ClassicView {
  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
    /** @type {CardLaying<Source, Placing, ClassicChoice>} */
    this.laying = new CardLaying(context, {
      choose: (position, isLocked) => new ClassicChoice(position, isLocked),
      show: (scene, isMoving) => this.#showTools(scene, isMoving),
      mark: (card, isAsked) => this.table.mark(card, isAsked),
      ask: (request) => this.table.ask(request),
      placeOf: (move) => this.table.placeOf(move.do),
      noWayOn: () => this.#noWayOn(),
      dropOff: (source, x, y) => this.#dropOff(source, x, y),
    });
    this.board = this.laying.board.element;
    const { choose: _, lift, ...others } = this.laying.actions;
    const actions = {
      ...others,
      choose: (/** @type {Source} */ source) => this.#tapCard(source),
      lift: (/** @type {Source} */ source) => this.#isThere(source) && lift(source),
    };
    this.table = new ClassicTable(context.puzzle.deck, context, actions, () => this.#discard());
    this.reverse = new ReverseToggle(context.puzzle.energy, context, () => this.#switchReverse());
    this.score = new ScoreLine(context);
    this.tools = this.#makeTools();
  }

  #makeTools() {
    const buttons = element("div", { class: "eol-buttons" }, ...boardTools(this.laying.board, this.context));
    const row = element("div", { class: "eol-tool-row" }, this.reverse.button, this.score.element, buttons);
    return element("div", { class: "eol-tools classic" }, this.table.element, row);
  }

  /** @param {Scene} scene */
  show(scene) {
    this.laying.show(scene);
  }

  /**
   * @param {Scene} scene
   * @param {boolean} isMoving
   */
  #showTools({ position }, isMoving) {
    this.table.show(position, isMoving);
    this.reverse.show(position, this.laying.choice);
    this.score.show(position, [...position.pile, ...position.deck]);
  }

  /** @returns {ClassicPosition} */
  get #position() {
    return this.laying.position;
  }

  /** @param {Source} source */
  #isThere(source) {
    return this.laying.choice.cards.includes(source);
  }

  /**
   * A tap on the pile discards the card that is chosen, as any tap does on a place where the chosen card can
   * go; an empty pile takes the drawn card at once.
   * @param {Source} source
   */
  #tapCard(source) {
    const { choice } = this.laying;
    if (this.laying.isOver) {
      return;
    }
    if (source === "recover" && (choice.card === "place" || !this.#isThere("recover"))) {
      this.#discard();
    } else if (this.#isThere(source)) {
      this.laying.chooseCard(source);
    } else {
      this.context.refuse(phrase(`${TEXTS}.no_drawn`));
    }
  }

  /**
   * Chooses one of the two cards, by its key.
   * @param {Source} source
   */
  #chooseByKey(source) {
    if (this.#isThere(source)) {
      this.laying.chooseCard(source);
    } else {
      this.context.refuse(phrase(`${TEXTS}.${source === "place" ? "no_drawn" : "no_pile"}`));
    }
  }

  #discard() {
    if (this.laying.isOver) {
      return;
    }
    if (this.#isThere("place")) {
      this.context.make(DISCARD);
    } else {
      this.context.refuse(phrase(`${TEXTS}.no_drawn`));
    }
  }

  /**
   * @param {Source} source
   * @param {number} x
   * @param {number} y
   */
  #dropOff(source, x, y) {
    const isDiscard = source === "place" && this.table.isOnPile(x, y);
    if (isDiscard) {
      this.#discard();
    }
    return isDiscard;
  }

  #switchReverse() {
    const { choice } = this.laying;
    if (this.laying.isOver) {
      return;
    }
    const why = whyNoReverse(this.#position, choice);
    if (why) {
      this.context.refuse(why);
      return;
    }
    choice.prefersBehind = !choice.prefersBehind;
    this.laying.chooseCell(null);
    this.reverse.show(this.#position, choice);
    const { line } = this.#position;
    const { cell } = line[line.length - (choice.prefersBehind ? 2 : 1)];
    const key = choice.prefersBehind ? "on" : "off";
    this.context.say(phrase(`${TEXTS}.reverse.${key}`, { cell: boardCell(cell) }));
  }

  #noWayOn() {
    const { line } = this.#position;
    const { cards, hasWayBehind } = this.laying.choice;
    const cell = boardCell(line[line.length - 1].cell);
    if (!cards.length) {
      return phrase(`${TEXTS}.no_card`);
    }
    if (!hasWayBehind) {
      return phrase(`${PAGE}.no_way_on`, { cell });
    }
    return phrase(`${TEXTS}.reverse.only_way`, { cell, behind: boardCell(line[line.length - 2].cell) });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.laying.board.key(event)) {
      return true;
    }
    const key = event.ctrlKey || event.metaKey || event.altKey ? "" : event.key.toLowerCase();
    if (Object.hasOwn(CARD_KEYS, key)) {
      this.#chooseByKey(CARD_KEYS[key]);
    } else if (key === "d") {
      this.#discard();
    } else if (key === "r") {
      this.#switchReverse();
    } else if (key === "p") {
      this.table.turn();
    } else {
      return key === "escape" && this.laying.chooseNothing();
    }
    return true;
  }

  /**
   * What is covered, and the card just drawn, for those who hear the page.
   * @param {Scene} scene
   */
  reached({ position, outcome }) {
    const [card] = position.deck;
    const covered = coverage(position);
    return outcome === null && card ? [covered, phrase(`${TEXTS}.drawn`, { card })] : [covered];
  }

  celebrate() {
    this.laying.celebrate();
  }

  get keys() {
    const own = ["card", "discard", "reverse", "pile"].map((name) => `${TEXTS}.keys.${name}`);
    const shared = ["walk", "place", "shift", "home"].map((name) => `${PAGE}.keys.${name}`);
    const keys = [...shared.slice(0, 2), ...own, ...shared.slice(2)];
    return keys.map((key) => ({
      keys: this.context.text(`${key}.keys`),
      text: this.context.text(`${key}.text`),
    }));
  }

  get hints() {
    const own = ["place", "discard"].map((name) => `${TEXTS}.hints.${name}`);
    return [...own, `${PAGE}.hints.score`].map((key) => phrase(key));
  }

  /** @param {number | null} index of the hint */
  pointOut(index) {
    const { board, area } = this.laying;
    const first = board.grid.cellElement(area.firstCell());
    markOut([first, this.table.top, this.score.element], index);
  }
}
