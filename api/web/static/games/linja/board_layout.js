/**
 * Where things stand on the board as it is drawn: row 7 on top, A's pieces on the left, B's on the right.
 *
 * Units are those of the drawing. An inner row has a place for each of its six pieces, so that one sees how
 * many are free; the outer rows have two lines, in which pieces stand closer the more there are.
 */

import { LAST, MAX_INSIDE, PLAYERS } from "./board.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Player} Player
 *
 * The middle of a piece.
 * @typedef {{readonly x: number, readonly y: number}} Spot
 */

export const RADIUS = 17;
export const STICK = 7;
const PITCH = 41;
const PADDING = 8;
const INNER = 46;
const OUTER = 78;
const LINES = 2;
// Beside the board: the numbers of the rows and what A scores there; what B scores there and how many pieces
// the row holds.
const NUMBER = 24;
const WORTH = 34;
const COUNT = 36;
const EDGE = 2;

const FIELD = MAX_INSIDE * PITCH + 2 * PADDING;
const WIDEST = 1.5;

export const HEIGHT = 2 * EDGE + 2 * OUTER + (LAST - 1) * INNER + LAST * STICK;
export const LEAST_WIDTH = NUMBER + 2 * WORTH + COUNT + FIELD + 2 * EDGE;

/** Where the columns of a board of some width are. */
export class Columns {
  /** @param {number} width */
  constructor(width) {
    this.width = Math.min(Math.max(width, LEAST_WIDTH), LEAST_WIDTH + FIELD * (WIDEST - 1));
    this.number = NUMBER / 2;
    this.worthOfA = EDGE + NUMBER;
    this.field = this.worthOfA + WORTH;
    this.fieldEnd = this.width - EDGE - COUNT - WORTH;
    this.worthOfB = this.fieldEnd;
    this.count = this.width - EDGE - COUNT / 2;
    this.worthWidth = WORTH;
    Object.freeze(this);
  }

  get fieldWidth() {
    return this.fieldEnd - this.field;
  }
}

/**
 * The upper edge of a row.
 * @param {number} row
 */
export function topOf(row) {
  return row === LAST ? EDGE : EDGE + OUTER + STICK + (LAST - 1 - row) * (INNER + STICK);
}

/** @param {number} row */
export function heightOf(row) {
  return row === 0 || row === LAST ? OUTER : INNER;
}

/** @param {number} row */
export function middleOf(row) {
  return topOf(row) + heightOf(row) / 2;
}

/**
 * The middle of the stick below a row, for rows 1 to 7.
 * @param {number} row
 */
export function stickBelow(row) {
  return topOf(row) + heightOf(row) + STICK / 2;
}

/**
 * The row at this height.
 * @param {number} y
 */
export function rowAt(y) {
  for (let row = LAST; row > 0; row--) {
    if (y < stickBelow(row)) {
      return row;
    }
  }
  return 0;
}

/**
 * Where the player's pieces stand in a row; with `extra` also one that is still to come there, as the last.
 * @param {Columns} columns
 * @param {Board} board
 * @param {Player} player
 * @param {number} row
 * @param {number} extra
 * @returns {Spot[]}
 */
export function spotsIn(columns, board, player, row, extra = 0) {
  const lines = row === 0 || row === LAST ? LINES : 1;
  const across = Object.fromEntries(
    PLAYERS.map((side) => [side, Math.ceil((board.pieces(side)[row] + (side === player ? extra : 0)) / lines)]),
  );
  const room = columns.fieldWidth - 2 * PADDING;
  const pitch = Math.min(widePitch(columns), room / Math.max(1, across.A + across.B));
  const n = board.pieces(player)[row] + extra;
  return Array.from({ length: n }, (_, i) => {
    const x = PADDING + ((i % across[player]) + 0.5) * pitch;
    const line = Math.floor(i / across[player]);
    const y = lines === 1 || n <= across[player] ? 0 : (line - 0.5) * (2 * RADIUS + 3);
    return { x: player === "A" ? columns.field + x : columns.fieldEnd - x, y: middleOf(row) + y };
  });
}

/**
 * The places of an inner row, from left to right.
 * @param {Columns} columns
 * @param {number} row
 * @returns {Spot[]}
 */
export function placesIn(columns, row) {
  const pitch = widePitch(columns);
  return Array.from({ length: MAX_INSIDE }, (_, i) => ({
    x: columns.field + PADDING + (i + 0.5) * pitch,
    y: middleOf(row),
  }));
}

/**
 * On a wide board the pieces stand farther apart.
 * @param {Columns} columns
 */
function widePitch(columns) {
  return (columns.fieldWidth - 2 * PADDING) / MAX_INSIDE;
}
