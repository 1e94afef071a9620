/** light_line.place: lay one card beside those on the table, so that a line of a single colour grows. */

import { phrase } from "../../frame/texts.js";
import { boolean, integer, object, pair } from "../json_shapes.js";
import { lost, refuseIllegal, solved } from "../play.js";
import { printableName } from "./cards.js";
import { grownLines, socketsOf } from "./grown_lines.js";
import { layWords, placementNotation } from "./names.js";
import { cellsBeside } from "./play.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").Placement} Placement
 *
 * @typedef {object} PlacePuzzle
 * @property {readonly ({readonly card: Card} & Placement)[]} layout
 * @property {Card} card the new one
 *
 * The layout, and where the card was laid.
 * @typedef {object} PlacePosition
 * @property {PlacePuzzle} puzzle
 * @property {import("./grown_lines.js").Sockets} lying the tubes of the layout
 * @property {Placement | null} placement
 */

export const MAX_SCORE = 10;

const PLACEMENT = object({ row: integer, col: integer, turned: boolean });

/**
 * @param {PlacePosition} position
 * @returns {readonly Placement[]}
 */
function moves({ puzzle, lying, placement }) {
  if (placement !== null) {
    return [];
  }
  const cells = cellsBeside(puzzle.layout.map(({ row, col }) => [row, col]));
  const ways = cells.flatMap(([row, col]) => [false, true].map((turned) => ({ row, col, turned })));
  return ways.filter((way) => grownLines(lying, puzzle.card, way).length);
}

/**
 * One move: lay the card beside others, where a line grows.
 * @type {import("../play.js").Play<PlacePuzzle, PlacePosition, Placement>}
 */
export const PLACE = {
  begin(puzzle) {
    // Farther out places could not be told from each other.
    puzzle.layout.forEach(({ row, col }) => pair([row, col]));
    const lying = socketsOf(puzzle.layout.map((placedCard) => [placedCard.card, placedCard]));
    return Object.freeze({ puzzle, lying, placement: null });
  },

  player: () => null,

  moves,

  after(position, move) {
    refuseIllegal(moves(position), move);
    return Object.freeze({ ...position, placement: move });
  },

  outcome(position) {
    const { puzzle, placement } = position;
    if (placement !== null) {
      return solved(scoreOf(linesGrownBy(position, placement)));
    }
    const card = printableName(puzzle.card.id);
    return moves(position).length ? null : lost(phrase("light_line.play.no_line_grows", { card }));
  },

  solution: ({ placement }) => placement,

  describe: ({ puzzle }, move) => layWords(move, printableName(puzzle.card.id), puzzle.layout),

  /** `-1,0`: row -1, column 0. `-1,0 t`: the same, turned. */
  notation: (_, move) => placementNotation(move),

  parseMove: PLACEMENT,

  serialiseMove: (move) => move,
};

/**
 * The lines that the card makes grow where it is laid, longest first.
 * @param {PlacePosition} position
 * @param {Placement} placement
 */
export function linesGrownBy({ puzzle, lying }, placement) {
  return grownLines(lying, puzzle.card, placement);
}

/**
 * The points for lines that grow.
 * @param {readonly import("./grown_lines.js").GrownLine[]} lines
 */
export function scoreOf(lines) {
  return Math.min(MAX_SCORE, lines.reduce((sum, line) => sum + line.sections.length, 0));
}
