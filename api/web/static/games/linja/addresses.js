/** Positions and games of Linja in addresses: the puzzle's line of text, and the turns as people write them. */

import { pageData } from "../../frame/page_data.js";
import { LAST, MAX_INSIDE, PLAYERS, ROWS } from "./board.js";

/**
 * @typedef {import("./endgame.js").EndgamePuzzle & {goal?: string}} Puzzle
 * @typedef {import("./board.js").Rows} Rows
 */

export const KIND = "linja.endgame";
export const PIECES = 12;
const DEFAULTS = ["margin", "own", "yes"];
const GOALS = ["win", "draw", "margin"];

/**
 * A puzzle as one line of text.
 * @param {Puzzle} puzzle
 */
export function writeLine({ A, B, to_move: player, goal = "margin", extra_move: extra, negatives }) {
  const rows = [A, B].map((pieces) => pieces.map((n) => n.toString(16)).join("")).join("/");
  return [KIND, rows, player, goal, extra, negatives ? "yes" : "no"].join(":");
}

/**
 * The puzzle of a line of text; null where it is none.
 * @param {string} text
 * @returns {Puzzle & {kind: string} | null}
 */
export function readLine(text) {
  const [kind, rows = "", player = "", ...rest] = text.trim().split(":");
  const [goal, extra, negatives] = DEFAULTS.map((usual, i) => (rest[i] || usual).toLowerCase());
  const [A, B] = rows.split("/").map(readRows);
  const side = PLAYERS.find((each) => each === player.toUpperCase());
  const isKnown =
    GOALS.includes(goal) && (extra === "own" || extra === "any") && ["yes", "no"].includes(negatives);
  if (kind.toLowerCase() !== KIND || rest.length > DEFAULTS.length || !side || !A || !B || !isKnown) {
    return null;
  }
  const options = { extra_move: /** @type {"own" | "any"} */ (extra), negatives: negatives === "yes" };
  const puzzle = { kind: KIND, A, B, to_move: side, goal, ...options };
  return wrongWith(A, B).length === 0 ? puzzle : null;
}

/** @param {string} text */
function readRows(text) {
  return /^[0-9a-c]{8}$/i.test(text) ? [...text].map((digit) => parseInt(digit, 16)) : null;
}

/**
 * What keeps rows of pieces from being a position: a player with another number of pieces, a row too full.
 * @param {Rows} A
 * @param {Rows} B
 * @returns {import("../play.js").Phrase[]}
 */
export function wrongWith(A, B) {
  const sum = (/** @type {Rows} */ rows) => rows.reduce((total, n) => total + n, 0);
  const sides = { A, B };
  const miscounted = PLAYERS.filter((player) => sum(sides[player]) !== PIECES).map((player) => ({
    key: "linja.page.setup.pieces",
    parts: { player, count: sum(sides[player]), all: PIECES },
  }));
  const crowded = [...Array(ROWS).keys()]
    .filter((row) => row > 0 && row < LAST && A[row] + B[row] > MAX_INSIDE)
    .map((row) => ({ key: "linja.page.setup.crowded", parts: { row, count: A[row] + B[row], most: MAX_INSIDE } }));
  return [...miscounted, ...crowded];
}

/**
 * The address of the analysis board, after some turns from a position.
 * @param {Puzzle} puzzle
 * @param {readonly string[]} turns
 */
export function analysisAddress(puzzle, turns) {
  const written = turns.map((turn) => encodeURIComponent(turn).replaceAll("%20", "+")).join(";");
  return `/linja${pageData().query ?? ""}#${writeLine(puzzle)}${written ? `~${written}` : ""}`;
}
