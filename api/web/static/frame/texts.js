/**
 * Renders phrases in a language.
 *
 * A catalogue holds the texts of a language by their keys. Placeholders are as Python's str.format has them.
 * Where a text depends on a number, there are two keys, which end in `.one` and `.other`, and the number is
 * the part `n`.
 */

/**
 * @typedef {import("../games/play.js").BoardCell} BoardCell
 * @typedef {import("../games/play.js").Part} Part
 * @typedef {import("../games/play.js").Phrase} Phrase
 * @typedef {Readonly<Record<string, string>>} Catalogue
 */

const COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
// Those from A to ZZ.
const LETTERED_COLUMNS = COLUMNS.length * (COLUMNS.length + 1);
// From here on numbers are given only roughly.
const MANY = 1e7;

/**
 * @param {string} key
 * @param {Readonly<Record<string, Part>>} parts
 * @returns {Phrase}
 */
export function phrase(key, parts = {}) {
  return { key, parts };
}

/**
 * Returns the name of a cell as people read it.
 * @param {BoardCell} cell
 */
export function boardCellName({ row, col }) {
  // Off the board, where no row or column has a name, only numbers will do.
  const hasName = row >= 0 && row < MANY && col >= 0 && col < LETTERED_COLUMNS;
  return hasName ? columnName(col) + numberWords(row + 1) : `[${numberWords(row)}, ${numberWords(col)}]`;
}

/**
 * Returns the label above a column of a board: A, B, ... Z, AA, AB, ... ZZ.
 * @param {number} col
 */
function columnName(col) {
  const before = Math.floor(col / COLUMNS.length);
  return (before ? COLUMNS[before - 1] : "") + COLUMNS[col % COLUMNS.length];
}

/**
 * Returns a number of a row or a column; huge ones only roughly.
 * @param {number} value
 */
function numberWords(value) {
  if (Math.abs(value) < MANY) {
    return String(value);
  }
  const bits = BigInt(Math.abs(value)).toString(2).length;
  return `${value < 0 ? "-" : ""}1e${Math.round((bits - 1) * 0.30103)}`;
}

/**
 * Returns a text with its parts.
 * @param {Catalogue} catalogue
 * @param {string} key
 * @param {Readonly<Record<string, Part>>} parts
 * @returns {string}
 */
export function textOf(catalogue, key, parts = {}) {
  const plain = Object.hasOwn(catalogue, key);
  const pattern = catalogue[plain ? key : `${key}.${parts.n === 1 ? "one" : "other"}`];
  if (pattern === undefined) {
    throw new RangeError(`no text has the key ${key}`);
  }
  return pattern.replace(/\{\{|\}\}|\{(\w+)\}/g, (match, name) => {
    if (name === undefined) {
      return match[0];
    }
    if (!Object.hasOwn(parts, name)) {
      throw new RangeError(`the text ${key} needs the part ${name}`);
    }
    return render(catalogue, parts[name]);
  });
}

/**
 * Returns a phrase, or a part of one, in the language of the catalogue.
 * @param {Catalogue} catalogue
 * @param {Part} part
 * @returns {string}
 */
export function render(catalogue, part) {
  if (typeof part !== "object") {
    return String(part);
  }
  if ("key" in part) {
    return textOf(catalogue, part.key, part.parts);
  }
  return "row" in part ? boardCellName(part) : part.map((item) => render(catalogue, item)).join(", ");
}
