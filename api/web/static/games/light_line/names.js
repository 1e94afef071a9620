/** The names of cards and tubes in moves, and words for where a card lies. */

import { phrase } from "../../frame/texts.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").Colour} Colour
 * @typedef {import("./cards.js").PlacedCard} PlacedCard
 * @typedef {import("./cards.js").Placement} Placement
 * @typedef {import("../play.js").Phrase} Phrase
 */

// The longest name of a card in a picture.
const SHORT = 10;
/** @type {Readonly<Record<Colour, string>>} */
const LETTERS = { red: "R", yellow: "Y", green: "G", blue: "B", black: "K" };
// The characters that letters of pictures can be drawn for, beside spaces and letters with these marks.
const DRAWN = "[0-9A-Za-z?()[\\]+,\\-./:>_'\";!¡¿ß%&=×–º]";
const PLAIN = new RegExp(`^(?:${DRAWN}|[ \u00a0])$`, "u");
const MARKED = new RegExp(`^${DRAWN}[\u0300-\u0303\u0308]$`, "u");

/**
 * Different short names that letters can be drawn for, by the ids of the cards; a card that has none goes by
 * its number.
 * @param {readonly string[]} ids
 * @returns {ReadonlyMap<string, string>}
 */
export function shortNames(ids) {
  const cut = ids.map((name) => {
    const letters = [...name];
    return letters.length <= SHORT ? name : `${letters.slice(0, SHORT - 3).join("")}...`;
  });
  const numbers = ids.map((_, i) => `No. ${i + 1}`);
  /** @type {Map<string, number>} */
  const uses = new Map();
  [...cut, ...numbers].forEach((name) => uses.set(name, (uses.get(name) ?? 0) + 1));
  const names = cut.map((name, i) => (uses.get(name) === 1 && isDrawable(name) ? name : numbers[i]));
  return new Map(ids.map((id, i) => [id, names[i]]));
}

/** @param {string} name */
function isDrawable(name) {
  const letters = [...name];
  const isDrawn = letters.every((letter) => PLAIN.test(letter) || MARKED.test(letter.normalize("NFD")));
  return isDrawn && name !== "" && name === name.trim();
}

/**
 * The move that lays a card, in words.
 * @param {Placement} placement
 * @param {string} name
 * @returns {Phrase}
 */
export function layWords({ row, col, turned }, name) {
  const where = phrase("light_line.drawing.where", { row: numberWords(row), col: numberWords(col) });
  return phrase(`light_line.play.${turned ? "lay_turned" : "lay"}`, { card: name, where });
}

/**
 * `-1,0`: row -1, column 0; `-1,0 t`: turned.
 * @param {Placement} placement
 */
export function placementNotation({ row, col, turned }) {
  return `${row},${col}${turned ? " t" : ""}`;
}

/**
 * A letter for every tube: R, Y, G, B or K, with a number where a colour is there twice.
 * @param {Card} card
 */
export function tubeNames(card) {
  return numberedColours(card).map(([colour, number]) => LETTERS[colour] + number);
}

/**
 * The colour of a tube, and its number where the card has several of that colour.
 * @param {Card} card
 * @param {number} tube
 */
export function sectionWords(card, tube) {
  const [name, number] = numberedColours(card)[tube];
  const colour = phrase(`light_line.drawing.colour.${name}`);
  return number ? phrase("light_line.play.numbered_tube", { colour, number }) : colour;
}

/**
 * The colour of every tube, with a number where a colour is there twice.
 * @param {Card} card
 * @returns {(readonly [Colour, string])[]}
 */
function numberedColours({ tubes }) {
  const colours = tubes.map(([colour]) => colour);
  return colours.map((colour, i) => {
    const alike = colours.filter((other) => other === colour).length;
    const number = colours.slice(0, i + 1).filter((other) => other === colour).length;
    return [colour, alike > 1 ? String(number) : ""];
  });
}

/**
 * A row or a column; huge ones only roughly.
 * @param {number} value
 */
function numberWords(value) {
  if (Math.abs(value) < 1e7) {
    return String(value);
  }
  const bits = BigInt(Math.abs(value)).toString(2).length;
  return `${value < 0 ? "-" : ""}1e${Math.round((bits - 1) * 0.30103)}`;
}
