/**
 * How a turn of Linja is played, move by move.
 *
 * Rows are the board's, for both players. The initial move comes first, or the pass of a player who has none;
 * then the second move, if one is owed and some piece can make it; then the extra move or the choice of none,
 * if one was earned and some piece can make it. A move that cannot be made is skipped, so a turn is complete
 * as soon as there is nothing left to choose.
 *
 * A game is a sequence of turns: each begins on the board after the one before, the players taking turns,
 * until a board is over.
 */

import { phrase } from "../../frame/texts.js";
import { choice, flag, integer, isObject, object, optional, refuse } from "../json_shapes.js";
import { refuseIllegal } from "../play.js";
import { Board, PLAYERS, ahead, distanceToTarget, opponent, target } from "./board.js";
import { PASS, extras, rowsToStartFrom, secondSteps } from "./turns.js";

/**
 * @typedef {import("./board.js").Options} Options
 * @typedef {import("./board.js").Player} Player
 * @typedef {import("./turns.js").Extra} Extra
 * @typedef {import("./turns.js").Turn} Turn
 * @typedef {import("../play.js").Phrase} Phrase
 *
 * A piece goes forward by one row from this one.
 * @typedef {{readonly initial: {readonly from: number}}} InitialMove
 *
 * A piece goes forward from this row, by as many rows as the initial move met pieces.
 * @typedef {{readonly second: {readonly from: number}}} SecondMove
 *
 * An extra move, or null to decline it.
 * @typedef {{readonly extra: Extra | null}} ExtraMove
 *
 * Pass, for want of an initial move.
 * @typedef {{readonly pass: true}} Pass
 * @typedef {InitialMove | SecondMove | ExtraMove | Pass} TurnMove
 *
 * A turn as far as it has been played.
 *
 * `before` is the board on which it began, `board` the one after the moves so far, `turn` these moves; null
 * before the first of them. `complete`: the turn is over, or the game was before it.
 * @typedef {object} TurnPosition
 * @property {Board} before
 * @property {Player} player
 * @property {Options} options
 * @property {Board} board
 * @property {Turn | null} turn
 * @property {boolean} complete
 */

const FROM = object({ from: integer });
const EXTRA = object({ piece: choice(PLAYERS), from: integer, to: integer });
const MOVES = {
  initial: object({ initial: FROM }),
  second: object({ second: FROM }),
  extra: object({ extra: optional(EXTRA) }),
  pass: object({ pass: flag }),
};

/**
 * @param {Board} board
 * @param {Player} player
 * @param {Options} options
 * @returns {TurnPosition}
 */
export function beginTurn(board, player, options) {
  return Object.freeze({ before: board, player, options, board, turn: null, complete: board.over });
}

/** The rules of a turn: the members of a play but for those in which kinds differ. */
export const TURN_PLAY = {
  /** @param {TurnPosition} position */
  player: ({ complete, player }) => (complete ? null : player),

  moves,

  /**
   * @param {TurnPosition} position
   * @param {TurnMove} move
   * @returns {TurnPosition}
   */
  after(position, move) {
    refuseIllegal(moves(position), move);
    if ("initial" in move) {
      return afterInitial(position, move.initial.from);
    }
    if ("second" in move) {
      return afterSecond(position, move.second.from);
    }
    if ("pass" in move) {
      return Object.freeze({ ...position, turn: PASS, complete: true });
    }
    const { board, turn } = position;
    const { extra } = move;
    return Object.freeze({
      ...position,
      board: extra === null ? board : afterExtra(board, extra),
      turn: { ...(turn ?? PASS), extra },
      complete: true,
    });
  },

  /**
   * @param {TurnPosition} position
   * @param {TurnMove} move
   */
  describe({ before, player, turn }, move) {
    if ("pass" in move) {
      return phrase("linja.play.pass");
    }
    if ("extra" in move) {
      return move.extra ? extraWords(move.extra) : phrase("linja.play.no_extra");
    }
    if ("initial" in move) {
      return initialWords(player, move.initial.from, secondSteps(before, player, move.initial.from));
    }
    return secondWords(player, move.second.from, stepsOwed(before, player, turn));
  },

  /**
   * `0`: the row from which the move starts. `1>2`, `B4>3`: an extra move; `none`, `pass`.
   * @param {TurnPosition} position
   * @param {TurnMove} move
   */
  notation({ player }, move) {
    if ("extra" in move) {
      return move.extra ? extraNotation(player, move.extra) : "none";
    }
    if ("pass" in move) {
      return "pass";
    }
    return String("initial" in move ? move.initial.from : move.second.from);
  },

  /**
   * @param {unknown} document
   * @returns {TurnMove}
   */
  parseMove(document) {
    const [name] = Object.keys(isObject(document) ? document : {});
    if (name === "initial" || name === "second" || name === "extra" || name === "pass") {
      return MOVES[name](document);
    }
    return refuse("a move: an object with initial, second, extra or pass", document);
  },

  /** @param {TurnMove} move */
  serialiseMove: (move) => move,
};

