/** A game that has begun on the deal desk: its moves, as far as they are legal. */

/**
 * @typedef {import("./board.js").Card} Card
 */

/**
 * What is laid out where cards come from a deck: `deck` is complete or not; `laid` are the moves so far.
 * @template M
 * @typedef {import("./board.js").AreaDocument
 *   & {readonly deck: readonly Card[], readonly energy: number, readonly laid: readonly M[]}} DeckDeal
 */

/**
 * The game of a deal as far as its moves are legal: one that was legal may not be any more, once the area or
 * the deck was changed.
 * @template T, M
 * @param {import("../play.js").Play<any, T, M>} play
 * @param {DeckDeal<M>} deal
 */
export function playedGame(play, deal) {
  let position = play.begin(deal);
  /** @type {M[]} */
  const moves = [];
  for (const move of deal.laid) {
    try {
      position = play.after(position, move);
    } catch {
      break;
    }
    moves.push(move);
  }
  return { position, moves };
}
