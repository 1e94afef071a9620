/**
 * A solo game as it stands: what lies, and what can be laid where.
 *
 * The deck is known as far as its cards were tapped in. As long as cards of the hand are not known, any card
 * of
 * the box may be laid, and is then the next one of the deck.
 */

import { CARDS } from "./board.js";
import { leftInBox } from "./deal_cards.js";
import { playedGame } from "./deal_played.js";
import { SOLO } from "./play_solo.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./deal_solo.js").SoloDeal} SoloDeal
 * @typedef {import("./play_solo.js").PlaceCard} PlaceCard
 * @typedef {import("./play_solo.js").SoloMove} SoloMove
 *
 * Where the next card can lie, and whether it continues the last card but one there.
 * @typedef {{readonly cell: Cell, readonly reverse: boolean}} OpenPlace
 */

/**
 * The game of a deal as far as its moves are legal.
 * @param {SoloDeal} deal
 */
export function gameOf(deal) {
  return playedGame(SOLO, deal);
}

/**
 * The game with one more card in the deck, if need be, so that it can go on with any card.
 * @param {SoloDeal} deal
 * @param {Card} card
 */
export function gameWith(deal, card) {
  return gameOf({ ...deal, deck: [...deal.deck, card] }).position;
}

/**
 * Whether a card of the hand is not known yet.
 * @param {SoloDeal} deal
 */
export function hasUnknownCard(deal) {
  return gameWith(deal, "S").hand.length > gameOf(deal).position.hand.length;
}

/**
 * The places where the next card can lie.
 * @param {SoloDeal} deal
 * @returns {OpenPlace[]}
 */
export function openPlaces(deal) {
  const placings = SOLO.moves(gameWith(deal, "S")).filter(isPlacing);
  // Every card of the hand can lie on the same cells.
  const alike = placings.filter(({ card }) => card === placings[0].card);
  return alike.map(({ cell, reverse }) => ({ cell, reverse: reverse === true }));
}

/**
 * @param {SoloMove} move
 * @returns {move is PlaceCard}
 */
export function isPlacing(move) {
  return "card" in move;
}

/**
 * The deal after laying a card; null where the card is not in the hand.
 * @param {SoloDeal} deal
 * @param {PlaceCard} move
 * @returns {SoloDeal | null}
 */
export function withCard(deal, move) {
  const isInHand = gameOf(deal).position.hand.includes(move.card);
  if (!isInHand && !(hasUnknownCard(deal) && leftInBox(deal.deck)[move.card] > 0)) {
    return null;
  }
  const deck = isInHand ? deal.deck : [...deal.deck, move.card];
  return { ...deal, deck, laid: [...gameOf(deal).moves, move] };
}

/**
 * How many cards of each sort can be laid now: those in the hand, and while that is not known, those in the
 * box.
 * @param {SoloDeal} deal
 * @returns {Record<Card, number>}
 */
export function cardsToLay(deal) {
  const { hand } = gameOf(deal).position;
  const left = hasUnknownCard(deal) ? leftInBox(deal.deck) : null;
  const numbers = CARDS.map((card) => {
    const held = hand.filter((other) => other === card).length;
    return [card, held + Math.max(0, left?.[card] ?? 0)];
  });
  return Object.fromEntries(numbers);
}

/**
 * What energy can be spent on now.
 * @param {SoloDeal} deal
 * @returns {import("./play_solo.js").Effect[]}
 */
export function effectsToSpend(deal) {
  return SOLO.moves(gameWith(deal, "S")).flatMap((move) => ("energy" in move ? [move.energy] : []));
}
