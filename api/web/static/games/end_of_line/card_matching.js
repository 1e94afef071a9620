/** Hands out the cards of a tray along a line, so that each cell has a card with the exit that it needs. */

import { CARDS, EXITS, TURNS } from "./board.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Turn} Turn
 */

/**
 * Every set of turns.
 * @type {readonly (readonly Turn[])[]}
 */
const SETS_OF_TURNS = [["L"], ["S"], ["R"], ["L", "S"], ["L", "R"], ["S", "R"], TURNS];

/**
 * Whether the tray has a card for every turn; a turn of null needs any card.
 *
 * By Hall's theorem it has if, for every set of turns, there are as many cards with one of these exits as
 * cells that need one.
 * @param {readonly number[]} tray counts the cards in the order of CARDS
 * @param {readonly (Turn | null)[]} turns
 */
export function canPay(tray, turns) {
  /** @param {(card: Card) => boolean} wanted */
  const cards = (wanted) => tray.reduce((sum, n, i) => sum + (wanted(CARDS[i]) ? n : 0), 0);
  /** @param {readonly (Turn | null)[]} some */
  const demand = (some) => turns.filter((turn) => some.includes(turn)).length;
  return (
    turns.length <= cards(() => true) &&
    SETS_OF_TURNS.every((some) => demand(some) <= cards((card) => some.some((turn) => fits(card, turn))))
  );
}

/**
 * A card for every turn; null where the tray cannot pay.
 *
 * This is a bipartite matching between cells and cards, found by augmenting paths; as all copies of a card
 * are alike, a path visits each type of card at most once.
 * @param {readonly number[]} tray counts the cards in the order of CARDS
 * @param {readonly (Turn | null)[]} turns a turn of null needs any card
 * @returns {Card[] | null}
 */
export function handOut(tray, turns) {
  /** @type {number[][]} */
  const holders = CARDS.map(() => []);

  /**
   * Gives the cell a card, if need be one whose holder can take another.
   * @param {number} index
   * @param {Set<Card>} visited
   * @returns {boolean}
   */
  function give(index, visited) {
    for (const [number, card] of CARDS.entries()) {
      if (visited.has(card) || !fits(card, turns[index])) {
        continue;
      }
      visited.add(card);
      const holding = holders[number];
      if (holding.length < tray[number]) {
        holding.push(index);
        return true;
      }
      const place = holding.findIndex((holder) => give(holder, visited));
      if (place >= 0) {
        holding.splice(place, 1);
        holding.push(index);
        return true;
      }
    }
    return false;
  }

  if (!turns.every((_, index) => give(index, new Set()))) {
    return null;
  }
  return turns.map((_, index) => CARDS[holders.findIndex((holding) => holding.includes(index))]);
}

/**
 * Whether a card has the exit that a turn needs; null needs none.
 * @param {Card} card
 * @param {Turn | null} turn
 */
export function fits(card, turn) {
  return turn === null || EXITS[card].includes(turn);
}
