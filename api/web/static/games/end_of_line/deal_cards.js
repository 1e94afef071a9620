/** Cards to tap on the deal desk, and what is left of the deck that comes in the box. */

import { element, fill } from "../../frame/dom.js";
import { CARDS, EXITS } from "./board.js";
import { cardTile } from "./shapes.js";

/** @typedef {import("./board.js").Card} Card */

/**
 * How often each card is in the box.
 * @type {Readonly<Record<Card, number>>}
 */
export const STANDARD = { S: 9, L: 4, R: 4, LS: 2, SR: 2, LR: 2, LSR: 1, LSR0: 1 };

/**
 * How many cards of each sort are still in the box; below 0 where there are more on the table than it has.
 * @param {readonly Card[]} dealt
 * @returns {Record<Card, number>}
 */
export function leftInBox(dealt) {
  const left = { ...STANDARD };
  dealt.forEach((card) => {
    left[card] -= 1;
  });
  return left;
}

/**
 * The cards that are still in the box, shuffled.
 * @param {readonly Card[]} dealt
 * @returns {Card[]}
 */
export function shuffledRest(dealt) {
  const left = leftInBox(dealt);
  const cards = CARDS.flatMap((card) => /** @type {Card[]} */ (Array(Math.max(0, left[card])).fill(card)));
  for (let i = cards.length - 1; i > 0; i -= 1) {
    const j = randomBelow(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

/**
 * A whole number from 0, all of them equally likely.
 * @param {number} end
 * @returns {number}
 */
function randomBelow(end) {
  const most = 2 ** 32 - (2 ** 32 % end);
  const [number] = window.crypto.getRandomValues(new Uint32Array(1));
  return number < most ? number % end : randomBelow(end);
}

/** A large tile for every sort of card, with a number on it. */
export class Tiles {
  /**
   * @param {import("../../frame/deal_kind.js").EditorContext<any>} context
   * @param {(card: Card) => void} tap
   */
  constructor(context, tap) {
    this.context = context;
    this.counts = CARDS.map(() => element("span", { class: "eol-count", "aria-hidden": "true" }));
    this.buttons = CARDS.map((card, i) => {
      const attributes = { type: "button", class: "eol-tile", onclick: () => tap(card) };
      return element("button", attributes, cardTile(card, false), this.counts[i]);
    });
    this.element = element("div", { class: "eol-tiles" }, ...this.buttons);
  }

  /**
   * @param {Readonly<Record<Card, number>>} numbers
   * @param {string} key the text that names a tile: a card with its number
   * @param {Card | null} chosen
   */
  show(numbers, key, chosen = null) {
    const { text } = this.context;
    CARDS.forEach((card, i) => {
      const exits = EXITS[card].map((turn) => text(`end_of_line.page.turn.${turn}`));
      fill(this.counts[i], String(numbers[card]));
      this.buttons[i].setAttribute("aria-label", text(key, { card, exits, n: numbers[card] }));
      this.buttons[i].classList.toggle("none", numbers[card] <= 0);
      this.buttons[i].classList.toggle("is-chosen", card === chosen);
    });
  }
}
