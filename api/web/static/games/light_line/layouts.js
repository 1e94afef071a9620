/**
 * Layouts as a player has them on the table, and as the rules have them.
 *
 * On the player's table cards lie anywhere, also apart from each other, and stay where they are. The rules
 * count places from the first card, which is not turned, and each card lies beside an earlier one. A view
 * places the one on the other: shifted, or turned by half a turn as a whole, which leaves a layout the same.
 */

import { keyOf, neighbours } from "./cards.js";

/**
 * @typedef {import("./cards.js").PlacedCard} PlacedCard
 * @typedef {import("./cards.js").Placement} Placement
 * @typedef {import("./play.js").LineMove} LineMove
 * @typedef {ReadonlyMap<string, Placement>} Table
 *
 * Where the place of row 0 and column 0 is, and whether everything is turned by half a turn about it.
 * @typedef {{readonly row: number, readonly col: number, readonly flipped: boolean}} Origin
 */

/** @type {Origin} */
export const NO_SHIFT = Object.freeze({ row: 0, col: 0, flipped: false });

/**
 * A placement counted from an origin, as the table has it.
 * @param {Origin} origin
 * @param {Placement} placement
 * @returns {Placement}
 */
export function onTable(origin, { row, col, turned }) {
  const way = origin.flipped ? -1 : 1;
  return { row: origin.row + way * row, col: origin.col + way * col, turned: turned !== origin.flipped };
}

/**
 * A placement of the table, counted from an origin.
 * @param {Origin} origin
 * @param {Placement} placement
 * @returns {Placement}
 */
export function fromOrigin(origin, { row, col, turned }) {
  const way = origin.flipped ? -1 : 1;
  // Zero has no sign here: a move is compared with others as JSON.
  const place = { row: way * (row - origin.row) + 0, col: way * (col - origin.col) + 0 };
  return { ...place, turned: turned !== origin.flipped };
}

/**
 * The origin with which most cards of a layout lie where they lie on a table already; no shift if none does.
 * @param {Table} table
 * @param {readonly PlacedCard[]} layout
 * @returns {Origin}
 */
export function originOf(table, layout) {
  /** @type {Origin} */
  let best = NO_SHIFT;
  let most = 0;
  for (const placed of layout) {
    const there = table.get(placed.card);
    if (there === undefined) {
      continue;
    }
    const flipped = there.turned !== placed.turned;
    const way = flipped ? -1 : 1;
    const origin = { row: there.row - way * placed.row, col: there.col - way * placed.col, flipped };
    const n = layout.filter((other) => isSame(table.get(other.card), onTable(origin, other))).length;
    if (n > most) {
      [best, most] = [origin, n];
    }
  }
  return best;
}

/**
 * @param {Placement | undefined} one
 * @param {Placement} other
 */
export function isSame(one, other) {
  return one !== undefined && one.row === other.row && one.col === other.col && one.turned === other.turned;
}

/**
 * The cards in groups that hang together, the largest group first.
 * @param {Table} table
 * @returns {string[][]}
 */
export function groupsOf(table) {
  const at = cardsByPlace(table);
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {string[][]} */
  const groups = [];
  for (const first of table.keys()) {
    if (seen.has(first)) {
      continue;
    }
    const group = [first];
    seen.add(first);
    for (const id of group) {
      for (const beside of cardsBeside(table, at, id)) {
        if (!seen.has(beside)) {
          seen.add(beside);
          group.push(beside);
        }
      }
    }
    groups.push(group);
  }
  return groups.sort((one, other) => other.length - one.length);
}

/**
 * The ids of cards by the keys of their places.
 * @param {Table} table
 */
export function cardsByPlace(table) {
  return new Map([...table].map(([id, { row, col }]) => [keyOf([row, col]), id]));
}

/**
 * @param {Table} table
 * @param {ReadonlyMap<string, string>} at
 * @param {string} id
 */
function cardsBeside(table, at, id) {
  const { row, col } = /** @type {Placement} */ (table.get(id));
  return neighbours([row, col]).flatMap((place) => at.get(keyOf(place)) ?? []);
}

/**
 * The moves that lay a group of cards as they lie on the table: in the order of `before`, as far as each lies
 * beside an earlier one, and beginning with one that is not turned if there is one.
 * @param {Table} table
 * @param {readonly string[]} group
 * @param {readonly string[]} before the order in which cards were laid before
 * @returns {PlacedCard[]}
 */
export function laysOf(table, group, before) {
  const rank = new Map(before.map((id, i) => [id, i]));
  const at = cardsByPlace(table);
  const rankOf = (/** @type {string} */ id) => rank.get(id) ?? before.length;
  const waiting = [...group].sort((one, other) => rankOf(one) - rankOf(other));
  const first = waiting.find((id) => !table.get(id)?.turned) ?? waiting[0];
  if (first === undefined) {
    return [];
  }
  const { row, col, turned } = /** @type {Placement} */ (table.get(first));
  const origin = { row, col, flipped: turned };
  /** @type {Set<string>} */
  const laid = new Set();
  /** @type {Set<string>} */
  const reachable = new Set([first]);
  while (reachable.size) {
    const id = /** @type {string} */ (waiting.find((one) => reachable.has(one) && !laid.has(one)));
    laid.add(id);
    reachable.delete(id);
    cardsBeside(table, at, id).forEach((beside) => laid.has(beside) || reachable.add(beside));
  }
  return [...laid].map((id) => {
    return { card: id, ...fromOrigin(origin, /** @type {Placement} */ (table.get(id))) };
  });
}

/**
 * The moves that play a solution. Cards that do not hang together with the line stay in the hand.
 * @param {import("../play.js").Play<any, any, LineMove>} play
 * @param {import("./play.js").Deal} puzzle
 * @param {{layout: readonly PlacedCard[], line: readonly import("./cards.js").Section[]}} solution
 * @returns {LineMove[]}
 */
export function solutionMoves(play, puzzle, { layout, line }) {
  const table = new Map(layout.map(({ card, row, col, turned }) => [card, { row, col, turned }]));
  const group = groupsOf(table).find((ids) => ids.includes(line[0]?.card)) ?? [];
  const order = [...line.map(({ card }) => card), ...group];
  /** @type {LineMove[]} */
  const steps = line.map(({ card, tube }) => ({ card, tube }));
  return playedOut(play, puzzle, [...laysOf(table, group, [...new Set(order)]), ...steps]);
}

/**
 * Moves up to the end of the play, with a stop behind them if it has not ended by then.
 * @param {import("../play.js").Play<any, any, LineMove>} play
 * @param {import("./play.js").Deal} puzzle
 * @param {readonly LineMove[]} moves
 * @returns {LineMove[]}
 */
export function playedOut(play, puzzle, moves) {
  let position = play.begin(puzzle);
  /** @type {LineMove[]} */
  const made = [];
  for (const move of moves) {
    if (play.outcome(position) !== null) {
      return made;
    }
    position = play.after(position, move);
    made.push(move);
  }
  const canStop = play.moves(position).some((move) => "stop" in move);
  return canStop ? [...made, { stop: true }] : made;
}
