/** Cover on a page: the line is drawn on the board, and the tray counts what is left. */

import { CoverView } from "./cover_view.js";
import { COVER } from "./play_cover.js";

/**
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./play_cover.js").CoverPosition} CoverPosition
 * @typedef {import("./play_cover.js").Step} Step
 */

/**
 * @param {object} _puzzle
 * @param {{line: readonly {cell: Cell}[]}} solution
 */
function movesOf(_puzzle, { line }) {
  return line.map(({ cell }) => ({ cell }));
}

/**
 * The line so far. Which card lies where stays open until it is finished.
 * @param {CoverPosition} position
 */
function progressOf({ line }) {
  return { line: line.map((cell) => ({ cell })) };
}

/** @type {import("../../frame/view.js").KindPage<any, CoverPosition, Step>} */
export const PAGE = { play: COVER, createView: (context) => new CoverView(context), movesOf, progressOf };
