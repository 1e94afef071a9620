/**
 * Checks a play begun: whether it can still be finished, and where it went wrong if it cannot.
 *
 * The rules are always kept, as only legal moves can be made. The service says whether what was played can be
 * continued to a solution, one that reaches the target where there is one; a binary search over the moves finds
 * the first after which it cannot.
 */

import { post } from "./server.js";

/**
 * @typedef {import("../games/play.js").Play<any, any, any>} Play
 *
 * What came of a check of one position. `wrong`: nothing leads to a solution from here; `short`: a solution is
 * left, but none with the score that is to be reached. `reason` tells why, where that is known.
 * @typedef {{state: "fine" | "wrong" | "short" | "unknown" | "unreachable" | "none",
 *   reason: string | null, best: number | null}} Finding
 *
 * The first move, by its index, after which nothing leads to a solution. `exact` is false where there may be
 * an earlier one; `before` is how many moves are not to blame.
 * @typedef {{index: number, before: number, exact: boolean, finding: Finding}} Mistake
 */

export class Checker {
  /** @type {Map<string, Finding>} */
  #findings = new Map();

  /**
   * @param {object} puzzle      a record, or a puzzle's JSON document
   * @param {number | null} target
   * @param {(position: any) => object | null} progressOf
   * @param {string} language
   */
  constructor(puzzle, target, progressOf, language) {
    this.puzzle = puzzle;
    this.target = target;
    this.progressOf = progressOf;
    this.language = language;
  }

  /**
   * Says whether a position can be continued to a solution.
   * @param {any} position
   * @returns {Promise<Finding>}
   */
  async check(position) {
    const progress = this.progressOf(position);
    if (progress === null) {
      return finding("none");
    }
    const key = JSON.stringify(progress);
    const known = this.#findings.get(key);
    if (known !== undefined) {
      return known;
    }
    const found = this.#read(await post("check", { puzzle: this.puzzle, progress }, this.language));
    if (!["unknown", "unreachable"].includes(found.state)) {
      this.#findings.set(key, found);
    }
    return found;
  }

  /**
   * @param {import("./server.js").Reply} reply
   * @returns {Finding}
   */
  #read(reply) {
    if (reply.state !== "answered") {
      return finding(reply.state === "refused" ? "unknown" : "unreachable");
    }
    const { status, best_score: best, proven, reason } = reply.answer;
    if (status === "solvable" && this.target !== null && best < this.target) {
      return finding(proven ? "short" : "unknown", null, best);
    }
    const state = status === "solvable" ? "fine" : status === "impossible" ? "wrong" : "unknown";
    return finding(state, reason, best);
  }

  /**
   * Finds the first move after which nothing leads to a solution, where that is so after the last.
   * @param {readonly any[]} positions  from the start on
   * @returns {Promise<Mistake | null>} null where the service cannot be reached
   */
  async findMistake(positions) {
    const tellable = positions.map((_, i) => i).filter((i) => this.progressOf(positions[i]) !== null);
    // After `tellable[low]` all is well, or nothing is known; after `tellable[high]` it is not.
    let [low, high, exact] = [0, tellable.length - 1, true];
    let last = await this.check(positions[tellable[high]]);
    if (!isMistake(last)) {
      return null;
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      const found = await this.check(positions[tellable[middle]]);
      if (found.state === "unreachable") {
        return null;
      }
      exact &&= found.state !== "unknown";
      [low, high, last] = isMistake(found) ? [low, middle, found] : [middle, high, last];
    }
    const [before, index] = [tellable[low], tellable[high] - 1];
    return { index, before, exact: exact && index === before, finding: last };
  }
}

/** @param {Finding} found */
export function isMistake(found) {
  return found.state === "wrong" || found.state === "short";
}

/**
 * @param {Finding["state"]} state
 * @param {string | null} reason
 * @param {number | null} best
 * @returns {Finding}
 */
function finding(state, reason = null, best = null) {
  return { state, reason, best };
}
