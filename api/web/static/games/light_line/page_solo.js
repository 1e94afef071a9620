/** light_line.solo, as the page plays it. */

import { SOLO } from "./solo.js";
import { LayView } from "./lay_view.js";
import { solutionMoves } from "./layouts.js";
import { cardsOn } from "./table_lines.js";

/** @type {import("./lay_view.js").LayRule} */
const RULE = {
  kind: "solo",
  line: { wild: true, once: false },
  limit: ({ puzzle }) => puzzle.cards.length,
  goal: ({ puzzle }) => puzzle.cards.length,
  isWanted: ({ puzzle }, line) => cardsOn(line).size === puzzle.cards.length,
  canEnd: false,
};

/** @type {import("../../frame/view.js").KindPage} */
export const PAGE = {
  play: SOLO,
  createView: (context) => new LayView(context, RULE),
  movesOf: (puzzle, solution) => solutionMoves(SOLO, puzzle, solution),
};
