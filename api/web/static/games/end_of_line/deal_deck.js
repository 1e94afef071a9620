/** Lays out a deck on the deal desk: its cards in their order, a tap for each. */

import { button } from "../../frame/deal_controls.js";
import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { Tiles, leftInBox, shuffledRest } from "./deal_cards.js";
import { cardTile } from "./shapes.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("../play.js").Phrase} Phrase
 *
 * What lies where: `laid` are the places in the deck of the cards that are on the board, `drawn` how many
 * have been drawn, `drawnTo` where those of them are that do not lie on the board.
 * @typedef {object} Standing
 * @property {ReadonlySet<number>} laid
 * @property {number} drawn
 * @property {"hand" | "pile"} drawnTo
 */

const TEXTS = "end_of_line.page.deal";
export const MOST_CARDS = 400;

/** @template {{readonly deck: readonly Card[]}} S */
export class DeckPanel {
  /**
   * The place of the card that the next tap replaces.
   * @type {number | null}
   */
  #chosen = null;
  /** @type {Standing} */
  #standing = { laid: new Set(), drawn: 0, drawnTo: "hand" };

  /**
   * @param {import("../../frame/deal_kind.js").EditorContext<S>} context
   * @param {() => S} present
   */
  constructor(context, present) {
    this.context = context;
    this.present = present;
    this.list = element("ol", { class: "eol-deal-strip" });
    this.count = element("p", { class: "eol-deal-count" });
    this.tiles = new Tiles(context, (card) => this.put(card));
    this.random = button({ label: context.text(`${TEXTS}.random`), press: () => this.#dealRest() });
    const press = () => this.takeAway();
    this.away = button({ label: context.text(`${TEXTS}.take_away`), icon: "close", press });
    const row = element("div", { class: "eol-deal-row" }, this.count, this.away, this.random);
    this.panel = {
      name: phrase(`${TEXTS}.panel.deck`),
      element: element("section", { class: "eol-deal" }, this.list, row, this.tiles.element),
    };
  }

  /**
   * @param {readonly Card[]} deck
   * @param {Phrase} said
   */
  #change(deck, said) {
    this.#chosen = null;
    this.context.change({ ...this.present(), deck }, said);
  }

  /**
   * Adds a card to the deck, or has it replace the one that is chosen.
   * @param {Card} card
   */
  put(card) {
    const { deck } = this.present();
    const place = this.#chosen ?? deck.length;
    const others = deck.filter((_, i) => i !== place);
    if (others.length >= MOST_CARDS) {
      this.context.refuse(phrase(`${TEXTS}.too_many`, { n: MOST_CARDS }));
    } else if (leftInBox(others)[card] <= 0) {
      this.context.refuse(phrase(`${TEXTS}.none_left`, { card }));
    } else {
      const next = [...deck.slice(0, place), card, ...deck.slice(place + 1)];
      this.#change(next, phrase(`${TEXTS}.dealt`, { card, place: place + 1 }));
    }
  }

  /** Takes away the card that is chosen, or the last one. */
  takeAway() {
    const { deck } = this.present();
    const place = this.#chosen ?? deck.length - 1;
    if (place >= 0) {
      const others = deck.filter((_, i) => i !== place);
      this.#change(others, phrase(`${TEXTS}.taken_away`, { card: deck[place], place: place + 1 }));
    }
  }

  #dealRest() {
    const { deck } = this.present();
    const rest = shuffledRest(deck);
    this.#change([...deck, ...rest], phrase(`${TEXTS}.dealt_at_random`, { n: rest.length }));
  }

  /**
   * Chooses a card to replace; with a second one it changes places.
   * @param {number} place
   */
  #choose(place) {
    const { deck } = this.present();
    const chosen = this.#chosen;
    if (chosen === null || chosen === place || deck[chosen] === deck[place]) {
      this.#chosen = chosen === place ? null : place;
      this.show(this.present(), this.#standing);
      return;
    }
    const next = [...deck];
    [next[chosen], next[place]] = [deck[place], deck[chosen]];
    this.#change(next, phrase(`${TEXTS}.swapped`, { one: chosen + 1, other: place + 1 }));
  }

  /**
   * @param {S} state
   * @param {Standing} standing
   */
  show(state, standing) {
    const { deck } = state;
    this.#standing = standing;
    this.#chosen = this.#chosen !== null && this.#chosen < deck.length ? this.#chosen : null;
    const chosen = this.#chosen;
    this.#showDeck(deck);
    const others = deck.filter((_, i) => i !== chosen);
    this.tiles.show(leftInBox(others), `${TEXTS}.tile`, chosen === null ? null : deck[chosen]);
    const isWhole = shuffledRest(deck).length === 0;
    this.away.hidden = chosen === null;
    this.random.hidden = chosen !== null || isWhole;
    this.tiles.element.hidden = chosen === null && isWhole;
    fill(this.count, this.#countWords(deck));
  }

  /** @param {readonly Card[]} deck */
  #countWords(deck) {
    if (this.#chosen !== null) {
      return this.context.text(`${TEXTS}.replace`, { place: this.#chosen + 1 });
    }
    const left = shuffledRest(deck).length;
    return this.context.text(`${TEXTS}.${left ? "count" : "whole"}`, { n: deck.length, left });
  }

  /** @param {readonly Card[]} deck */
  #showDeck(deck) {
    const buttons = [...this.list.querySelectorAll("button")];
    const focused = buttons.findIndex((target) => target === document.activeElement);
    const items = deck.map((card, i) => element("li", {}, this.#cardButton(card, i)));
    const next = element("li", { class: "eol-deal-next", "aria-hidden": "true" });
    fill(this.list, ...items, this.#chosen === null && next);
    if (focused >= 0) {
      this.list.querySelectorAll("button")[Math.min(focused, deck.length - 1)]?.focus();
    }
    this.list.scrollTop = this.list.scrollHeight;
  }

  /**
   * @param {Card} card
   * @param {number} place
   */
  #cardButton(card, place) {
    const { laid, drawn, drawnTo } = this.#standing;
    const where = laid.has(place) ? "laid" : place < drawn ? drawnTo : "deck";
    const label = this.context.text(`${TEXTS}.card.${where}`, { card, place: place + 1 });
    const looks = `eol-deal-card ${where}${this.#chosen === place ? " is-chosen" : ""}`;
    const press = () => this.#choose(place);
    const attributes = { type: "button", class: looks, "aria-label": label, onclick: press };
    return element("button", attributes, cardTile(card, false));
  }
}
