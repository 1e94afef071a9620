/**
 * Keeps a play on the device after every change, and takes over what another tab has kept.
 *
 * What is kept: the history and the checkpoints, the seconds, what helped, when it was solved, and, for a puzzle
 * that no record holds, what the service read it as, so that it opens without the service.
 */

import { isUnreadable, load, save, watch } from "./storage.js";

/**
 * @typedef {object} Progress
 * @property {number} seconds
 * @property {number} checks    how often the player asked whether it can still be finished
 * @property {boolean} revealed whether the solution was shown before the puzzle was solved
 * @property {string} [solved]  the moment when it was first solved
 * @property {boolean} [unjudged] whether the player has finished it and nobody could be asked yet if it is right
 */

export class SavedPlay {
  /** The time of what was kept or taken over last. */
  #at = "";

  /**
   * @param {string} id       of the puzzle, or its line of text
   * @param {object} [puzzle] what the service read, where there is no record
   */
  constructor(id, puzzle) {
    this.name = savedName(id);
    this.puzzle = puzzle;
    /** @type {Progress} */
    this.progress = { seconds: 0, checks: 0, revealed: false };
  }

  /**
   * Takes over what is kept, if it is newer than what this tab has. Returns "taken", "broken" where it cannot
   * be read, and otherwise "none".
   * @param {import("./play_session.js").PlaySession} session
   * @param {any} stored
   * @returns {"taken" | "broken" | "none"}
   */
  take(session, stored = load(this.name)) {
    if (stored === null) {
      return isUnreadable(this.name) ? "broken" : "none";
    }
    const at = typeof stored.at === "string" ? stored.at : "0";
    if (at <= this.#at) {
      return "none";
    }
    this.#at = at;
    try {
      session.read(stored);
    } catch {
      return "broken";
    }
    const { seconds, checks, revealed, solved, unjudged } = stored;
    this.progress = {
      seconds: Number.isFinite(seconds) ? Math.max(0, seconds) : 0,
      checks: Number.isFinite(checks) ? Math.max(0, checks) : 0,
      revealed: revealed === true,
      ...(typeof solved === "string" ? { solved } : {}),
      ...(unjudged === true ? { unjudged } : {}),
    };
    return "taken";
  }

  /**
   * Keeps the play as it is. Returns whether the device keeps it.
   * @param {import("./play_session.js").PlaySession} session
   */
  keep(session) {
    this.#at = new Date().toISOString();
    const puzzle = this.puzzle === undefined ? {} : { puzzle: this.puzzle };
    return save(this.name, { at: this.#at, ...session.write(), ...this.progress, ...puzzle });
  }

  /**
   * Calls `changed` with what another tab keeps.
   * @param {(stored: any) => void} changed
   */
  watch(changed) {
    watch(this.name, changed);
  }
}

/** @param {string} id */
export function savedName(id) {
  return `play.${id}`;
}
