/** What is laid out of a co-operative puzzle: the board, and each player's start card and deck. */

import { isSame } from "./deal_area.js";
import { layoutFor } from "./deal_layouts.js";

/**
 * @typedef {import("./board.js").AreaDocument} AreaDocument
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./play_coop.js").Player} Player
 *
 * @typedef {object} CoopDeal
 * @property {number} rows
 * @property {number} cols
 * @property {readonly Cell[]} blocked
 * @property {number} energy
 * @property {readonly Player[]} players
 */

/**
 * The rulebook's board for so many players, who keep the decks that were dealt.
 * @param {number} number
 * @param {Pick<CoopDeal, "energy" | "players">} deal
 * @returns {CoopDeal}
 */
export function withLayout(number, { energy, players }) {
  const { side, starts, blocked } = layoutFor(number);
  const seated = starts.map((start, i) => ({ start, deck: players[i]?.deck ?? [] }));
  return { rows: side, cols: side, blocked, energy, players: seated };
}

/**
 * The area as the line of one player sees it, but for the start cards of the others.
 * @param {CoopDeal} deal
 * @param {number} player
 * @returns {AreaDocument}
 */
export function areaOf({ rows, cols, blocked, players }, player) {
  return { rows, cols, start: players[player].start, blocked };
}

/**
 * The deal with a player's area changed. On a smaller board start cards that lie beyond its edges come back,
 * each to a cell of its own.
 * @param {CoopDeal} deal
 * @param {number} player
 * @param {AreaDocument} area
 * @returns {CoopDeal}
 */
export function withArea(deal, player, { rows, cols, start, blocked }) {
  const players = deal.players.map((other, i) => (i === player ? { ...other, start } : other));
  players.forEach((other, i) => {
    const taken = players.filter((_, j) => j !== i).map((one) => one.start.cell);
    const cell = cellWithin(other.start.cell, rows, cols, taken);
    players[i] = { ...other, start: { ...other.start, cell } };
  });
  const isFree = (/** @type {Cell} */ cell) => !players.some((one) => isSame(one.start.cell, cell));
  return { ...deal, rows, cols, players, blocked: blocked.filter(isFree) };
}

/**
 * This cell, or if it is beyond the edges or taken the first one on which no start card lies.
 * @param {Cell} cell
 * @param {number} rows
 * @param {number} cols
 * @param {readonly Cell[]} taken
 * @returns {Cell}
 */
function cellWithin(cell, rows, cols, taken) {
  const isTaken = (/** @type {Cell} */ one) => taken.some((other) => isSame(one, other));
  if (cell[0] < rows && cell[1] < cols && !isTaken(cell)) {
    return cell;
  }
  /** @type {Cell[]} */
  const cells = Array.from({ length: rows * cols }, (_, i) => [Math.floor(i / cols), i % cols]);
  return cells.find((one) => !isTaken(one)) ?? cell;
}

/**
 * @param {CoopDeal} deal
 * @param {number} player
 * @param {readonly Card[]} deck
 * @returns {CoopDeal}
 */
export function withDeck(deal, player, deck) {
  const players = deal.players.map((other, i) => (i === player ? { ...other, deck } : other));
  return { ...deal, players };
}

/**
 * How many cells are to be covered.
 * @param {CoopDeal} deal
 */
export function cellsToCover({ rows, cols, blocked, players }) {
  return rows * cols - blocked.length - players.length;
}
