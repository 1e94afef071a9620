/** The positions along the moves of a play; those that two calls have in common are worked out once. */

import { isSame } from "./history.js";

/** @typedef {import("../games/play.js").Play<any, any, any>} Play */

export class Positions {
  /** @type {any[]} */
  #moves = [];
  /** @type {any[]} */
  #positions;

  /**
   * @param {Play} play
   * @param {object} puzzle
   */
  constructor(play, puzzle) {
    this.play = play;
    this.#positions = [play.begin(puzzle)];
  }

  /**
   * Returns the positions from the start on, the one after the last move included. Throws what `play.after`
   * throws where a move is not legal.
   * @param {readonly any[]} moves
   * @returns {readonly any[]}
   */
  along(moves) {
    for (let i = 0; i < moves.length; i++) {
      if (i < this.#moves.length && isSame(this.#moves[i], moves[i])) {
        continue;
      }
      const after = this.play.after(this.#positions[i], moves[i]);
      this.#moves.splice(i, Infinity, moves[i]);
      this.#positions.splice(i + 1, Infinity, after);
    }
    return this.#positions.slice(0, moves.length + 1);
  }

  /**
   * Returns the position after these moves.
   * @param {readonly any[]} moves
   * @returns {any}
   */
  after(moves) {
    return this.along(moves)[moves.length];
  }
}
