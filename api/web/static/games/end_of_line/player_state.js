/**
 * What a player has who draws from a known deck, places cards and may spend energy.
 *
 * The functions return what changes in a player's state. Rounds and turns are alike: what is said of a round
 * holds for a turn where several players take turns.
 */

import { phrase } from "../../frame/texts.js";
import { boolean, choice, isObject, object, pair } from "../json_shapes.js";
import { CARDS, INITIATIVE } from "./board.js";
import { boardCell, cellName, cellsAhead, layCard } from "./play.js";

/**
 * @typedef {import("./board.js").Area} Area
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").PlacedCard} PlacedCard
 * @typedef {import("./play.js").OrientedCard} OrientedCard
 * @typedef {"speed_up" | "brake" | "reverse" | "extra_gas"} Effect
 *
 * The cards placed in one round, and the effect that energy was spent on, if any.
 * @typedef {{readonly energy?: Effect, readonly cards: readonly PlacedCard[]}} Round
 *
 * Place a card of the hand on a cell. Copies of a card are alike. `reverse`: the card continues the last card
 * but one, which leaves the last one as a dead end.
 * @typedef {{readonly card: Card, readonly cell: Cell, readonly reverse?: true}} PlaceCard
 *
 * Spend a point of energy on an effect, for the round that has just begun.
 * @typedef {{readonly energy: Effect}} SpendEnergy
 * @typedef {PlaceCard | SpendEnergy} Move
 *
 * `line` holds the start card, then every card in order of placing, dead ends included. `hand` is sorted.
 * `deck` lists the cards not yet drawn, the next one first. `mayReverse`: a card of the round that is being
 * played may still continue the last card but one.
 * @typedef {object} PlayerState
 * @property {readonly OrientedCard[]} line
 * @property {readonly Card[]} hand
 * @property {readonly Card[]} deck
 * @property {number} energy
 * @property {boolean} mayReverse
 */

export const HAND_SIZE = 5;
// Energy may be spent from this round on (counted from 1).
export const FIRST_ENERGY_ROUND = 3;
/** @type {readonly Effect[]} */
export const EFFECTS = ["speed_up", "brake", "reverse", "extra_gas"];

/**
 * Returns how many cards a round places; `number` is counted from 1. The last round ends when the area is
 * full.
 * @param {number} number
 * @param {Effect | undefined} energy
 */
export function roundSize(number, energy) {
  if (energy === "speed_up") {
    return 3;
  }
  return energy === "brake" || number === 1 ? 1 : 2;
}

/**
 * Whether anything was done in a round.
 * @param {Round} round
 */
export function hasBegun({ energy, cards }) {
  return energy !== undefined || cards.length > 0;
}

/**
 * The card that the next one continues: the last one placed, or by a reverse the last but one.
 * @param {Pick<PlayerState, "line">} state
 */
export function continued({ line }, reverse = false) {
  return line[line.length - (reverse ? 2 : 1)];
}

/**
 * The initiatives of all cards not placed, in hand or not drawn, and the energy not spent.
 * @param {Pick<PlayerState, "hand" | "deck" | "energy">} state
 */
export function scoreOf({ hand, deck, energy }) {
  return [...hand, ...deck].reduce((sum, card) => sum + INITIATIVE[card], energy);
}

/**
 * The ways to place a card of the hand, in the order of CARDS.
 * @param {PlayerState} state
 * @param {Area} area
 * @param {ReadonlySet<number>} free
 * @returns {readonly PlaceCard[]}
 */
export function placings(state, area, free) {
  const cards = CARDS.filter((card) => state.hand.includes(card));
  const forward = cellsAhead(area, continued(state), free);
  const behind = state.mayReverse ? cellsAhead(area, continued(state, true), free) : [];
  return cards.flatMap((card) => [
    ...forward.map((cell) => ({ card, cell })),
    ...behind.map((cell) => ({ card, cell, reverse: /** @type {true} */ (true) })),
  ]);
}

