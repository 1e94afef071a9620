/** The deck in the order of drawing, with the cards that are drawn next. */

import { element } from "../../frame/dom.js";
import { cardTile } from "./shapes.js";

/** @typedef {import("./board.js").Card} Card */

const TEXTS = "end_of_line.page.cards";

/**
 * A small card of a strip.
 * @param {Card} card
 */
export function stripItem(card) {
  return element("li", { "aria-label": card, title: card }, cardTile(card, true));
}

export class DeckStrip {
  #key = "";

  /**
   * @param {readonly Card[]} deck
   * @param {import("../../frame/view.js").ViewContext} context
   */
  constructor(deck, context) {
    this.context = context;
    this.items = deck.map(stripItem);
    this.count = element("span", { class: "eol-deck-count" });
    this.list = element(
      "ol",
      { class: "eol-deck", tabindex: "0", "aria-label": context.text(`${TEXTS}.deck`) },
      ...this.items,
    );
    this.request = element("p", { class: "eol-request", hidden: true });
    this.element = element("div", { class: "eol-deck-row" }, this.count, this.list, this.request);
  }

  /**
   * Shows what the player is asked to do, in the place of the deck; null for nothing.
   * @param {string | null} request
   */
  ask(request) {
    this.request.textContent = request;
    this.request.hidden = request === null;
    this.count.hidden = this.list.hidden = request !== null;
  }

  /**
   * @param {number} left the number of cards that are not drawn
   * @param {number} next how many of them are drawn next
   */
  show(left, next) {
    const key = `${left} ${next}`;
    if (key === this.#key) {
      return;
    }
    this.#key = key;
    const drawn = this.items.length - left;
    this.items.forEach((item, i) => {
      item.hidden = i < drawn;
      item.classList.toggle("next", i >= drawn && i < drawn + next);
      item.classList.toggle("last", i === drawn + next - 1);
    });
    this.count.textContent = this.context.text(`${TEXTS}.deck_left`, { n: left });
    this.list.scrollLeft = 0;
  }
}
