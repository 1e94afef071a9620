/** Lays out a solo deal on the deal desk: the deck, the area, and the game as it stands. */

import { gameOf, isPlacing } from "./deal_game.js";
import { LinePanel } from "./deal_line.js";
import { dealWithDeck } from "./deal_with_deck.js";
import { SOLO } from "./play_solo.js";

/**
 * @typedef {import("./play_solo.js").SoloMove} SoloMove
 * @typedef {import("./deal_played.js").DeckDeal<SoloMove>} SoloDeal
 */

/** @type {import("../../frame/deal_kind.js").DealKind<SoloDeal>} */
export const DEAL = dealWithDeck({
  kind: "end_of_line.solo",
  play: SOLO,
  createGame: (context, present) => new LinePanel(context, present),
  standingOf,
});

/**
 * Which cards of the deck lie on the board, and which have been drawn.
 * @param {SoloDeal} deal
 * @returns {import("./deal_deck.js").Standing}
 */
function standingOf(deal) {
  const { position, moves } = gameOf(deal);
  /** @type {Set<number>} */
  const laid = new Set();
  for (const move of moves) {
    if (isPlacing(move)) {
      laid.add(deal.deck.findIndex((card, i) => card === move.card && !laid.has(i)));
    }
  }
  const drawn = moves.length ? deal.deck.length - position.deck.length : 0;
  return { laid, drawn, drawnTo: "hand" };
}
