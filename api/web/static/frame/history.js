/**
 * The history of a play: every state that it was in, with the one in which it is now.
 *
 * A state is the moves from the start and the player's notes. Undo and redo walk through the states; whatever
 * else changes a play adds one after the present, and so can be undone. Values are immutable.
 */

/**
 * @typedef {import("./view.js").JsonValue} JsonValue
 *
 * `follows`: the state was reached without the player's doing, by a move that was the only one or that the
 * other side made. Undo and redo never stop right before such a state.
 * @typedef {object} State
 * @property {readonly JsonValue[]} moves
 * @property {JsonValue} notes
 * @property {boolean} follows
 *
 * A history as it is saved: what each state adds to the one before.
 * @typedef {object} SavedHistory
 * @property {readonly SavedStep[]} steps
 * @property {number} present
 *
 * `keep`: how many moves of the state before stay; `notes` is absent where they stay, too.
 * @typedef {{keep: number, add?: readonly JsonValue[], notes?: JsonValue, follows?: true}} SavedStep
 */

/** @type {State} */
const START = Object.freeze({ moves: [], notes: null, follows: false });

export class History {
  /**
   * @param {readonly State[]} states
   * @param {number} present
   */
  constructor(states = [START], present = 0) {
    this.states = states;
    this.present = present;
    Object.freeze(this);
  }

  /** The state in which the play is. */
  get state() {
    return this.states[this.present];
  }

  get canUndo() {
    return this.present > 0;
  }

  get canRedo() {
    return this.present < this.states.length - 1;
  }

  /**
   * Returns the history with another state after the present one. A state that redo would lead to is gone to,
   * so that what comes after it can still be redone; one that is like the present one changes nothing.
   * @param {readonly JsonValue[]} moves
   * @param {JsonValue} notes
   * @param {boolean} follows
   * @returns {History}
   */
  add(moves, notes, follows = false) {
    const state = Object.freeze({ moves, notes, follows });
    if (isLike(state, this.state)) {
      return this;
    }
    if (this.canRedo && isLike(state, this.states[this.present + 1])) {
      return new History(this.states, this.present + 1);
    }
    return new History([...this.states.slice(0, this.present + 1), state], this.present + 1);
  }

  /** @returns {History} */
  undo() {
    let to = this.present;
    while (to > 0 && this.states[to].follows) {
      to -= 1;
    }
    return new History(this.states, Math.max(0, to - 1));
  }

  /** @returns {History} */
  redo() {
    const last = this.states.length - 1;
    let to = Math.min(last, this.present + 1);
    while (to < last && this.states[to + 1].follows) {
      to += 1;
    }
    return new History(this.states, to);
  }
}

/**
 * @param {State} one
 * @param {State} other
 */
function isLike(one, other) {
  return isSame(one.moves, other.moves) && isSame(one.notes, other.notes);
}

/**
 * Whether two JSON values, which were written by the same program, are equal.
 * @param {JsonValue} one
 * @param {JsonValue} other
 */
export function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * How many moves two plays have in common from the start.
 * @param {readonly JsonValue[]} moves
 * @param {readonly JsonValue[]} others
 */
export function commonMoves(moves, others) {
  let n = 0;
  while (n < moves.length && n < others.length && isSame(moves[n], others[n])) {
    n += 1;
  }
  return n;
}

/**
 * Returns a history as it is saved.
 * @param {History} history
 * @returns {SavedHistory}
 */
export function writeHistory({ states, present }) {
  const steps = states.slice(1).map((state, i) => {
    const keep = commonMoves(state.moves, states[i].moves);
    const added = state.moves.slice(keep);
    return {
      keep,
      ...(added.length ? { add: added } : {}),
      ...(isSame(state.notes, states[i].notes) ? {} : { notes: state.notes }),
      ...(state.follows ? { follows: /** @type {true} */ (true) } : {}),
    };
  });
  return { steps, present };
}

/**
 * Reads a saved history. Throws RangeError for any value that is none.
 * @param {any} saved
 * @returns {History}
 */
export function readHistory(saved) {
  if (!Array.isArray(saved?.steps) || !isIndex(saved.present, saved.steps.length + 1)) {
    throw new RangeError("this is no saved history");
  }
  const states = [START];
  for (const step of saved.steps) {
    const before = states[states.length - 1];
    if (!isIndex(step?.keep, before.moves.length + 1) || !Array.isArray(step.add ?? [])) {
      throw new RangeError("this is no step of a saved history");
    }
    const moves = [...before.moves.slice(0, step.keep), ...(step.add ?? [])];
    const notes = step.notes === undefined ? before.notes : step.notes;
    states.push(Object.freeze({ moves, notes, follows: step.follows === true }));
  }
  return new History(states, saved.present);
}

/**
 * @param {unknown} value
 * @param {number} length
 */
function isIndex(value, length) {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < length;
}