/**
 * Returns the moves by the rows where they start, in the order in which the player comes to them.
 * @param {TurnPosition} position
 * @returns {readonly TurnMove[]}
 */
function moves({ before, player, options, board, turn, complete }) {
  if (complete) {
    return [];
  }
  if (turn === null) {
    const starts = rowsToStartFrom(board, player, 1);
    return starts.length ? starts.map((from) => ({ initial: { from } })) : [{ pass: true }];
  }
  if (turn.second === null) {
    const starts = rowsToStartFrom(board, player, stepsOwed(before, player, turn));
    return starts.map((from) => ({ second: { from } }));
  }
  return [...extras(board, player, options), null].map((extra) => ({ extra }));
}

/**
 * Returns how many rows the second move goes.
 * @param {Board} before
 * @param {Player} player
 * @param {Turn | null} turn
 */
function stepsOwed(before, player, turn) {
  return turn === null || turn.initial === null ? 0 : secondSteps(before, player, turn.initial);
}

/**
 * @param {TurnPosition} position
 * @param {number} start
 * @returns {TurnPosition}
 */
function afterInitial(position, start) {
  const { player, before } = position;
  const board = position.board.afterMove(player, start, ahead(player, start, 1));
  /** @type {Turn} */
  const turn = { initial: start, second: null, extra: null };
  // A second move that no piece can make is forfeited.
  const owed = rowsToStartFrom(board, player, stepsOwed(before, player, turn));
  return Object.freeze({ ...position, board, turn, complete: !owed.length });
}

/**
 * @param {TurnPosition} position
 * @param {number} start
 * @returns {TurnPosition}
 */
function afterSecond(position, start) {
  const { player, before, options, turn } = position;
  const steps = stepsOwed(before, player, turn);
  const board = position.board.afterMove(player, start, ahead(player, start, steps));
  const earned = steps === distanceToTarget(player, start) && extras(board, player, options).length > 0;
  return Object.freeze({ ...position, board, turn: { ...(turn ?? PASS), second: start }, complete: !earned });
}

/**
 * The board after an extra move. The game is over even if the move steps back over the other side.
 * @param {Board} board
 * @param {Extra} extra
 */
function afterExtra(board, { piece, from, to }) {
  const { A, B, passed } = board.afterMove(piece, from, to);
  return new Board(A, B, board.passed && !passed);
}

/**
 * The extra move of the player: `1>2`, or `B4>3` with an opponent's piece.
 * @param {Player} player
 * @param {Extra} extra
 */
export function extraNotation(player, { piece, from, to }) {
  return `${piece === opponent(player) ? piece : ""}${from}>${to}`;
}

/**
 * @param {Player} player
 * @param {number} start
 * @param {number} steps how many rows the second move will go
 */
function initialWords(player, start, steps) {
  const end = ahead(player, start, 1);
  const move = moveWords("initial", 1, player, start, end);
  if (end === target(player)) {
    return phrase("linja.drawing.move_target", { move });
  }
  return phrase(`linja.drawing.${steps ? "move_held" : "move_held_none"}`, { move, n: steps });
}

/**
 * @param {Player} player
 * @param {number} start
 * @param {number} steps
 */
function secondWords(player, start, steps) {
  const end = ahead(player, start, steps);
  const move = moveWords("second", 2, player, start, end);
  if (end !== target(player)) {
    return move;
  }
  const exact = steps === distanceToTarget(player, start);
  return phrase(`linja.drawing.${exact ? "move_exact" : "move_target"}`, { move });
}

/** @param {Extra} extra */
function extraWords({ piece, from, to }) {
  return moveWords("extra", 3, piece, from, to);
}

/**
 * @param {"initial" | "second" | "extra"} name
 * @param {number} number
 * @param {Player} piece
 * @param {number} start
 * @param {number} end
 * @returns {Phrase}
 */
function moveWords(name, number, piece, start, end) {
  const way = phrase("linja.drawing.way", { start: rowWords(start), end: rowWords(end) });
  return phrase(`linja.play.${name}`, { number, piece, way });
}

/** @param {number} row */
function rowWords(row) {
  return phrase("linja.drawing.row", { row });
}
