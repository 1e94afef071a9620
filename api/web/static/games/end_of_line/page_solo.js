/** Solo on a page: cards go from the hand to the board, round by round. */

import { IllegalMove } from "../play.js";
import { SOLO } from "./play_solo.js";
import { SoloView } from "./solo_view.js";

/**
 * @typedef {import("./player_state.js").Round} Round
 * @typedef {import("./play_solo.js").SoloMove} SoloMove
 * @typedef {import("./play_solo.js").SoloPosition} SoloPosition
 */

/**
 * The moves that play a solution. It does not say which card a reverse turned back: one is found with which
 * all cards can be placed.
 * @param {import("./play_solo.js").SoloDocument} puzzle
 * @param {{rounds: readonly Round[]}} solution
 * @returns {readonly SoloMove[]}
 */
function movesOf(puzzle, { rounds }) {
  /** @type {readonly SoloMove[]} */
  const plain = rounds.flatMap(({ energy, cards }) => [...(energy ? [{ energy }] : []), ...cards]);

  /**
   * @param {SoloPosition} position
   * @param {number} i
   * @returns {readonly SoloMove[] | null}
   */
  function along(position, i) {
    if (i === plain.length) {
      return [];
    }
    for (const move of choices(plain[i], position)) {
      const following = afterOrNull(position, move);
      const rest = following && along(following, i + 1);
      if (rest) {
        return [move, ...rest];
      }
    }
    return null;
  }

  const moves = along(SOLO.begin(puzzle), 0);
  if (moves === null) {
    throw new IllegalMove("no choice of the cards turned back plays this solution");
  }
  return moves;
}

/**
 * @param {SoloMove} move
 * @param {SoloPosition} position
 * @returns {SoloMove[]}
 */
function choices(move, position) {
  if ("energy" in move) {
    return [{ energy: move.energy }];
  }
  const { card, cell } = move;
  return position.mayReverse ? [{ card, cell }, { card, cell, reverse: true }] : [{ card, cell }];
}

/**
 * @param {SoloPosition} position
 * @param {SoloMove} move
 */
function afterOrNull(position, move) {
  try {
    return SOLO.after(position, move);
  } catch (error) {
    if (error instanceof IllegalMove) {
      return null;
    }
    throw error;
  }
}

/** @type {import("../../frame/view.js").KindPage<any, SoloPosition, SoloMove>} */
export const PAGE = { play: SOLO, createView: (context) => new SoloView(context), movesOf };
