/** Whole turns: the moves of which they consist, and how people write them. */

import { distanceToTarget } from "./board.js";
import { TURN_PLAY, extraNotation } from "./play.js";
import { secondSteps, writeTurn } from "./turns.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Player} Player
 * @typedef {import("./play.js").TurnMove} TurnMove
 * @typedef {import("./play.js").TurnPosition} TurnPosition
 * @typedef {import("./turns.js").Extra} Extra
 * @typedef {import("./turns.js").Turn} Turn
 *
 * A turn as JSON.
 * @typedef {"pass" | {initial: {from: number}, second?: {from: number} | null, extra?: Extra | null}} WrittenTurn
 */

/**
 * The moves of a turn.
 * @param {TurnPosition} start
 * @param {WrittenTurn} turn
 * @returns {TurnMove[]}
 */
export function movesOfTurn(start, turn) {
  if (turn === "pass") {
    return [{ pass: true }];
  }
  const { initial, second, extra } = turn;
  /** @type {TurnMove[]} */
  const moves = second ? [{ initial: { from: initial.from } }, { second: { from: second.from } }] : [{ initial }];
  const { complete } = afterMoves(start, moves);
  return complete ? moves : [...moves, { extra: extra ?? null }];
}

/**
 * The position after some moves.
 * @param {TurnPosition} start
 * @param {readonly TurnMove[]} moves
 */
export function afterMoves(start, moves) {
  return moves.reduce((position, move) => TURN_PLAY.after(position, move), start);
}

/**
 * A turn as a person writes it: `0 5+ 1>2`.
 * @param {Board} board before the turn
 * @param {Player} player
 * @param {Turn} turn
 */
export function turnNotation(board, player, { initial, second, extra }) {
  if (initial === null) {
    return "pass";
  }
  if (second === null) {
    return String(initial);
  }
  const earned = secondSteps(board, player, initial) === distanceToTarget(player, second) ? "+" : "";
  const moves = `${initial} ${second}${earned}`;
  return extra === null ? moves : `${moves} ${extraNotation(player, extra)}`;
}

/**
 * A turn that has been made, as a person writes it.
 * @param {TurnPosition} position
 */
export function notationOf({ before, player, turn }) {
  return turn === null ? "" : turnNotation(before, player, turn);
}

/**
 * Every position that a whole turn can lead to, with the shortest turn there, in the order of play.
 * @param {TurnPosition} start
 * @param {(position: TurnPosition) => string} keyOf what makes turns different: where they lead to
 * @returns {TurnPosition[]}
 */
export function allTurns(start, keyOf = placesOf) {
  /** @type {Map<string, TurnPosition>} */
  const shortest = new Map();
  const walk = (/** @type {TurnPosition} */ position) => {
    const moves = TURN_PLAY.moves(position);
    if (moves.length) {
      moves.forEach((move) => walk(TURN_PLAY.after(position, move)));
      return;
    }
    const key = keyOf(position);
    const known = shortest.get(key);
    if (position.turn && (!known || lengthOf(position) < lengthOf(known))) {
      shortest.set(key, position);
    }
  };
  walk(start);
  return [...shortest.values()];
}

/** @param {TurnPosition} position */
function placesOf({ board: { A, B, ended } }) {
  return `${A} ${B} ${ended}`;
}

/** @param {TurnPosition} position */
function lengthOf({ turn }) {
  return turn === null ? 0 : [turn.initial, turn.second, turn.extra].filter((move) => move !== null).length;
}

/**
 * A complete turn as JSON.
 * @param {TurnPosition} position
 * @returns {WrittenTurn}
 */
export function writtenTurn({ turn }) {
  return turn === null ? "pass" : /** @type {WrittenTurn} */ (writeTurn(turn));
}
