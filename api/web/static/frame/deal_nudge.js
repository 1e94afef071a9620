/** A nudge: how many of the next steps lead on, without a word about which. */

import { progressAt } from "./deal_game.js";
import { phrase } from "./texts.js";

/**
 * @typedef {import("../games/play.js").Phrase} Phrase
 * @typedef {import("./deal_game.js").Game} Game
 * @typedef {import("./deal_questions.js").Findings} Findings
 * @typedef {import("./server.js").Reply} Reply
 */

// With more legal moves than this, counting would take too long.
const MOST_WAYS = 16;

export class Nudge {
  /**
   * What it says; null where none was given.
   * @type {Phrase | null}
   */
  words = null;
  #controller = new AbortController();

  /**
   * @param {(body: object, signal: AbortSignal) => Promise<Reply>} check
   * @param {() => void} changed
   */
  constructor(check, changed) {
    this.check = check;
    this.changed = changed;
  }

  /** Forgets it: the position is another one. */
  clear() {
    this.#controller.abort();
    this.words = null;
  }

  /**
   * Whether there is one to give.
   * @param {Game | null} game
   * @param {Findings | null} findings
   */
  isReady(game, findings) {
    if (game === null || this.words !== null || findings?.status !== "solved" || findings.state !== "done") {
      return false;
    }
    const ways = game.page.play.moves(game.position).length;
    return ways > 0 && ways <= MOST_WAYS;
  }

  /**
   * Counts the steps that lead on.
   * @param {Game} game
   * @param {number | null} best
   */
  async give(game, best) {
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.words = phrase("page.deal.counting");
    this.changed();
    const words = await countWaysOn(game, best, (body) => this.check(body, signal));
    if (!signal.aborted) {
      this.words = words ?? phrase("page.deal.unreachable");
      this.changed();
    }
  }
}

/**
 * Counts the legal moves after which the puzzle can still be solved, and those that keep the best score. Null
 * where the service does not answer.
 * @param {Game} game
 * @param {number | null} best
 * @param {(body: object) => Promise<Reply>} check
 * @returns {Promise<Phrase | null>}
 */
async function countWaysOn({ page, puzzle, position }, best, check) {
  const moves = page.play.moves(position);
  let [leadOn, keepBest] = [0, 0];
  for (const move of moves) {
    const progress = progressAt(page, page.play.after(position, move));
    const reply = await check(progress === null ? { puzzle } : { puzzle, progress });
    if (reply.state !== "answered" || reply.answer.status === "unknown") {
      return null;
    }
    const isOpen = reply.answer.status === "solvable";
    leadOn += isOpen ? 1 : 0;
    keepBest += isOpen && best !== null && reply.answer.best_score === best ? 1 : 0;
  }
  const ways = { n: moves.length, on: leadOn };
  return best === null
    ? phrase("page.deal.ways", ways)
    : phrase("page.deal.ways_best", { ...ways, best: keepBest, score: best });
}
