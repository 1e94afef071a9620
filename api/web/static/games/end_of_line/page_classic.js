/** Classic on a page: cards are drawn one by one, and go to the board or to the discard pile. */

import { ClassicView } from "./classic_view.js";
import { CLASSIC } from "./play_classic.js";

/**
 * @typedef {import("./play_classic.js").Action} Action
 * @typedef {import("./play_classic.js").ClassicPosition} ClassicPosition
 */

/**
 * The moves that play a solution: its actions.
 * @param {object} _puzzle
 * @param {{actions: readonly unknown[]}} solution
 */
function movesOf(_puzzle, { actions }) {
  return actions.map(CLASSIC.parseMove);
}

/** @type {import("../../frame/view.js").KindPage<any, ClassicPosition, Action>} */
export const PAGE = { play: CLASSIC, createView: (context) => new ClassicView(context), movesOf };
