/** The turns of Linja: an initial move, the second move that it allows, the extra move that this may earn. */

import { LAST, ahead, forward, opponent, rowsOf, target } from "./board.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Options} Options
 * @typedef {import("./board.js").Player} Player
 *
 * A step of one row, forward or back, of one piece of the player `piece`.
 * @typedef {{readonly piece: Player, readonly from: number, readonly to: number}} Extra
 *
 * The rows from which the initial and the second move start; a pass if there is no initial move.
 * @typedef {object} Turn
 * @property {number | null} initial
 * @property {number | null} second
 * @property {Extra | null} extra
 */

/** @type {Turn} */
export const PASS = { initial: null, second: null, extra: null };

/**
 * The rows from which a piece of the player can go forward by `steps`; none for 0 steps.
 * @param {Board} board
 * @param {Player} player
 * @param {number} steps
 */
export function rowsToStartFrom(board, player, steps) {
  return steps ? rowsOf(player).filter((row) => board.canGo(player, row, steps)) : [];
}

/**
 * The number of rows of the second move after an initial move from this row; 0 if there is none.
 * @param {Board} board
 * @param {Player} player
 * @param {number} row
 */
export function secondSteps(board, player, row) {
  const nextRow = ahead(player, row, 1);
  return nextRow === target(player) ? 0 : board.countIn(nextRow);
}

/**
 * Every extra move that may be made on the board after the second move.
 * @param {Board} board
 * @param {Player} player
 * @param {Options} options
 * @returns {Extra[]}
 */
export function extras(board, player, options) {
  const pieces = options.extra_move === "any" ? [player, opponent(player)] : [player];
  return pieces.flatMap((piece) => {
    const starts = rowsOf(piece).filter((row) => board.pieces(piece)[row] && movable(player, piece, row));
    return starts.flatMap((from) => {
      const ends = [from + forward(piece), from - forward(piece)];
      return ends.filter((to) => to >= 0 && to <= LAST && !board.full(to)).map((to) => ({ piece, from, to }));
    });
  });
}

/**
 * Whether an extra move of `player` may move a piece from this row; an opponent's stays on its target.
 * @param {Player} player
 * @param {Player} piece
 * @param {number} row
 */
function movable(player, piece, row) {
  return piece === player || row !== target(piece);
}

/**
 * A turn as JSON.
 * @param {Turn} turn
 */
export function writeTurn({ initial, second, extra }) {
  if (initial === null) {
    return "pass";
  }
  return { initial: { from: initial }, second: second === null ? null : { from: second }, extra };
}
