/** The cards of a deck to choose from, on the deal desk. */

import { element, fill } from "../../frame/dom.js";
import { cardFace } from "./card_face.js";
import { CardWords } from "./card_words.js";
import { faceOf, ownDecks, readDeck } from "./deal_decks.js";
import { shortNames } from "./names.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./deal_decks.js").Deck} Deck
 */

const TEXTS = "light_line.page.deal";
const CHOSEN_DECK = "deck";

/**
 * Draws and names cards whatever deck they are from.
 * @param {readonly Card[]} cards
 * @param {boolean} wild
 * @param {import("../../frame/deal_kind.js").EditorContext<any>} context
 */
export function cardLooks(cards, wild, context) {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const words = new CardWords(byId, shortNames([...byId.keys()]), wild, context.text);
  return {
    /** @param {Card} card */
    face: (card) => cardFace(card, words.name(card.id), words.letters(card.id), wild),
    /** @param {Card} card */
    label: (card) => context.render(words.card(card.id, false)),
  };
}

export class Pool {
  /** @type {Deck[]} */
  #decks = [];
  /** @type {{card: Card, button: HTMLButtonElement, label: string}[]} */
  #shown = [];
  /** @type {(card: Card) => string | null} */
  #mark = () => null;

  /**
   * @param {import("../../frame/deal_kind.js").EditorContext<any>} context
   * @param {boolean} wild whether black is wild
   * @param {(card: Card) => void} tap
   */
  constructor(context, wild, tap) {
    this.context = context;
    this.wild = wild;
    this.tap = tap;
    const label = context.text(`${TEXTS}.deck.name`);
    this.picker = element("select", { "aria-label": label, onchange: () => this.#choose() });
    this.list = element(
      "div",
      { class: "light-pool", role: "group", "aria-label": context.text(`${TEXTS}.pool`) },
    );
    void this.load();
  }

  /** Reads the decks anew. */
  async load() {
    const shipped = readDeck(await this.context.data("synthetic_deck"));
    const name = this.context.text(`${TEXTS}.deck.synthetic`);
    this.#decks = [{ ...shipped, name }, ...ownDecks(this.context)];
    fill(this.picker, ...this.#decks.map((deck, i) => element("option", { value: i }, deck.name)));
    const chosen = this.context.kept(CHOSEN_DECK);
    const index = this.#decks.findIndex((deck) => deck.name === chosen);
    this.picker.value = String(Math.max(0, index));
    this.#showCards();
  }

  #choose() {
    this.context.keep(CHOSEN_DECK, this.#decks[Number(this.picker.value)].name);
    this.#showCards();
  }

  /** The cards of the deck that is shown. */
  get cards() {
    return this.#decks[Number(this.picker.value)]?.cards.map(faceOf) ?? [];
  }

  #showCards() {
    const { cards } = this;
    const looks = cardLooks(cards, this.wild, this.context);
    this.#shown = cards.map((card) => {
      const press = () => this.tap(card);
      const attributes = { type: "button", class: "light-choice", onclick: press };
      return { card, button: element("button", attributes, looks.face(card)), label: looks.label(card) };
    });
    fill(this.list, ...this.#shown.map(({ button }) => button));
    this.#showMarks();
  }

  #showMarks() {
    for (const { card, button, label } of this.#shown) {
      const name = this.#mark(card);
      button.setAttribute("aria-pressed", String(name !== null));
      button.setAttribute("aria-label", name === null ? label : `${label}, ${name}`);
    }
  }

  /**
   * Marks cards; null is no mark.
   * @param {(card: Card) => string | null} mark
   */
  show(mark) {
    this.#mark = mark;
    this.#showMarks();
  }
}

/**
 * Whether two cards have the same name and the same tubes.
 * @param {Card} one
 * @param {Card} other
 */
export function isSameCard(one, other) {
  return one.id === other.id && JSON.stringify(one.tubes) === JSON.stringify(other.tubes);
}

/**
 * One of the cards, by chance.
 * @param {readonly Card[]} cards
 * @returns {Card | undefined}
 */
export function drawn(cards) {
  const [chance] = window.crypto.getRandomValues(new Uint32Array(1));
  return cards[chance % cards.length];
}
