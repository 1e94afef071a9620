/** Co-op on a page: players take turns at one table, or each on a screen of their own, with a link to the play. */

import { CoopView } from "./coop_view.js";
import { COOP } from "./play_coop.js";
import { movesOfRounds } from "./reversed_cards.js";

/**
 * @typedef {import("./play_coop.js").CoopDocument} CoopDocument
 * @typedef {import("./play_coop.js").CoopMove} CoopMove
 * @typedef {import("./play_coop.js").CoopPosition} CoopPosition
 * @typedef {import("./play_coop.js").CoopRound} CoopRound
 */

/** @type {(puzzle: CoopDocument, solution: {rounds: readonly CoopRound[]}) => readonly CoopMove[]} */
const movesOf = (puzzle, { rounds }) =>
  movesOfRounds(
    COOP,
    puzzle,
    rounds.flatMap(({ turns }) => turns),
    ({ state }) => state.mayReverse,
  );

/** @type {import("../../frame/view.js").KindPage<any, CoopPosition, CoopMove>} */
export const PAGE = { play: COOP, createView: (context) => new CoopView(context), movesOf };
