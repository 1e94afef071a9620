/** The score that can still be reached, beside the best. */

import { element } from "../../frame/dom.js";
import { INITIATIVE } from "./board.js";

/**
 * @typedef {import("./board.js").Card} Card
 *
 * @typedef {object} ScoredPosition
 * @property {ReadonlySet<number>} free
 * @property {() => number} score
 */

const TEXTS = "end_of_line.page.score";

export class ScoreLine {
  /** @param {import("../../frame/view.js").ViewContext} context */
  constructor(context) {
    this.context = context;
    this.element = element("span", { class: "eol-score" });
  }

  /**
   * @param {ScoredPosition} position
   * @param {readonly Card[]} cards those that do not lie on the board
   */
  show(position, cards) {
    const { text, target } = this.context;
    const most = greatestScore(position, cards);
    const key = most === null ? "too_few_cards" : position.free.size ? "at_most" : "reached";
    const words = [element("b", {}, text(`${TEXTS}.${key}`, { score: most ?? 0 }))];
    if (target !== null) {
      words.push(element("span", {}, text(`${TEXTS}.best`, { score: target })));
    }
    this.element.replaceChildren(...words);
    this.element.classList.toggle("short", target !== null && most !== null && most < target);
  }
}

/**
 * A score that cannot be surpassed any more: the cells left take the cards that are worth least. Null if
 * there are too few cards.
 * @param {ScoredPosition} position
 * @param {readonly Card[]} cards
 */
function greatestScore(position, cards) {
  const worths = cards.map((card) => INITIATIVE[card]).sort((one, other) => one - other);
  if (worths.length < position.free.size) {
    return null;
  }
  return worths.slice(0, position.free.size).reduce((score, worth) => score - worth, position.score());
}
