/** Plays a deal move by move on the desk, beside the answers: the board of the page to play on. */

import { History, commonMoves } from "./history.js";

/**
 * @typedef {import("../games/play.js").Part} Part
 * @typedef {import("../games/play.js").Phrase} Phrase
 * @typedef {import("./deal_kind.js").Deal} Deal
 * @typedef {import("./view.js").KindPage} KindPage
 * @typedef {import("./view.js").View} View
 * @typedef {import("./view.js").JsonValue} JsonValue
 *
 * What a game on the desk needs. `changed` is called after every change of the moves.
 * @typedef {object} Table
 * @property {(key: string, parts?: Readonly<Record<string, Part>>) => string} text
 * @property {(part: Part) => string} render
 * @property {(phrase: Phrase) => void} refuse
 * @property {(phrase: Phrase) => void} say
 * @property {(path: string, body: object) => Promise<any>} ask
 * @property {() => import("./view.js").Settings} settings
 * @property {() => void} changed
 */

export class Game {
  /** @type {History} */
  #history;
  /** @type {any[]} */
  #positions;

  /**
   * @param {KindPage} page
   * @param {Deal} deal
   * @param {readonly any[]} further the moves from the start, if the game has gone on; each can be undone
   * @param {Table} table
   */
  constructor(page, { puzzle, moves }, further, table) {
    this.page = page;
    this.puzzle = puzzle;
    this.table = table;
    this.#positions = [page.play.begin(puzzle)];
    this.#history = new History().add(this.#legal(moves), null);
    this.first = this.#history.present;
    this.#continue(this.#legal(further));
    const { text, render, refuse, say, ask, settings } = table;
    const make = (/** @type {any} */ move) => this.#make(move);
    const goTo = (/** @type {readonly any[]} */ list) => this.goTo(list);
    const note = (/** @type {JsonValue} */ notes) => this.#to(this.#history.add(this.moves, notes), null);
    const { play } = page;
    const own = { puzzle, play, target: null, make, goTo, note };
    /** @type {View} */
    this.view = page.createView({ ...own, text, render, refuse, say, ask, settings });
    this.show(null);
  }

  /** @param {readonly any[]} moves */
  #continue(moves) {
    const begun = this.moves;
    if (commonMoves(begun, moves) === begun.length) {
      for (let n = begun.length + 1; n <= moves.length; n += 1) {
        this.#history = this.#history.add(moves.slice(0, n), null);
      }
    }
    this.#legal(this.moves);
  }

  /** @returns {readonly any[]} the moves from the start */
  get moves() {
    return this.#history.state.moves;
  }

  get position() {
    return this.#positions[this.moves.length];
  }

  /** What the service is asked about the present position. */
  get progress() {
    return this.moves.length ? progressAt(this.page, this.position) : null;
  }

  get outcome() {
    return this.page.play.outcome(this.position);
  }

  get canUndo() {
    return this.#history.present > this.first;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  undo() {
    this.#to(this.#history.undo(), null);
  }

  redo() {
    this.#to(this.#history.redo(), null);
  }

  /**
   * Takes these moves from the start instead.
   * @param {readonly any[]} moves
   */
  goTo(moves) {
    this.#to(this.#history.add(this.#legal(moves), this.#history.state.notes), null);
  }

  /** @param {any} last the move that has just been made */
  show(last) {
    const { position, moves, outcome } = this;
    const { notes } = this.#history.state;
    this.view.show({ position, moves, notes, last, outcome, marked: null, locked: false, verdict: null });
  }

  /** @param {any} move */
  #make(move) {
    const moves = this.#legal([...this.moves, move]);
    if (moves.length > this.moves.length) {
      this.table.say(this.page.play.describe(this.position, move));
      this.#to(this.#history.add(moves, this.#history.state.notes), move);
    }
  }

  /**
   * @param {History} history
   * @param {any} last
   */
  #to(history, last) {
    this.#history = history;
    this.#legal(history.state.moves);
    this.show(last);
    this.table.changed();
  }

  /**
   * The moves as far as they are legal; remembers the positions.
   * @param {readonly any[]} moves
   */
  #legal(moves) {
    const { positions, legal } = replay(this.page.play, this.puzzle, moves);
    this.#positions = positions;
    return legal;
  }
}

/**
 * The positions of a play from the start, and its moves as far as they are legal.
 * @param {import("../games/play.js").Play<any, any, any>} play
 * @param {any} puzzle
 * @param {readonly any[]} moves
 */
export function replay(play, puzzle, moves) {
  const positions = [play.begin(puzzle)];
  const legal = [];
  for (const move of moves) {
    try {
      positions.push(play.after(positions[positions.length - 1], play.parseMove(move)));
    } catch {
      break;
    }
    legal.push(move);
  }
  return { positions, legal };
}

/**
 * The solution begun that a position stands for, as the service takes it.
 * @param {KindPage} page
 * @param {any} position
 * @returns {object | null}
 */
export function progressAt({ play, progressOf }, position) {
  return progressOf ? progressOf(position) : play.solution(position);
}
