/** The board of the analysis page: a whole turn is made on it, move by move, before it is played. */

import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { TURN_PLAY, beginTurn } from "./play.js";
import { SlowTurn } from "./slow_turn.js";
import { TurnBoard } from "./turn_board.js";
import { stageOf, stepOf, stepsSoFar } from "./turn_choices.js";
import { afterMoves, movesOfTurn, writtenTurn } from "./turn_moves.js";
import { TurnStrip } from "./turn_strip.js";

/**
 * @typedef {import("./board_drawing.js").Step} Step
 * @typedef {import("./play.js").TurnMove} TurnMove
 * @typedef {import("./play.js").TurnPosition} TurnPosition
 * @typedef {import("./turn_moves.js").WrittenTurn} WrittenTurn
 * @typedef {import("../../frame/analysis_game.js").BoardContext<WrittenTurn>} BoardContext
 */

export class AnalysisBoard {
  #slowly = new SlowTurn();
  /** @type {TurnPosition | null} the position before the turn */
  #start = null;
  /** @type {TurnPosition | null} the turn as far as it has been made */
  #now = null;
  /** @type {readonly Step[]} the steps of the turn before */
  #trail = [];
  #locked = false;

  /** @param {BoardContext} context */
  constructor(context) {
    this.context = context;
    const { text, render, refuse, say, motion } = context;
    const make = (/** @type {TurnMove} */ move) => this.#make(move);
    this.turnBoard = new TurnBoard({ text, render, refuse, say, motion, make, selected: () => this.#showTools() });
    this.strip = new TurnStrip(text, make);
    this.again = element(
      "button",
      { type: "button", class: "button", onclick: () => this.#begin() },
      text("linja.page.turn_again"),
    );
    this.extraButtons = element("div", { class: "linja-buttons" });
    this.board = this.turnBoard.element;
    this.tools = element("div", { class: "linja-tools" }, this.strip.element, this.extraButtons);
  }

  get keys() {
    return [];
  }

  /**
   * @param {TurnPosition} position
   * @param {{before: TurnPosition, turn: WrittenTurn} | null} last
   * @param {boolean} locked
   */
  show(position, last, locked) {
    this.#slowly.cancel();
    const isNew = position !== this.#start;
    this.#locked = locked;
    this.#trail = last ? stepsSoFar(afterMoves(last.before, movesOfTurn(last.before, last.turn))) : [];
    if (isNew || locked || this.#now === null) {
      this.#start = position;
      this.#now = position;
    }
    this.#draw(null);
  }

  /**
   * @param {TurnPosition} position
   * @param {WrittenTurn} turn
   * @param {() => void} done
   */
  replay(position, turn, done) {
    const show = (/** @type {TurnPosition} */ now, /** @type {Step | null} */ last) => {
      this.#now = now;
      this.#draw(last);
    };
    this.#slowly.play(position, movesOfTurn(position, turn), show, done, 500);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  key(event) {
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    const now = this.#now;
    if (isPlain && !this.#locked && now && event.key.toLowerCase() === "n" && stageOf(now) === "extra") {
      this.#make({ extra: null });
      return true;
    }
    if (this.turnBoard.key(event)) {
      return true;
    }
    if (event.key === "Escape" && this.#isBegun) {
      this.#begin();
      return true;
    }
    return false;
  }

  get #isBegun() {
    return !this.#locked && this.#now !== null && this.#now.turn !== null && !this.#now.complete;
  }

  /** Begins the turn anew. */
  #begin() {
    this.#now = this.#start;
    this.context.say(phrase("linja.page.turn_begun_again"));
    this.#draw(null);
  }

  /** @param {TurnMove} move */
  #make(move) {
    const before = this.#now;
    if (!before || this.#locked) {
      return;
    }
    this.context.say(TURN_PLAY.describe(before, move));
    this.#now = TURN_PLAY.after(before, move);
    this.#draw(stepOf(before, move));
    if (this.#now.complete) {
      this.context.play(writtenTurn(this.#now));
    }
  }

  /** @param {Step | null} last */
  #draw(last) {
    const position = this.#now;
    if (position) {
      const trail = position.turn === null ? this.#trail : stepsSoFar(position);
      this.turnBoard.show({ position, last, locked: this.#locked, trail });
      this.#showTools();
    }
  }

  #showTools() {
    if (this.#now) {
      this.strip.show(this.#now, this.turnBoard.goals, this.#locked);
      this.strip.element.hidden = this.#now.board.over && this.#now.turn === null;
      fill(this.extraButtons, this.#isBegun && this.again);
    }
  }
}

/**
 * The position after a whole turn: the other player's turn begins.
 * @param {TurnPosition} position
 * @param {WrittenTurn} turn
 * @returns {TurnPosition}
 */
export function afterTurn(position, turn) {
  const { board, player, options, complete } = afterMoves(position, movesOfTurn(position, turn));
  if (!complete) {
    throw new RangeError("the turn is not complete");
  }
  return beginTurn(board, player === "A" ? "B" : "A", options);
}
