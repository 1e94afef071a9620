/** What lies beside the board in Classic: the deck, the card just drawn, and the discard pile. */

import { element } from "../../frame/dom.js";
import { DeckStrip, stripItem } from "./deck_strip.js";
import { makeDraggable } from "./draggable_card.js";
import { cardName } from "./hand.js";
import { cardTile } from "./shapes.js";
import { toolIcon } from "./tools.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./play_classic.js").ClassicPosition} ClassicPosition
 * @typedef {import("./play_classic.js").Source} Source
 * @typedef {"deck" | "pile"} Order
 */

const TEXTS = "end_of_line.page.classic";
const ARRIVE = 150;

export class ClassicTable {
  #key = "";
  /**
   * Whose order is shown.
   * @type {Order}
   */
  #order = "deck";

  /**
   * @param {readonly Card[]} deck
   * @param {import("../../frame/view.js").ViewContext} context
   * @param {import("./draggable_card.js").CardActions<Source>} cardActions
   * @param {() => void} discard
   */
  constructor(deck, context, cardActions, discard) {
    this.context = context;
    this.deckStrip = new DeckStrip(deck, context);
    this.pileCount = element("span", { class: "eol-deck-count" });
    this.pileList = element("ol", { class: "eol-deck", tabindex: "0" });
    this.pileList.setAttribute("aria-label", context.text(`${TEXTS}.pile_order`));
    this.pileStrip = element("div", { class: "eol-deck-row" }, this.pileCount, this.pileList);
    this.back = this.#orderButton("deck", "eol-deck-back");
    this.fan = this.#orderButton("pile", "eol-button eol-fan");
    this.drawn = this.#cardButton("place", cardActions, "1");
    this.top = this.#cardButton("recover", cardActions, "2");
    this.discard = element(
      "button",
      { type: "button", class: "eol-button eol-discard", onclick: discard },
      toolIcon("discard"),
      element("kbd", { "aria-hidden": "true" }, "D"),
    );
    const label = context.text(`${TEXTS}.discard`);
    this.discard.setAttribute("aria-label", label);
    this.discard.title = label;
    const cards = [this.back, this.drawn, this.discard, this.top, this.fan];
    this.cards = element("div", { class: "eol-piles" }, ...cards);
    this.element = element("div", { class: "eol-table" }, this.cards, this.deckStrip.element, this.pileStrip);
    this.lookAt("deck");
  }

  /**
   * @param {Order} order
   * @param {string} looks
   */
  #orderButton(order, looks) {
    return element("button", { type: "button", class: looks, onclick: () => this.lookAt(order) });
  }

  /**
   * @param {Source} source
   * @param {import("./draggable_card.js").CardActions<Source>} actions
   * @param {string} key
   */
  #cardButton(source, actions, key) {
    const face = element("span", { class: "eol-face" });
    const sign = element("kbd", { "aria-hidden": "true" }, key);
    const attributes = { type: "button", class: `eol-hand-card ${source}`, "aria-pressed": "false" };
    const button = element("button", attributes, face, sign);
    makeDraggable(button, source, actions);
    return button;
  }

  /**
   * Shows the order of the deck's cards, or that of the pile's.
   * @param {Order} order
   */
  lookAt(order) {
    this.#order = order;
    this.#showOrder(order);
  }

  /** Shows the other of the two orders. */
  turn() {
    this.lookAt(this.#order === "deck" ? "pile" : "deck");
  }

  /** @param {Order} order */
  #showOrder(order) {
    this.deckStrip.element.hidden = order !== "deck";
    this.pileStrip.hidden = order !== "pile";
    this.back.setAttribute("aria-pressed", String(order === "deck"));
    this.fan.setAttribute("aria-pressed", String(order === "pile"));
  }

  /**
   * Shows what the player is asked to do, in the place of the cards' order; null for nothing.
   * @param {string | null} request
   */
  ask(request) {
    this.deckStrip.ask(request);
    this.#showOrder(request === null ? this.#order : "deck");
  }

  /**
   * @param {Source | null} chosen
   * @param {boolean} isAsked whether a card is to be chosen for a cell
   */
  mark(chosen, isAsked) {
    this.drawn.setAttribute("aria-pressed", String(chosen === "place"));
    this.top.setAttribute("aria-pressed", String(chosen === "recover"));
    this.top.classList.toggle("takes", chosen === "place");
    this.cards.classList.toggle("asked", isAsked);
  }

  /**
   * @param {ClassicPosition} position
   * @param {boolean} isMoving whether cards are seen to come
   */
  show({ deck, pile }, isMoving) {
    const key = `${deck.length} ${pile.join()}`;
    if (key === this.#key) {
      return;
    }
    const [before] = this.#key.split(" ");
    this.#key = key;
    const left = Math.max(0, deck.length - 1);
    const isDiscard = isMoving && deck.length < Number(before) && this.#pileSize < pile.length;
    const drawnAt = this.drawn.getBoundingClientRect();
    this.#showCard(this.drawn, deck[0] ?? null, deck.length ? "drawn" : "no_drawn", 0);
    this.#showCard(this.top, pile.at(-1) ?? null, pile.length ? "pile" : "no_pile", pile.length);
    this.#showCounts(left, pile);
    this.deckStrip.show(left, 0);
    if (isMoving && deck.length < Number(before)) {
      arrive(this.drawn, this.back.getBoundingClientRect());
    }
    if (isDiscard) {
      arrive(this.top, drawnAt);
    }
  }

  get #pileSize() {
    return this.pileList.children.length;
  }

  /**
   * @param {HTMLElement} button
   * @param {Card | null} card
   * @param {string} name of the text that names it
   * @param {number} n the number of cards
   */
  #showCard(button, card, name, n) {
    const words = card === null ? "" : cardName(this.context, card);
    button.setAttribute("aria-label", this.context.text(`${TEXTS}.${name}`, { card: words, n }));
    button.classList.toggle("empty", card === null);
    button.firstElementChild?.replaceChildren(...(card === null ? [] : [cardTile(card, true)]));
  }

  /**
   * @param {number} left
   * @param {readonly Card[]} pile
   */
  #showCounts(left, pile) {
    const { text } = this.context;
    this.back.replaceChildren(String(left));
    this.back.classList.toggle("empty", left === 0);
    this.back.setAttribute("aria-label", text(`${TEXTS}.deck`, { n: left }));
    this.fan.replaceChildren(toolIcon("fan"), element("span", { "aria-hidden": "true" }, String(pile.length)));
    this.fan.setAttribute("aria-label", text(`${TEXTS}.look`, { n: pile.length }));
    this.pileCount.textContent = text(`${TEXTS}.pile_left`, { n: pile.length });
    this.pileList.replaceChildren(...pile.map(stripItem).reverse());
  }

  /**
   * Where a card lies on the screen.
   * @param {Source} source
   */
  placeOf(source) {
    return (source === "place" ? this.drawn : this.top).getBoundingClientRect();
  }

  /**
   * Whether a point of the screen is on the discard pile.
   * @param {number} x
   * @param {number} y
   */
  isOnPile(x, y) {
    const { left, right, top, bottom } = this.top.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  }
}

/**
 * Shows how a card came to its place.
 * @param {HTMLElement} button
 * @param {DOMRect} from
 */
function arrive(button, from) {
  const { left, top } = button.getBoundingClientRect();
  const transform = `translate(${from.left - left}px, ${from.top - top}px)`;
  button.firstElementChild?.animate([{ transform }, { transform: "none" }], ARRIVE);
}
