/** The deck in Solo, in the order of drawing, with the cards that the next round draws. */

import { element } from "../../frame/dom.js";
import { HAND_SIZE } from "./play_solo.js";
import { cardTile } from "./shapes.js";

/** @typedef {import("./board.js").Card} Card */

export class DeckStrip {
  #key = "";

  /**
   * @param {readonly Card[]} deck
   * @param {import("../../frame/view.js").ViewContext} context
   */
  constructor(deck, context) {
    this.context = context;
    this.items = deck.map((card) =>
      element("li", { "aria-label": card, title: card }, cardTile(card, true)),
    );
    this.count = element("span", { class: "eol-deck-count" });
    this.list = element(
      "ol",
      { class: "eol-deck", tabindex: "0", "aria-label": context.text("end_of_line.page.solo.deck") },
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

  /** @param {import("./play_solo.js").SoloPosition} position */
  show(position) {
    const { deck, hand } = position;
    const held = hand.length - (position.round ? Math.min(position.cardsToPlace(), hand.length) : 0);
    const next = Math.min(deck.length, Math.max(0, HAND_SIZE - held));
    const key = `${deck.length} ${next}`;
    if (key === this.#key) {
      return;
    }
    this.#key = key;
    const drawn = this.items.length - deck.length;
    this.items.forEach((item, i) => {
      item.hidden = i < drawn;
      item.classList.toggle("next", i >= drawn && i < drawn + next);
      item.classList.toggle("last", i === drawn + next - 1);
    });
    this.count.textContent = this.context.text("end_of_line.page.solo.deck_left", { n: deck.length });
    this.list.scrollLeft = 0;
  }
}
