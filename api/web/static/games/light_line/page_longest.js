/** light_line.longest, as the page plays it. */

import { LONGEST } from "./longest.js";
import { LayView } from "./lay_view.js";
import { solutionMoves } from "./layouts.js";
import { cardsOn } from "./table_lines.js";

/** @type {import("./lay_view.js").LayRule} */
const RULE = {
  kind: "longest",
  line: { wild: false, once: false },
  limit: ({ puzzle }) => puzzle.cards.length,
  goal: ({ target }) => target,
  isWanted: ({ target }, line) => target !== null && cardsOn(line).size >= target,
  canEnd: true,
};

/** @type {import("../../frame/view.js").KindPage} */
export const PAGE = {
  play: LONGEST,
  createView: (context) => new LayView(context, RULE),
  movesOf: (puzzle, solution) => solutionMoves(LONGEST, puzzle, solution),
};
