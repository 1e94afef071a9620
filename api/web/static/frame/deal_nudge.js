/** A nudge: how many of the next steps lead on, without a word about which. */

import { progressAt } from "./deal_game.js";
import { phrase } from "./texts.js";

// With more legal moves than this, counting would take too long.
export const MOST_WAYS = 16;

/**
 * Counts the legal moves after which the puzzle can still be solved, and those that keep the best score. Null
 * where the service does not answer.
 * @param {import("./deal_game.js").Game} game
 * @param {number | null} best
 * @param {(body: object) => Promise<import("./server.js").Reply>} check
 * @returns {Promise<import("../games/play.js").Phrase | null>}
 */
export async function countWaysOn({ page, puzzle, position }, best, check) {
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
