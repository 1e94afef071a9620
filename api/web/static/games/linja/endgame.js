/** linja.endgame: one whole turn that wins, holds the draw, or keeps the greatest margin. */

import { phrase } from "../../frame/texts.js";
import { lost, solved } from "../play.js";
import { Board } from "./board.js";
import { TURN_PLAY, beginTurn } from "./play.js";
import { writeTurn } from "./turns.js";

/**
 * @typedef {import("./board.js").Options} Options
 * @typedef {import("./board.js").Player} Player
 * @typedef {import("./board.js").Rows} Rows
 *
 * @typedef {{readonly A: Rows, readonly B: Rows, readonly to_move: Player} & Options} EndgamePuzzle
 *
 * @typedef {import("./play.js").TurnMove} TurnMove
 * @typedef {import("./play.js").TurnPosition} TurnPosition
 */

/**
 * One turn, which is over when it is complete. Whether it meets the goal is for a solver to say.
 * @type {import("../play.js").Play<EndgamePuzzle, TurnPosition, TurnMove>}
 */
export const ENDGAME = {
  ...TURN_PLAY,

  begin: ({ A, B, to_move: player, extra_move, negatives }) =>
    beginTurn(new Board(A, B), player, { extra_move, negatives }),

  outcome({ complete, turn }) {
    if (!complete) {
      return null;
    }
    return turn === null ? lost(phrase("linja.play.over")) : solved();
  },

  solution: ({ turn }) => (turn === null ? null : { turn: writeTurn(turn) }),
};
