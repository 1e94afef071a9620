/** Linja on the analysis page: its positions, its turns as JSON and in words, and what is known of the opening. */

import { phrase } from "../../frame/texts.js";
import { KIND, readLine, writeLine } from "./addresses.js";
import { AnalysisBoard, afterTurn } from "./analysis_board.js";
import { Board, START } from "./board.js";
import { beginTurn } from "./play.js";
import { PositionSetup } from "./setup_position.js";
import { afterMoves, allTurns, movesOfTurn, notationOf, writtenTurn } from "./turn_moves.js";

/**
 * @typedef {import("./endgame.js").EndgamePuzzle} EndgamePuzzle
 * @typedef {import("./play.js").TurnPosition} TurnPosition
 * @typedef {import("./turn_moves.js").WrittenTurn} WrittenTurn
 * @typedef {import("../play.js").Phrase} Phrase
 */

const GAME_START = {
  kind: KIND,
  A: START.A,
  B: START.B,
  to_move: "A",
  goal: "margin",
  extra_move: "own",
  negatives: true,
};
// What the table of all positions says of the start: its value, and how many first turns keep it.
const OPENINGS = [
  { extra: "own", negatives: true, value: 1, best: 10, all: 68 },
  { extra: "own", negatives: false, value: 1, best: 5, all: 68 },
  { extra: "any", negatives: true, value: 0, best: 96, all: 133 },
  { extra: "any", negatives: false, value: 0, best: 118, all: 133 },
];
const EXTRAS = ["0>1", "2>3", "3>4", "4>5", "6>7"].map((extra) => `0 5+ ${extra}`);
const USUAL_FIRST_TURNS = ["0 0", "0 2", "0 3", "3 0", "4 0", ...EXTRAS];

/** @type {import("../../frame/analysis_game.js").AnalysisGame<TurnPosition, WrittenTurn>} */
export const ANALYSIS = {
  players: ["A", "B"],
  start: GAME_START,

  begin: (/** @type {EndgamePuzzle} */ { A, B, to_move: player, extra_move, negatives }) =>
    beginTurn(new Board(A, B), player, { extra_move, negatives }),

  document: ({ board: { A, B }, player, options }) => {
    return { kind: KIND, A, B, to_move: player, goal: "margin", ...options };
  },

  player: ({ player }) => player,

  end: ({ board, options }) => (board.over ? { margin: board.margin("A", options) } : null),

  turns: (position) => allTurns(position).map(writtenTurn),

  after: afterTurn,

  notation: (position, turn) => notationOf(afterMoves(position, movesOfTurn(position, turn))),

  readTurn,
  writeLine,
  readLine,
  notes,
  createBoard: (context) => new AnalysisBoard(context),
  createSetup: (context) => new PositionSetup(context),
};

/**
 * The legal turn that a person wrote; the + may be left out.
 * @param {TurnPosition} position
 * @param {string} text
 * @returns {WrittenTurn | null}
 */
function readTurn(position, text) {
  const wanted = tidied(text);
  const found = everyTurn(position).find((after) => tidied(notationOf(after)) === wanted);
  return found ? writtenTurn(found) : null;
}

/**
 * Every turn, also those that lead to the same position.
 * @param {TurnPosition} position
 * @returns {TurnPosition[]}
 */
function everyTurn(position) {
  return allTurns(position, (after) => notationOf(after));
}

/**
 * A turn that is not divided at the end of a line.
 * @param {string} turn
 */
function unbroken(turn) {
  return turn.replaceAll(" ", "\u00a0");
}

/** @param {string} text */
function tidied(text) {
  return text.replace(/[+,\s]+/g, " ").replaceAll("-", ">").trim().toUpperCase();
}

/**
 * What the table says of the opening.
 * @param {TurnPosition} position
 * @returns {readonly Phrase[]}
 */
function notes({ board, player, options }) {
  const isStart = player === "A" && `${board.A} ${board.B}` === `${START.A} ${START.B}`;
  const { extra_move: extra, negatives } = options;
  const known = OPENINGS.find((opening) => opening.extra === extra && opening.negatives === negatives);
  if (!isStart || !known) {
    return [];
  }
  const { value, best, all } = known;
  const words = [phrase(`linja.page.opening.${value ? "win" : "draw"}`, { n: value, best, all })];
  if (extra === "own" && negatives) {
    words.push(phrase("linja.page.opening.turns", { turns: USUAL_FIRST_TURNS.map(unbroken) }));
  }
  return words;
}
