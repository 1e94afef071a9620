/** Lays out a classic solitaire on the deal desk: the deck, the area, and the game as it stands. */

import { ClassicPanel } from "./deal_classic_game.js";
import { playedGame } from "./deal_played.js";
import { dealWithDeck } from "./deal_with_deck.js";
import { CLASSIC } from "./play_classic.js";

/** @typedef {import("./deal_classic_game.js").ClassicDeal} ClassicDeal */

/** @type {import("../../frame/deal_kind.js").DealKind<ClassicDeal>} */
export const DEAL = dealWithDeck({
  kind: "end_of_line.classic",
  play: CLASSIC,
  createGame: (context, present) => new ClassicPanel(context, present),
  standingOf,
});

/**
 * Which cards of the deck lie on the board, and which on the discard pile.
 * @param {ClassicDeal} deal
 * @returns {import("./deal_deck.js").Standing}
 */
function standingOf(deal) {
  /** @type {Set<number>} */
  const laid = new Set();
  /** @type {number[]} */
  const pile = [];
  let drawn = 0;
  for (const move of playedGame(CLASSIC, deal).moves) {
    const place = move.do === "recover" ? (pile.pop() ?? 0) : drawn;
    drawn += move.do === "recover" ? 0 : 1;
    if (move.do === "discard") {
      pile.push(place);
    } else {
      laid.add(place);
    }
  }
  return { laid, drawn, drawnTo: "pile" };
}
