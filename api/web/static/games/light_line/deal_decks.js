/**
 * Decks of cards: the one that comes with the service, those that people draw themselves, and files of them.
 *
 * A file is what the commands of Lineworks take, an object with name, synthetic and cards, each with id, back
 * and tubes, where `synthetic` and `back` may be left out. It is read as strictly as they do.
 */

import { BadInput, boolean, choice, integer, object, refuse, text } from "../json_shapes.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").Colour} Colour
 * @typedef {import("./cards.js").Tube} Tube
 *
 * A card with the number on its back, where that is known.
 * @typedef {Card & {readonly back?: number}} DeckCard
 * @typedef {{readonly name: string, readonly synthetic: boolean, readonly cards: readonly DeckCard[]}} Deck
 */

/** @type {readonly Colour[]} */
export const COLOURS = ["red", "yellow", "green", "blue", "black"];
export const SOCKETS = ["N", "E", "S", "W"].flatMap((side) => ["0", "1", "2"].map((number) => side + number));
export const MOST_CARDS = 60;
export const MOST_TUBES = 6;
// The largest file that can hold a deck.
export const MOST_BYTES = 1 << 18;
// Where own decks are kept on the device.
export const DECKS = "decks";
const COLOUR = choice(COLOURS);
const SOCKET = choice(SOCKETS);
const CARD = object({ id: text, back: backNumber, tubes: list(tube, 0, MOST_TUBES) }, ["id", "tubes"]);
const DECK = object({ name: text, synthetic: boolean, cards: list(CARD, 1, MOST_CARDS) }, ["name", "cards"]);

/**
 * Reads a deck; throws BadInput for any value that is none.
 * @param {unknown} value
 * @returns {Deck}
 */
export function readDeck(value) {
  const { name, synthetic = false, cards } = DECK(value);
  const names = new Set(cards.map(({ id }) => id));
  if (names.size < cards.length) {
    throw new BadInput("a card is there twice");
  }
  cards.forEach(({ id, tubes }) => {
    const ends = tubes.flatMap(([, one, other]) => [one, other]);
    if (new Set(ends).size < ends.length) {
      throw new BadInput(`two tubes of card ${id.slice(0, 40)} end in one socket`);
    }
  });
  return { name, synthetic, cards };
}

/**
 * A deck as it stands in a file.
 * @param {Deck} deck
 */
export function writeDeck({ name, synthetic, cards }) {
  const lines = cards.map((card) => `  ${JSON.stringify(card)}`).join(",\n");
  return `{\n "name": ${JSON.stringify(name)},\n "synthetic": ${synthetic},\n "cards": [\n${lines}\n ]\n}\n`;
}

/**
 * The decks that are kept on the device.
 * @param {import("../../frame/deal_kind.js").EditorContext<any>} context
 * @returns {Deck[]}
 */
export function ownDecks(context) {
  const kept = context.kept(DECKS);
  return (Array.isArray(kept) ? kept : []).flatMap((deck) => {
    try {
      return [readDeck(deck)];
    } catch {
      return [];
    }
  });
}

/**
 * Keeps a deck on the device, in place of one of the same name; one without cards is given up.
 * @param {import("../../frame/deal_kind.js").EditorContext<any>} context
 * @param {Deck} deck
 */
export function keepDeck(context, deck) {
  const decks = ownDecks(context);
  const at = decks.findIndex(({ name }) => name === deck.name);
  const others = decks.filter((_, i) => i !== at);
  others.splice(at < 0 ? others.length : at, 0, ...(deck.cards.length ? [deck] : []));
  return context.keep(DECKS, /** @type {any} */ (others));
}

/**
 * The card as it stands in puzzles, without its back.
 * @param {DeckCard} card
 * @returns {Card}
 */
export function faceOf({ id, tubes }) {
  return { id, tubes };
}

/**
 * Reads a list, whose items are read by another reader.
 * @template T
 * @param {import("../json_shapes.js").Reader<T>} read
 * @param {number} least
 * @param {number} most
 * @returns {import("../json_shapes.js").Reader<readonly T[]>}
 */
export function list(read, least, most) {
  return (value) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) {
      return refuse(`a list of ${least} to ${most}`, value);
    }
    return value.map(read);
  };
}

/** @type {import("../json_shapes.js").Reader<Card>} */
export const readFace = object({ id: text, tubes: list(tube, 0, MOST_TUBES) });

/**
 * @param {unknown} value
 * @returns {Tube}
 */
function tube(value) {
  if (!Array.isArray(value) || value.length !== 3) {
    return refuse("a tube [colour, socket, socket]", value);
  }
  return [COLOUR(value[0]), SOCKET(value[1]), SOCKET(value[2])];
}

/** @param {unknown} value */
function backNumber(value) {
  const number = integer(value);
  return number >= 2 && number <= 5 ? number : refuse("a number from 2 to 5", value);
}
