/**
 * A puzzle being played: its history, checkpoints, what a check has found, and a solution that is shown.
 *
 * It knows no page: whoever shows it registers with `onChange`, and gets the scene to show.
 */

import { IllegalMove } from "../games/play.js";
import { History, commonMoves, readHistory, writeHistory } from "./history.js";
import { Positions } from "./positions.js";

/**
 * @typedef {import("./view.js").JsonValue} JsonValue
 * @typedef {import("./view.js").Scene} Scene
 * @typedef {import("./view.js").Verdict} Verdict
 *
 * A state that the player named to come back to; `at` is when, an ISO time.
 * @typedef {{moves: readonly any[], notes: JsonValue, at: string}} Checkpoint
 *
 * How the scene has changed. `moved` is the move that has just been made, or null; `played`: the player chose
 * other moves, and did not walk through those that were there.
 * @typedef {{moved: any, undone: boolean, redone: boolean, played: boolean}} Change
 */

const NO_CHANGE = Object.freeze({ moved: null, undone: false, redone: false, played: false });

export class PlaySession {
  #history = new History();
  /** @type {readonly any[]} */
  #trail = [];
  /** @type {readonly any[] | null} */
  #wrong = null;
  /** @type {{moves: readonly any[], at: number} | null} */
  #solution = null;
  /** @type {((change: Change) => void)[]} */
  #listeners = [];

  /**
   * @param {import("../games/play.js").Play<any, any, any>} play
   * @param {object} puzzle
   * @param {boolean} hasOpponent whether only the player of the start is the reader's; otherwise all are
   */
  constructor(play, puzzle, hasOpponent = false) {
    this.play = play;
    this.puzzle = puzzle;
    this.hasOpponent = hasOpponent;
    this.positions = new Positions(play, puzzle);
    this.firstPlayer = play.player(this.positions.after([]));
    /** @type {readonly Checkpoint[]} */
    this.checkpoints = [];
    /** @type {Verdict | null} */
    this.verdict = null;
  }

  /** @param {(change: Change) => void} listener */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** @returns {readonly any[]} the player's moves, also while a solution is shown */
  get moves() {
    return this.#history.state.moves;
  }

  get notes() {
    return this.#history.state.notes;
  }

  /** @returns {readonly any[]} the moves that were made last, those included that were taken back since */
  get trail() {
    return this.#trail;
  }

  get position() {
    return this.positions.after(this.moves);
  }

  get outcome() {
    return this.play.outcome(this.position);
  }

  /** Whether the move is another's than the reader's. */
  get isOpponentsMove() {
    return this.hasOpponent && this.play.player(this.position) !== this.firstPlayer;
  }

  get isEmpty() {
    return !this.#history.canUndo && !this.#history.canRedo;
  }

  get canUndo() {
    return this.#solution === null ? this.#history.canUndo : this.#solution.at > 0;
  }

  get canRedo() {
    return this.#solution === null ? this.#history.canRedo : this.#solution.at < this.#solution.moves.length;
  }

  get isShowingSolution() {
    return this.#solution !== null;
  }

  /** @returns {readonly any[]} what the list of moves shows: the solution's while that is shown */
  get listed() {
    return this.#solution?.moves ?? this.#trail;
  }

  /** How many of the listed moves have been made. */
  get reached() {
    return this.#solution?.at ?? this.moves.length;
  }

  /** The index of the first move that a check found wrong; null where none is. */
  get marked() {
    const wrong = this.#wrong;
    const isThere = wrong !== null && commonMoves(wrong, this.moves) === wrong.length;
    return isThere ? wrong.length - 1 : null;
  }

  /**
   * @param {any} last the move that has just been made, or null
   * @returns {Scene}
   */
  scene(last = null) {
    if (this.#solution !== null) {
      const moves = this.#solution.moves.slice(0, this.#solution.at);
      const position = this.positions.after(moves);
      const outcome = this.play.outcome(position);
      return { position, moves, notes: null, last, outcome, marked: null, locked: true, verdict: null };
    }
    const { moves, notes, marked, position, outcome, verdict } = this;
    return { position, moves, notes, last, outcome, marked, locked: false, verdict };
  }

  /**
   * Makes a move. Returns whether it is legal.
   * @param {any} move
   * @param {boolean} follows whether it makes itself, as the only one there is
   */
  make(move, follows = false) {
    const isOthers = this.isOpponentsMove;
    const moves = [...this.moves, move];
    if (this.#solution !== null || !this.#isPlayable(moves)) {
      return false;
    }
    this.#become(this.#history.add(moves, this.notes, follows || isOthers), { moved: move, played: true });
    return true;
  }

  /**
   * Takes other moves from the start, in one step. Returns whether they are legal.
   * @param {readonly any[]} moves
   * @param {JsonValue} notes
   * @param {boolean} played false where they are another's
   */
  goTo(moves, notes = this.notes, played = true) {
    if (this.#solution !== null || !this.#isPlayable(moves)) {
      return false;
    }
    this.#become(this.#history.add(moves, notes), { played });
    return true;
  }

