/**
 * Defines Play: the positions of a puzzle, the legal moves in each, and the position after each move.
 *
 * The modules of each game mirror its Python plays, with the same names, and are held to them by tests. They
 * know no page. Positions and moves are immutable values; a move is the JSON value that also stands for it in
 * a saved play.
 */

/**
 * A cell of a board, counted from 0. People read C4: the third column, the fourth row.
 * @typedef {{readonly row: number, readonly col: number}} BoardCell
 */

/**
 * A text that is in no language yet: its key, and what stands at its placeholders. A list is read with
 * commas.
 * @typedef {{readonly key: string, readonly parts: Readonly<Record<string, Part>>}} Phrase
 * @typedef {string | number | BoardCell | Phrase | PartList} Part
 * @typedef {readonly Part[]} PartList
 */

/**
 * How a play ended. `reason` tells a player why the play was lost.
 * @typedef {object} Outcome
 * @property {boolean} solved
 * @property {number | null} score
 * @property {Phrase | null} reason
 */

/**
 * Each member, and why it is here:
 *
 * begin        the position in which a puzzle begins; the puzzle is its whole JSON document
 * player       whose move it is, in games with an opponent; null where there is one player
 * moves        the legal moves, in a fixed order; none when the play is over, and only then
 * after        the position after a legal move; throws IllegalMove for any other
 * outcome      how the play ended; null as long as it goes on
 * solution     what was played so far, as the JSON document of a solution; null where that cannot express it
 * describe     a legal move in words, in any language
 * notation     a legal move as a person types it
 * parseMove    a move from a JSON value; throws BadInput for any that is none
 * serialiseMove  the JSON value of a move
 *
 * @template P, T, M
 * @typedef {object} Play
 * @property {(puzzle: P) => T} begin
 * @property {(position: T) => string | null} player
 * @property {(position: T) => readonly M[]} moves
 * @property {(position: T, move: M) => T} after
 * @property {(position: T) => Outcome | null} outcome
 * @property {(position: T) => object | null} solution
 * @property {(position: T, move: M) => Phrase} describe
 * @property {(position: T, move: M) => string} notation
 * @property {(document: unknown) => M} parseMove
 * @property {(move: M) => object} serialiseMove
 */

/** The move is not legal in this position. */
export class IllegalMove extends Error {}

/**
 * Throws IllegalMove unless a move is one of the legal ones.
 * @param {readonly object[]} moves
 * @param {object} move
 */
export function refuseIllegal(moves, move) {
  if (!moves.some((legal) => same(legal, move))) {
    throw new IllegalMove(`${JSON.stringify(move)} is not legal in this position`);
  }
}

/**
 * Returns the outcome of a solved puzzle.
 * @param {number | null} score
 * @returns {Outcome}
 */
export function solved(score = null) {
  return { solved: true, score, reason: null };
}

/**
 * Returns the outcome of a lost play.
 * @param {Phrase} reason
 * @returns {Outcome}
 */
export function lost(reason) {
  return { solved: false, score: null, reason };
}

/**
 * Whether two JSON values are equal; the order of fields means nothing.
 * @param {unknown} one
 * @param {unknown} other
 * @returns {boolean}
 */
function same(one, other) {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  const fields = Object.entries(one);
  const others = new Map(Object.entries(other));
  return fields.length === others.size && fields.every(([name, value]) => same(value, others.get(name)));
}
