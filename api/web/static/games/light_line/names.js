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
// The characters of the font of our pictures.
const DRAWN = /^[ -~\u00a0-\u017f\u2013\u2014\u2018\u2019\u201c-\u201e\u2026\u2212]+$/u;

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
  return DRAWN.test(name) && name === name.trim();
}

/**
 * The move that lays a card beside those of a layout, in words.
 * @param {Placement} placement
 * @param {string} name
 * @param {readonly Placement[]} layout
 * @returns {Phrase}
 */
export function layWords({ row, col, turned }, name, layout) {
  const where = whereOf({ row, col }, layout);
  return phrase(`light_line.play.${turned ? "lay_turned" : "lay"}`, { card: name, where });
}

/**
 * Where a card lies, or would lie, counted from the top left card of a layout: on a place, or beyond the first row or
 * column.
 * @param {{row: number, col: number}} place
 * @param {readonly {row: number, col: number}[]} layout
 * @returns {Phrase}
 */
export function whereOf(place, layout) {
  const { row, col } = placeIn(layout, place);
  const beside = row < 0 ? (col < 0 ? "corner" : "above") : "left";
  const side = row >= 0 && col >= 0 ? "on" : beside;
  return phrase(`light_line.where.${side}`, { cell: { row: Math.max(row, 0), col: Math.max(col, 0) } });
}

/**
 * A place counted from the top left card of a layout.
 * @param {readonly {row: number, col: number}[]} layout
 * @param {{row: number, col: number}} place
 */
export function placeIn(layout, { row, col }) {
  const top = layout.length ? Math.min(...layout.map((card) => card.row)) : 0;
  const left = layout.length ? Math.min(...layout.map((card) => card.col)) : 0;
  return { row: row - top, col: col - left };
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
export function numberedColours({ tubes }) {
  const colours = tubes.map(([colour]) => colour);
  return colours.map((colour, i) => {
    const alike = colours.filter((other) => other === colour).length;
    const number = colours.slice(0, i + 1).filter((other) => other === colour).length;
    return [colour, alike > 1 ? String(number) : ""];
  });
}