  /** @param {JsonValue} notes */
  note(notes) {
    if (this.#solution === null) {
      this.#become(this.#history.add(this.moves, notes));
    }
  }

  restart() {
    this.goTo([], null, false);
  }

  undo() {
    if (this.#solution !== null) {
      this.#showSolutionAt(this.#solution.at - 1);
    } else {
      this.#walk(this.#history.undo(), { undone: true });
    }
  }

  redo() {
    if (this.#solution !== null) {
      this.#showSolutionAt(this.#solution.at + 1);
    } else {
      this.#walk(this.#history.redo(), { redone: true });
    }
  }

  /**
   * Goes to where `n` of the listed moves have been made.
   * @param {number} n
   */
  goToListed(n) {
    if (this.#solution !== null) {
      this.#showSolutionAt(n);
    } else {
      this.goTo(this.#trail.slice(0, n));
    }
  }

  /** Returns whether there was a state to keep that is not kept yet. */
  addCheckpoint() {
    const { moves, notes } = this;
    const text = JSON.stringify([moves, notes]);
    if (this.checkpoints.some((checkpoint) => JSON.stringify([checkpoint.moves, checkpoint.notes]) === text)) {
      return false;
    }
    this.checkpoints = [...this.checkpoints, { moves, notes, at: new Date().toISOString() }];
    this.#tell();
    return true;
  }

  /** @param {Checkpoint} checkpoint */
  removeCheckpoint(checkpoint) {
    this.checkpoints = this.checkpoints.filter((other) => other !== checkpoint);
    this.#tell();
  }

  /**
   * Marks a move, by its index, as the first that leads nowhere.
   * @param {number} index
   */
  markWrong(index) {
    this.#wrong = this.moves.slice(0, index + 1);
    this.#tell();
  }

  /** @param {Verdict | null} verdict */
  judge(verdict) {
    this.verdict = verdict;
    this.#tell();
  }

  /**
   * Shows a solution instead of the player's moves, until `hideSolution`.
   * @param {readonly any[]} moves
   */
  showSolution(moves) {
    this.positions.along(moves);
    this.#solution = { moves, at: 0 };
    this.#tell();
  }

  hideSolution() {
    this.#solution = null;
    this.#tell();
  }

  /** @returns {object} what is to be saved */
  write() {
    const written = (/** @type {readonly any[]} */ moves) => moves.map(this.play.serialiseMove);
    const states = this.#history.states.map((state) => ({ ...state, moves: written(state.moves) }));
    return {
      history: writeHistory(new History(states, this.#history.present)),
      checkpoints: this.checkpoints.map((checkpoint) => ({ ...checkpoint, moves: written(checkpoint.moves) })),
    };
  }

  /**
   * Takes what was saved instead. Throws where it is broken or its moves are not legal, and changes nothing
   * then.
   * @param {any} saved
   */
  read(saved) {
    const parsed = (/** @type {readonly any[]} */ moves) => moves.map(this.play.parseMove);
    const { states, present } = readHistory(saved.history);
    const history = new History(
      states.map((state) => ({ ...state, moves: parsed(state.moves) })),
      present,
    );
    this.positions.along(history.state.moves);
    const checkpoints = /** @type {Checkpoint[]} */ (saved.checkpoints ?? []);
    this.checkpoints = checkpoints.map(({ moves, notes, at }) => ({ moves: parsed(moves), notes, at: String(at) }));
    this.#become(history);
  }

  /** @param {number} at */
  #showSolutionAt(at) {
    if (this.#solution === null) {
      return;
    }
    const { moves, at: before } = this.#solution;
    const to = Math.min(moves.length, Math.max(0, at));
    this.#solution = { moves, at: to };
    this.#tell({ moved: to === before + 1 ? moves[before] : null, undone: to < before });
  }

  /**
   * Goes to another state of the history, which a broken saved play may hold without its being legal.
   * @param {History} history
   * @param {Partial<Change>} change
   */
  #walk(history, change) {
    if (this.#isPlayable(history.state.moves)) {
      const before = this.moves;
      const { moves } = history.state;
      const isNext = moves.length === before.length + 1 && commonMoves(before, moves) === before.length;
      this.#become(history, change.redone && isNext ? { ...change, moved: moves[before.length] } : change);
    }
  }

  /** @param {readonly any[]} moves */
  #isPlayable(moves) {
    try {
      this.positions.along(moves);
      return true;
    } catch (error) {
      if (error instanceof IllegalMove) {
        return false;
      }
      throw error;
    }
  }

  /**
   * @param {History} history
   * @param {Partial<Change>} change
   */
  #become(history, change = {}) {
    if (history === this.#history) {
      return;
    }
    if (history.state.moves !== this.#history.state.moves) {
      this.verdict = null;
    }
    this.#history = history;
    if (commonMoves(this.moves, this.#trail) < this.moves.length) {
      this.#trail = this.moves;
    }
    this.#tell(change);
  }

  /** @param {Partial<Change>} change */
  #tell(change = {}) {
    this.#listeners.forEach((listener) => listener({ ...NO_CHANGE, ...change }));
  }
}
