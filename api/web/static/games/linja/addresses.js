/** Positions and games of Linja in addresses: the puzzle's line of text, and the turns as people write them. */

/** @typedef {import("./endgame.js").EndgamePuzzle & {goal?: string}} Puzzle */

/**
 * A puzzle as one line of text.
 * @param {Puzzle} puzzle
 */
export function lineOf({ A, B, to_move: player, goal = "margin", extra_move: extra, negatives }) {
  const rows = [A, B].map((pieces) => pieces.map((n) => n.toString(16)).join("")).join("/");
  return ["linja.endgame", rows, player, goal, extra, negatives ? "yes" : "no"].join(":");
}

/**
 * The address of the analysis board, after some turns from a position.
 * @param {Puzzle} puzzle
 * @param {readonly string[]} turns
 */
export function analysisAddress(puzzle, turns) {
  const language = new URL(window.location.href).searchParams.get("lang");
  const written = turns.map((turn) => encodeURIComponent(turn).replaceAll("%20", "+")).join(";");
  return `/linja${language ? `?lang=${language}` : ""}#${lineOf(puzzle)}${written ? `~${written}` : ""}`;
}
