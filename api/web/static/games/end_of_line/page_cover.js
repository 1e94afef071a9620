/** Cover on a page: the line is drawn on the board, and the tray counts what is left. */

import { COVER } from "./play_cover.js";
import { CoverView } from "./cover_view.js";

/**
 * @param {object} _puzzle
 * @param {{line: readonly {cell: import("./board.js").Cell}[]}} solution
 */
function movesOf(_puzzle, solution) {
  return solution.line.map(({ cell }) => ({ cell }));
}

/** @type {import("../../frame/view.js").KindPage} */
export const PAGE = { play: COVER, createView: (context) => new CoverView(context), movesOf };
