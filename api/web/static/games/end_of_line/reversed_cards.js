/** Finds the moves that play a solution, which does not say which cards a reverse turned back. */

import { IllegalMove } from "../play.js";

/**
 * @typedef {import("./player_state.js").Move} Move
 * @typedef {import("./player_state.js").Round} Round
 */

/**
 * The moves that play these rounds, or the turns of several players: of all choices of the cards turned back
 * the first with which all cards can be placed.
 * @template P, T
 * @param {import("../play.js").Play<P, T, Move>} play
 * @param {P} puzzle
 * @param {readonly Round[]} rounds
 * @param {(position: T) => boolean} mayReverse
 * @returns {readonly Move[]}
 */
export function movesOfRounds(play, puzzle, rounds, mayReverse) {
  /** @type {readonly Move[]} */
  const plain = rounds.flatMap(({ energy, cards }) => [...(energy ? [{ energy }] : []), ...cards]);

  /**
   * @param {T} position
   * @param {number} i
   * @returns {readonly Move[] | null}
   */
  function along(position, i) {
    if (i === plain.length) {
      return [];
    }
    for (const move of choices(plain[i], mayReverse(position))) {
      const following = afterOrNull(play, position, move);
      const rest = following && along(following, i + 1);
      if (rest) {
        return [move, ...rest];
      }
    }
    return null;
  }

  const moves = along(play.begin(puzzle), 0);
  if (moves === null) {
    throw new IllegalMove("no choice of the cards turned back plays this solution");
  }
  return moves;
}

/**
 * @param {Move} move
 * @param {boolean} mayReverse
 * @returns {readonly Move[]}
 */
function choices(move, mayReverse) {
  if ("energy" in move) {
    return [{ energy: move.energy }];
  }
  const { card, cell } = move;
  return mayReverse ? [{ card, cell }, { card, cell, reverse: true }] : [{ card, cell }];
}

/**
 * @template T
 * @param {import("../play.js").Play<any, T, Move>} play
 * @param {T} position
 * @param {Move} move
 * @returns {T | null}
 */
function afterOrNull(play, position, move) {
  try {
    return play.after(position, move);
  } catch (error) {
    if (error instanceof IllegalMove) {
      return null;
    }
    throw error;
  }
}
