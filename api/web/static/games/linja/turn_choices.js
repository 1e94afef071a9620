/** What a player can touch while a turn is made: the pieces that may move, and where each of them can go. */

import { phrase } from "../../frame/texts.js";
import { LAST, ahead, distanceToTarget, target } from "./board.js";
import { TURN_PLAY } from "./play.js";
import { secondSteps } from "./turns.js";

/**
 * @typedef {import("./board.js").Player} Player
 * @typedef {import("./board_drawing.js").Goal} Goal
 * @typedef {import("./board_drawing.js").Standing} Standing
 * @typedef {import("./board_drawing.js").Step} Step
 * @typedef {import("./play.js").TurnMove} TurnMove
 * @typedef {import("./play.js").TurnPosition} TurnPosition
 * @typedef {import("../play.js").Phrase} Phrase
 *
 * A move as a piece that goes from a row to a row. `exact`: it reaches its target row with exactly the rows of
 * the second move.
 * @typedef {Step & {readonly move: TurnMove, readonly exact: boolean}} Choice
 */

/**
 * Which of the three moves of a turn comes next; null where there is none to choose.
 * @param {TurnPosition} position
 * @returns {"initial" | "second" | "extra" | "pass" | null}
 */
export function stageOf(position) {
  const [move] = TURN_PLAY.moves(position);
  if (move === undefined) {
    return null;
  }
  return "initial" in move ? "initial" : "second" in move ? "second" : "extra" in move ? "extra" : "pass";
}

/**
 * How many rows the second move goes; 0 before the initial move, and where there is no second move.
 * @param {TurnPosition} position
 */
export function stepsOf({ before, player, turn }) {
  return turn === null || turn.initial === null ? 0 : secondSteps(before, player, turn.initial);
}

/**
 * The moves that a piece makes. Passing and doing without an extra move are none of them.
 * @param {TurnPosition} position
 * @returns {Choice[]}
 */
export function choicesOf(position) {
  return TURN_PLAY.moves(position).flatMap((move) => {
    const step = stepOf(position, move);
    return step ? [{ ...step, move, exact: isExact(position, move) }] : [];
  });
}

/**
 * The step that a move makes on the board; null where nothing moves.
 * @param {TurnPosition} position before the move
 * @param {TurnMove} move
 * @returns {Step | null}
 */
export function stepOf(position, move) {
  const { player } = position;
  if ("initial" in move) {
    return { piece: player, from: move.initial.from, to: ahead(player, move.initial.from, 1) };
  }
  if ("second" in move) {
    return { piece: player, from: move.second.from, to: ahead(player, move.second.from, stepsOf(position)) };
  }
  return "extra" in move ? move.extra : null;
}

/**
 * The steps of the turn so far.
 * @param {TurnPosition} position
 * @returns {Step[]}
 */
export function stepsSoFar(position) {
  const { player, turn } = position;
  if (turn === null || turn.initial === null) {
    return [];
  }
  const steps = [{ piece: player, from: turn.initial, to: ahead(player, turn.initial, 1) }];
  if (turn.second !== null) {
    steps.push({ piece: player, from: turn.second, to: ahead(player, turn.second, stepsOf(position)) });
  }
  return turn.extra ? [...steps, turn.extra] : steps;
}

/**
 * @param {TurnPosition} position
 * @param {TurnMove} move
 */
function isExact(position, move) {
  return "second" in move && stepsOf(position) === distanceToTarget(position.player, move.second.from);
}

/**
 * Why no piece of a row can be moved now.
 * @param {TurnPosition} position
 * @param {number} row
 * @returns {Phrase}
 */
export function whyNot(position, row) {
  const { player, board } = position;
  const stage = stageOf(position);
  if (stage === null) {
    return phrase("linja.page.why.complete");
  }
  if (stage === "pass") {
    return phrase("linja.page.why.pass", { player });
  }
  if (board.pieces(player)[row] === 0) {
    return phrase("linja.page.why.no_piece", { player, row });
  }
  if (stage === "extra") {
    return phrase("linja.page.why.no_room");
  }
  if (row === target(player)) {
    return phrase("linja.page.why.in_target", { player });
  }
  return phrase("linja.page.why.full", { row: ahead(player, row, stage === "initial" ? 1 : stepsOf(position)) });
}

/**
 * Why the selected piece cannot go to a row.
 * @param {TurnPosition} position
 * @returns {Phrase}
 */
export function whyNotThere(position) {
  const stage = stageOf(position);
  const n = stage === "second" ? stepsOf(position) : 1;
  return phrase(stage === "extra" ? "linja.page.why.extra" : "linja.page.why.distance", { n });
}

/**
 * A row in words: what stands there, and what can be done.
 * @param {TurnPosition} position
 * @param {number} row
 * @param {readonly Choice[]} choices
 * @returns {Phrase[]}
 */
export function rowWords({ board }, row, choices) {
  const words = [
    phrase("linja.page.row.name", { row }),
    phrase("linja.page.row.pieces", { player: "A", n: board.A[row] }),
    phrase("linja.page.row.pieces", { player: "B", n: board.B[row] }),
  ];
  if (board.full(row)) {
    words.push(phrase("linja.page.row.full"));
  } else if (row > 0 && row < LAST) {
    words.push(phrase("linja.page.row.count", { n: board.countIn(row) }));
  }
  const goals = choices.filter((choice) => choice.from === row);
  return [...words, ...goals.map(({ piece, to }) => phrase("linja.page.row.can_go", { player: piece, row: to }))];
}

/**
 * What is said when a piece is selected: where it goes, and what follows.
 * @param {TurnPosition} position
 * @param {Choice} choice
 * @returns {Phrase}
 */
export function goalWords(position, { piece, from, to, move, exact }) {
  const way = { player: piece, start: from, end: to };
  if ("initial" in move) {
    const n = secondSteps(position.before, position.player, from);
    return phrase(to === target(piece) ? "linja.page.goal.target" : "linja.page.goal.initial", { ...way, n });
  }
  return phrase(exact ? "linja.page.goal.exact" : "linja.page.goal.plain", way);
}
