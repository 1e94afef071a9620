/** The hand in Solo: large cards to be tapped, or dragged to the board. */

import { element } from "../../frame/dom.js";
import { EXITS, INITIATIVE } from "./board.js";
import { makeDraggable } from "./draggable_card.js";
import { cardTile } from "./shapes.js";

/** @typedef {import("./board.js").Card} Card */

const ARRIVE = 180;

export class Hand {
  /** @type {readonly Card[]} */
  #cards = [];
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  /** Of several copies of a card the one that was touched last. */
  #touched = 0;

  /**
   * @param {import("../../frame/view.js").ViewContext} context
   * @param {import("./draggable_card.js").CardActions<Card>} actions
   */
  constructor(context, actions) {
    this.context = context;
    this.actions = actions;
    this.list = element("div", {
      class: "eol-hand",
      role: "group",
      "aria-label": context.text("end_of_line.page.solo.hand"),
    });
  }

  /**
   * @param {readonly Card[]} cards
   * @param {boolean} isMoving whether new cards are seen to come
   */
  show(cards, isMoving) {
    if (String(cards) === String(this.#cards)) {
      return;
    }
    const before = [...this.#cards];
    this.#cards = cards;
    this.#touched = 0;
    this.#buttons = cards.map((card, i) => this.#makeButton(card, i));
    this.list.replaceChildren(...this.#buttons);
    cards.forEach((card, i) => {
      const known = before.indexOf(card);
      if (known >= 0) {
        before.splice(known, 1);
      } else if (isMoving) {
        const from = { opacity: 0, transform: "translateY(14px)" };
        this.#buttons[i].animate([from, { opacity: 1, transform: "none" }], ARRIVE);
      }
    });
  }

  /**
   * @param {Card | null} chosen
   * @param {boolean} isAsked whether a card is to be chosen for a cell
   */
  mark(chosen, isAsked) {
    const index = chosen === null ? -1 : this.#indexOf(chosen);
    this.#buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(i === index)));
    this.list.classList.toggle("asked", isAsked);
  }

  /** @param {Card} card */
  #indexOf(card) {
    return this.#cards[this.#touched] === card ? this.#touched : this.#cards.indexOf(card);
  }

  /**
   * The card at this number of the hand.
   * @param {number} index
   */
  cardAt(index) {
    return this.#cards[index] ?? null;
  }

  /**
   * Where a card lies on the screen.
   * @param {Card} card
   */
  placeOf(card) {
    return this.#buttons[this.#indexOf(card)]?.getBoundingClientRect() ?? null;
  }

  /**
   * @param {Card} card
   * @param {number} index
   */
  #makeButton(card, index) {
    const label = cardName(this.context, card);
    const button = element(
      "button",
      { type: "button", class: "eol-hand-card", "aria-label": label, "aria-pressed": "false" },
      cardTile(card, true),
      element("kbd", { "aria-hidden": "true" }, String(index + 1)),
    );
    button.addEventListener("pointerdown", () => (this.#touched = index));
    makeDraggable(button, card, this.actions);
    return button;
  }
}

/**
 * A card in words: its code, its exits, its initiative.
 * @param {Pick<import("../../frame/view.js").ViewContext, "text">} context
 * @param {Card} card
 */
export function cardName({ text }, card) {
  const exits = EXITS[card].map((turn) => text(`end_of_line.page.turn.${turn}`));
  return text("end_of_line.page.cards.card", { card, exits, initiative: INITIATIVE[card] });
}