/**
 * Returns what energy may be spent on: at most one point a round, before its first card.
 * @param {Pick<PlayerState, "energy">} state
 * @param {Round} round
 * @param {number} number of the round
 * @returns {readonly SpendEnergy[]}
 */
export function spendings({ energy }, round, number) {
  if (hasBegun(round) || energy === 0 || number < FIRST_ENERGY_ROUND) {
    return [];
  }
  return EFFECTS.map((effect) => ({ energy: effect }));
}

/**
 * Draws until the hand is full or the deck is empty.
 * @param {Pick<PlayerState, "hand" | "deck">} state
 */
export function afterFillingHand(state) {
  return afterDrawing(state, Math.max(0, HAND_SIZE - state.hand.length));
}

/**
 * Draws this number of cards, or all that are left.
 * @param {Pick<PlayerState, "hand" | "deck">} state
 * @param {number} number
 */
function afterDrawing(state, number) {
  const hand = [...state.hand, ...state.deck.slice(0, number)];
  hand.sort((one, other) => CARDS.indexOf(one) - CARDS.indexOf(other));
  return { hand, deck: state.deck.slice(number) };
}

/**
 * Spends energy. Extra gas draws a card at once; the other effects show when cards are placed.
 * @param {PlayerState} state
 * @param {Effect} effect
 */
export function afterSpending(state, effect) {
  return {
    energy: state.energy - 1,
    mayReverse: effect === "reverse",
    ...(effect === "extra_gas" ? afterDrawing(state, 1) : {}),
  };
}

/**
 * @param {PlayerState} state
 * @param {Area} area
 * @param {PlaceCard} move
 */
export function afterPlacing(state, area, { card, cell, reverse = undefined }) {
  const laid = layCard(area, continued(state, reverse), { card, cell }, reverse === true);
  const hand = [...state.hand];
  hand.splice(hand.indexOf(card), 1);
  return { line: [...state.line, laid], hand, mayReverse: state.mayReverse && !reverse };
}

/**
 * Why a card that must be placed cannot be.
 * @param {PlayerState} state
 */
export function whyStuck(state) {
  if (!state.hand.length) {
    return phrase("end_of_line.play.no_card_in_hand");
  }
  const cell = boardCell(continued(state).cell);
  if (!state.mayReverse) {
    return phrase("end_of_line.play.no_exit", { cell });
  }
  const behind = boardCell(continued(state, true).cell);
  return phrase("end_of_line.play.no_exit_behind", { cell, behind });
}

/**
 * A move of the player in words.
 * @param {Pick<PlayerState, "line">} state
 * @param {Move} move
 */
export function description(state, move) {
  if ("energy" in move) {
    return phrase(`end_of_line.play.spend.${move.energy}`);
  }
  const words = { card: move.card, cell: boardCell(move.cell) };
  if (!move.reverse) {
    return phrase("end_of_line.play.place", words);
  }
  const behind = boardCell(continued(state, true).cell);
  return phrase("end_of_line.play.place_behind", { ...words, behind });
}

/**
 * `S C3`, `S C3 reverse`, or the effect of energy: `brake`.
 * @param {Move} move
 */
export function notation(move) {
  if ("energy" in move) {
    return move.energy;
  }
  return `${move.card} ${cellName(move.cell)}${move.reverse ? " reverse" : ""}`;
}

const PLACE_CARD = object({ card: choice(CARDS), cell: pair, reverse: boolean }, ["card", "cell"]);
const SPEND_ENERGY = object({ energy: choice(EFFECTS) });

/**
 * @param {unknown} document
 * @returns {Move}
 */
export function parseMove(document) {
  if (isObject(document) && "energy" in document) {
    return SPEND_ENERGY(document);
  }
  const { card, cell, reverse } = PLACE_CARD(document);
  return reverse ? { card, cell, reverse: true } : { card, cell };
}
