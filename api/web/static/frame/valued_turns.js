/** The list of all turns of a position, grouped by what they lead to, best first. */

import { element, fill } from "./dom.js";

/**
 * @typedef {import("./position_values.js").ValuedTurn} ValuedTurn
 * @typedef {(name: string, parts?: Readonly<Record<string, import("../games/play.js").Part>>) => string} Text
 */

// The groups that are open at first.
const OPEN = 3;

export class ValuedTurns {
  /** @type {string} */
  #shown = "";

  /**
   * @param {Text} text
   * @param {(turn: any) => void} play
   */
  constructor(text, play) {
    this.text = text;
    this.play = play;
    this.element = element("div", { class: "valued-turns" });
  }

  /**
   * @param {string} key what is shown: the groups that the reader opened stay open as long as it is the same
   * @param {readonly ValuedTurn[]} turns best first
   * @param {(turn: any) => string} notation
   */
  show(key, turns, notation) {
    if (key === this.#shown) {
      return;
    }
    this.#shown = key;
    /** @type {Map<number, ValuedTurn[]>} */
    const groups = new Map();
    turns.forEach((turn) => groups.set(turn.value, [...(groups.get(turn.value) ?? []), turn]));
    fill(this.element, ...[...groups].map(([value, members], i) => this.#group(value, members, i < OPEN, notation)));
  }

  /**
   * Shows turns of which no value is known.
   * @param {string} key
   * @param {readonly any[]} turns
   * @param {(turn: any) => string} notation
   */
  showUnvalued(key, turns, notation) {
    if (key === this.#shown) {
      return;
    }
    this.#shown = key;
    const items = turns.map((turn) => element("li", {}, this.#button(turn, notation(turn))));
    const heading = element("summary", {}, this.text("all_turns", { n: turns.length }));
    fill(this.element, element("details", {}, heading, element("ul", { class: "turn-list plain" }, ...items)));
  }

  clear() {
    this.#shown = "";
    fill(this.element);
  }

  /**
   * @param {number} value
   * @param {readonly ValuedTurn[]} turns
   * @param {boolean} isOpen
   * @param {(turn: any) => string} notation
   */
  #group(value, turns, isOpen, notation) {
    const outcome = value > 0 ? "win" : value < 0 ? "loss" : "draw";
    const items = turns.map((turn) => this.#item(turn, notation));
    return element(
      "details",
      { class: `outcome outcome-${outcome}`, open: isOpen },
      element(
        "summary",
        {},
        element("b", {}, outcomeWords(this.text, value)),
        element("span", { class: "soft" }, this.text("turns", { n: turns.length })),
      ),
      element("ul", { class: "turn-list" }, ...items),
    );
  }

  /**
   * @param {ValuedTurn} valued
   * @param {(turn: any) => string} notation
   */
  #item({ turn, answers, keeping }, notation) {
    const words =
      answers === null || keeping === null
        ? ""
        : answers === 0
          ? this.text("ends_game")
          : this.text("keeping", { n: keeping, all: answers });
    const isTrap = answers !== null && answers > 2 && keeping === 1;
    const note = element("span", { class: isTrap ? "keeping trap" : "keeping" }, words);
    return element("li", {}, this.#button(turn, notation(turn)), note);
  }

  /**
   * @param {any} turn
   * @param {string} words
   */
  #button(turn, words) {
    return element("button", { type: "button", class: "turn", onclick: () => this.play(turn) }, words);
  }
}

/**
 * @param {Text} text
 * @param {number} value of the player who makes the turn
 */
export function outcomeWords(text, value) {
  return value === 0 ? text("draw") : text(value > 0 ? "wins" : "loses", { n: Math.abs(value) });
}
