/** Solo on a page: cards go from the hand to the board, round by round. */

import { SOLO } from "./play_solo.js";
import { movesOfRounds } from "./reversed_cards.js";
import { SoloView } from "./solo_view.js";

/**
 * @typedef {import("./player_state.js").Round} Round
 * @typedef {import("./play_solo.js").SoloDocument} SoloDocument
 * @typedef {import("./play_solo.js").SoloMove} SoloMove
 * @typedef {import("./play_solo.js").SoloPosition} SoloPosition
 */

/** @type {(puzzle: SoloDocument, solution: {rounds: readonly Round[]}) => readonly SoloMove[]} */
const movesOf = (puzzle, { rounds }) => movesOfRounds(SOLO, puzzle, rounds, ({ mayReverse }) => mayReverse);

/** @type {import("../../frame/view.js").KindPage<any, SoloPosition, SoloMove>} */
export const PAGE = { play: SOLO, createView: (context) => new SoloView(context), movesOf };
