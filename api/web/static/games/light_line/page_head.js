/** light_line.head, as the page plays it. */

import { HEAD } from "./head.js";
import { LayView } from "./lay_view.js";
import { solutionMoves } from "./layouts.js";

/** @param {import("./lay_view.js").Context} context */
function lengthOf({ puzzle }) {
  return /** @type {number} */ (puzzle.length);
}

/** @type {import("./lay_view.js").LayRule} */
const RULE = {
  kind: "head",
  line: { wild: false, once: true },
  limit: lengthOf,
  goal: lengthOf,
  isWanted: (context, line, onTable) => onTable === lengthOf(context) && line.length === lengthOf(context),
  canEnd: false,
};

/** @type {import("../../frame/view.js").KindPage} */
export const PAGE = {
  play: HEAD,
  createView: (context) => new LayView(context, RULE),
  movesOf: (puzzle, solution) => solutionMoves(HEAD, puzzle, solution),
};
