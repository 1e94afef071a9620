/** The turns of a game, each of which can be gone to, and what each gave away. */

import { element, fill } from "./dom.js";

/**
 * @typedef {import("./game_record.js").GameRecord} GameRecord
 * @typedef {import("./position_values.js").PositionValues} PositionValues
 * @typedef {import("./valued_turns.js").Text} Text
 */

export class TurnList {
  /**
   * @param {Text} text
   * @param {(at: number) => void} goTo
   */
  constructor(text, goTo) {
    this.text = text;
    this.goTo = goTo;
    this.element = element("ol", { class: "game-turns" });
  }

  /**
   * @param {GameRecord} record
   * @param {PositionValues | null} values null where they are not to be shown
   */
  show(record, values) {
    const items = record.turns.map((_, i) => this.#item(record, values, i));
    fill(this.element, this.#button(this.text("beginning"), 0, record.at === 0, ""), ...items);
    const current = this.element.querySelector("[aria-current]");
    if (current instanceof HTMLElement) {
      const { offsetTop, offsetHeight } = current;
      const { scrollTop, clientHeight } = this.element;
      if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
        this.element.scrollTop = offsetTop - clientHeight / 2;
      }
    }
  }

  /**
   * @param {GameRecord} record
   * @param {PositionValues | null} values
   * @param {number} index
   */
  #item(record, values, index) {
    const player = record.game.player(record.positions[index]);
    const words = `${index + 1}. ${player}: ${record.notation(index)}`;
    const note = values ? this.#loss(record, values, index) : "";
    return this.#button(words, index + 1, record.at === index + 1, note);
  }

  /**
   * What a turn gave away.
   * @param {GameRecord} record
   * @param {PositionValues} values
   * @param {number} index
   */
  #loss(record, values, index) {
    const [before, after] = [record.positions[index], record.positions[index + 1]];
    const [best, kept] = [values.valueOf(before), values.valueOf(after)];
    if (best === null || kept === null) {
      return "";
    }
    const lost = values.sign(before) * (best - kept);
    return lost > 0 ? this.text("gave_away", { n: lost }) : "";
  }

  /**
   * @param {string} words
   * @param {number} at
   * @param {boolean} isCurrent
   * @param {string} note
   */
  #button(words, at, isCurrent, note) {
    const attributes = { type: "button", "aria-current": isCurrent && "step", onclick: () => this.goTo(at) };
    const mark = note && element("span", { class: "gave-away" }, note);
    return element("li", {}, element("button", attributes, element("span", {}, words), mark));
  }
}
