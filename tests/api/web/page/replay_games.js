/** Replays whole games of Linja with the rules in JavaScript, for comparison with those in Python. */

import { START, opponent } from "/games/linja/board.js";
import { TURN_PLAY, beginTurn } from "/games/linja/play.js";

/** The positions of a game, as JSON. */
export function trace({ options, first, choices }) {
  let player = first;
  let position = beginTurn(START, player, options);
  const steps = [];
  const next = choices.values();
  for (;;) {
    const { board } = position;
    const moves = TURN_PLAY.moves(position);
    steps.push({
      A: board.A,
      B: board.B,
      ended: board.ended,
      over: board.over,
      margin: board.margin("A", options),
      moves: moves.map((move) => TURN_PLAY.notation(position, move)),
    });
    if (moves.length) {
      position = TURN_PLAY.after(position, moves[next.next().value]);
    } else if (board.over) {
      return steps;
    } else {
      player = opponent(player);
      position = beginTurn(board, player, options);
    }
  }
}
