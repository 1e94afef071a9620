/** The order in which several players take their turns in a round. */

import { INITIATIVE } from "./board.js";

/** @typedef {import("./board.js").Card} Card */

/**
 * Returns the order of turns of a round that begins while the players' lines hold these cards.
 *
 * `lines` are the cards of each player in order of placing, without the start card; dead ends keep their
 * place. Players are numbered in the order of round 1, which is also the order as long as no card lies.
 * @param {readonly (readonly Card[])[]} lines
 * @returns {readonly number[]}
 */
export function turnOrder(lines) {
  return ordered(
    lines.map((_, player) => player),
    lines,
    1,
  );
}

/**
 * Players in order who tie so far, comparing the cards at this place from the end of their lines.
 *
 * As soon as one of them has no such card all who still tie keep the order of round 1: comparing them two by
 * two could run in a circle.
 * @param {readonly number[]} tied
 * @param {readonly (readonly Card[])[]} lines
 * @param {number} back
 * @returns {readonly number[]}
 */
function ordered(tied, lines, back) {
  if (tied.length === 1 || tied.some((player) => lines[player].length < back)) {
    return tied;
  }
  /** @param {number} player */
  const initiative = (player) => INITIATIVE[lines[player][lines[player].length - back]];
  const initiatives = [...new Set(tied.map(initiative))].sort((one, other) => one - other);
  return initiatives.flatMap((value) =>
    ordered(
      tied.filter((player) => initiative(player) === value),
      lines,
      back + 1,
    ),
  );
}
