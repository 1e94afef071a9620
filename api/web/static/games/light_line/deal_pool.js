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
    /** @param {Card} card */
    name: (card) => words.name(card.id),
  };
}

/**
 * @param {import("../../frame/deal_kind.js").EditorContext<any>} context
 * @param {boolean} wild whether black is wild
 * @param {(card: Card) => void} tap
 */
export function createPool(context, wild, tap) {
  const { text } = context;
  /** @type {Deck[]} */
  let decks = [];
  const picker = element("select", {
    "aria-label": text(`${TEXTS}.deck.name`),
    onchange: () => {
      context.keep(CHOSEN_DECK, picker.value);
      showCards();
    },
  });
  const list = element("div", { class: "light-pool", role: "group", "aria-label": text(`${TEXTS}.pool`) });
  /** @type {{card: Card, button: HTMLButtonElement, label: string}[]} */
  let shown = [];
  /** @type {(card: Card) => string | null} */
  let mark = () => null;

  function present() {
    return decks[Number(picker.value)] ?? decks[0];
  }

  function showCards() {
    const deck = present();
    if (deck === undefined) {
      return;
    }
    const cards = deck.cards.map(faceOf);
    const looks = cardLooks(cards, wild, context);
    shown = cards.map((card) => {
      const button = element("button", { type: "button", class: "light-choice", onclick: () => tap(card) }, looks.face(card));
      return { card, button, label: looks.label(card) };
    });
    fill(list, ...shown.map(({ button }) => button));
    showMarks();
  }

  function showMarks() {
    for (const { card, button, label } of shown) {
      const name = mark(card);
      button.setAttribute("aria-pressed", String(name !== null));
      button.setAttribute("aria-label", name === null ? label : `${label}, ${name}`);
      button.dataset.mark = name ?? "";
    }
  }

  async function load() {
    const shipped = readDeck(await context.data("synthetic_deck"));
    decks = [{ ...shipped, name: text(`${TEXTS}.deck.synthetic`) }, ...ownDecks(context)];
    const chosen = context.kept(CHOSEN_DECK);
    fill(picker, ...decks.map(({ name }, i) => element("option", { value: i }, name)));
    picker.value = String(Number(chosen) < decks.length ? Number(chosen) : 0);
    showCards();
  }

  void load();
  return {
    picker,
    list,
    /** Reads the decks anew. */
    load,
    /** The cards of the deck that is shown. */
    cards: () => present()?.cards.map(faceOf) ?? [],

    /**
     * Marks cards; null is no mark.
     * @param {(card: Card) => string | null} nameOf
     */
    show(nameOf) {
      mark = nameOf;
      showMarks();
    },
  };
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
 * Some of the cards, by chance.
 * @param {readonly Card[]} cards
 * @param {number} number
 */
export function drawn(cards, number) {
  const rest = [...cards];
  const result = [];
  while (result.length < number && rest.length) {
    const [chance] = window.crypto.getRandomValues(new Uint32Array(1));
    result.push(...rest.splice(chance % rest.length, 1));
  }
  return result;
}
