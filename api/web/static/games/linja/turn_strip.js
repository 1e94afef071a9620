/** The three moves of a turn beside the board: what was made, what comes next, how far the second move goes. */

import { element, fill } from "../../frame/dom.js";
import { target } from "./board.js";
import { TURN_PLAY } from "./play.js";
import { secondSteps } from "./turns.js";
import { stageOf, stepsOf, stepsSoFar } from "./turn_choices.js";

/**
 * @typedef {import("./board.js").Player} Player
 * @typedef {import("./play.js").TurnMove} TurnMove
 * @typedef {import("./play.js").TurnPosition} TurnPosition
 * @typedef {import("./turn_choices.js").Choice} Choice
 * @typedef {import("../play.js").Part} Part
 */

const STAGES = /** @type {const} */ (["initial", "second", "extra"]);

export class TurnStrip {
  /**
   * @param {(key: string, parts?: Readonly<Record<string, Part>>) => string} text
   * @param {(move: TurnMove) => void} make
   */
  constructor(text, make) {
    this.text = text;
    this.make = make;
    this.moves = element("ol", { class: "linja-moves" });
    this.buttons = element("div", { class: "linja-buttons" });
    this.element = element("div", { class: "linja-turn" }, this.moves, this.buttons);
  }

  /**
   * @param {TurnPosition} position
   * @param {readonly Choice[]} goals where the selected piece can go
   * @param {boolean} locked
   */
  show(position, goals, locked) {
    const stage = locked ? null : stageOf(position);
    fill(this.moves, ...STAGES.map((name, i) => this.#move(position, goals, name, i, stage)));
    const declined = stage === "extra" && this.#button("no_extra", { extra: null });
    const pass = stage === "pass" && this.#button("pass", { pass: true });
    fill(this.buttons, declined || pass);
  }

  /**
   * @param {TurnPosition} position
   * @param {readonly Choice[]} goals
   * @param {typeof STAGES[number]} name
   * @param {number} index
   * @param {string | null} stage
   */
  #move(position, goals, name, index, stage) {
    const step = stepsSoFar(position)[index];
    const state = step ? "done" : stage === name ? "now" : stage === null || position.complete ? "none" : "later";
    return element(
      "li",
      { class: `linja-move linja-move-${state}`, "aria-current": state === "now" && "step" },
      element("span", { class: "linja-move-name" }, this.text(`linja.page.move.${name}`)),
      element(
        "span",
        { class: "linja-move-way" },
        step ? this.#way(position, step, name) : this.#distance(position, goals, name, state),
      ),
    );
  }

  /**
   * A move that has been made.
   * @param {TurnPosition} position
   * @param {{from: number, to: number, piece: Player}} step
   * @param {string} name
   */
  #way(position, { from, to, piece }, name) {
    const others = piece !== position.player && piece;
    const exact = name === "second" && to === target(piece) && Math.abs(to - from) === stepsOf(position);
    return element("b", {}, `${others || ""}${from} → ${to}${exact ? " +" : ""}`);
  }

  /**
   * How far a move goes that is still to come.
   * @param {TurnPosition} position
   * @param {readonly Choice[]} goals
   * @param {string} name
   * @param {string} state
   */
  #distance(position, goals, name, state) {
    if (name === "initial") {
      return state === "now" ? this.#sticks(1, true) : element("span", {}, "–");
    }
    if (name === "extra") {
      return state === "now" ? this.#eitherWay() : element("span", {}, "–");
    }
    const n = position.turn === null ? foreseen(position, goals) : stepsOf(position);
    const isSure = state === "now";
    if (n) {
      return isSure || position.turn === null ? this.#sticks(n, isSure) : element("s", {}, this.#sticks(n, false));
    }
    return element("span", {}, n === 0 ? this.text("linja.page.move.none") : "?");
  }

  #eitherWay() {
    const words = element("span", { class: "linja-unseen" }, this.text("linja.page.move.either_way"));
    return element("span", { class: "linja-sure" }, element("span", { "aria-hidden": "true" }, "⇅ 1"), words);
  }

  /**
   * So many sticks, counted out.
   * @param {number} n
   * @param {boolean} isSure
   */
  #sticks(n, isSure) {
    const sticks = Array.from({ length: n }, () => element("i", { class: "linja-stick-mark" }));
    const row = element("span", { class: "linja-stick-marks", "aria-hidden": "true" }, ...sticks);
    const rows = element("span", { class: "linja-unseen" }, this.text("linja.page.rows", { n }));
    const number = element("span", { "aria-hidden": "true" }, String(n));
    return element("span", { class: isSure ? "linja-sure" : "linja-foreseen" }, row, number, rows);
  }

  /**
   * @param {string} name
   * @param {TurnMove} move
   */
  #button(name, move) {
    const label = this.text(`linja.page.move.${name}`);
    return element("button", { type: "button", class: "button", onclick: () => this.make(move) }, label);
  }
}

/**
 * How far the second move will go if the selected piece makes the initial move; null where none is selected.
 * @param {TurnPosition} position
 * @param {readonly Choice[]} goals
 */
function foreseen(position, goals) {
  if (position.complete || TURN_PLAY.moves(position).length === 0 || goals.length === 0) {
    return null;
  }
  return secondSteps(position.before, position.player, goals[0].from);
}
