/** Shows a whole turn move by move, slowly enough to be followed. */

import { TURN_PLAY } from "./play.js";
import { stepOf } from "./turn_choices.js";

/**
 * @typedef {import("./board_drawing.js").Step} Step
 * @typedef {import("./play.js").TurnMove} TurnMove
 * @typedef {import("./play.js").TurnPosition} TurnPosition
 */

// Milliseconds before the first move, before each other one, and after the last.
const START = 1600;
const PAUSE = 850;

export class SlowTurn {
  #timer = 0;

  /**
   * Shows the moves one after the other, then calls `done`; until then `cancel` ends it.
   * @param {TurnPosition} start
   * @param {readonly TurnMove[]} moves
   * @param {(position: TurnPosition, last: Step | null, move: TurnMove) => void} show
   * @param {(position: TurnPosition) => void} done
   * @param {number} pause
   */
  play(start, moves, show, done, pause = START) {
    this.cancel();
    const [move, ...rest] = moves;
    this.#timer = window.setTimeout(() => {
      if (move === undefined) {
        done(start);
        return;
      }
      const position = TURN_PLAY.after(start, move);
      show(position, stepOf(start, move), move);
      this.play(position, rest, show, done, PAUSE);
    }, pause);
  }

  cancel() {
    window.clearTimeout(this.#timer);
  }
}
