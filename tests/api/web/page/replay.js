/** Replays plays with the rules in JavaScript, for comparison with those in Python. */

import { IllegalMove } from "/games/play.js";
import { BadInput } from "/games/json_shapes.js";

export { BadInput };

/** The positions of a play, as JSON: what each member of Play says of them. */
export function trace(play, { puzzle, choices }) {
  let position = play.begin(puzzle);
  const steps = [];
  for (let step = 0; ; step += 1) {
    const moves = play.moves(position);
    const chosen = moves[choices[step]];
    steps.push({
      player: play.player(position),
      moves: moves.map((move) => play.serialiseMove(move)),
      notations: moves.map((move) => play.notation(position, move)),
      description: chosen === undefined ? null : play.describe(position, chosen),
      solution: play.solution(position),
      outcome: play.outcome(position),
    });
    if (chosen === undefined) {
      return steps;
    }
    position = play.after(position, play.parseMove(JSON.parse(JSON.stringify(play.serialiseMove(chosen)))));
  }
}

/** The text of a JSON value with sorted fields. */
export function canonical(value) {
  return JSON.stringify(value, (_, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** The SHA-256 of the canonical text of a play's trace. */
export async function digest(play, vector) {
  const text = canonical(trace(play, vector));
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** How many sequences of `depth` legal moves there are. */
export function perft(play, position, depth) {
  if (depth === 0) {
    return 1;
  }
  const moves = play.moves(position);
  return moves.reduce((sum, move) => sum + perft(play, play.after(position, move), depth - 1), 0);
}

/** Tries in each position the moves of all others: how many are refused, and those that are not. */
export function illegalMoves(play, vectors) {
  const positions = vectors.flatMap(({ puzzle, choices }) => {
    const begin = play.begin(puzzle);
    const after = (all, choice) => [...all, play.after(all.at(-1), play.moves(all.at(-1))[choice])];
    return choices.reduce(after, [begin]);
  });
  const textOf = (move) => canonical(play.serialiseMove(move));
  const moves = positions.flatMap((position) => play.moves(position));
  const everyMove = new Map(moves.map((move) => [textOf(move), move]));
  let refused = 0;
  const accepted = [];
  for (const position of positions) {
    const legal = new Set(play.moves(position).map(textOf));
    for (const [text, move] of everyMove) {
      if (!legal.has(text)) {
        if (throws(IllegalMove, () => play.after(position, move))) {
          refused += 1;
        } else {
          accepted.push(text);
        }
      }
    }
  }
  return { refused, accepted };
}

/** The moves that JSON values stand for, as JSON; null for those that are none. */
export function parsedMoves(play, documents) {
  return documents.map((document) =>
    throws(BadInput, () => play.parseMove(document)) ? null : play.serialiseMove(play.parseMove(document)),
  );
}

/** Whether a function throws this error. */
export function throws(error, run) {
  try {
    run();
  } catch (e) {
    if (!(e instanceof error)) {
      throw e;
    }
    return true;
  }
  return false;
}
