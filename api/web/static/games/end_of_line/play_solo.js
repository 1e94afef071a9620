/**
 * How end_of_line.solo is played: the rules of the solo puzzle, stated strictly.
 *
 * A round begins by itself: cards are drawn as soon as the round before is complete. Then a player may spend
 * one point of energy, from round 3 on and before the round's first card, and places the cards of the round.
 * After a point spent on `reverse` any one card of the round may continue the card placed last but one.
 */

import { phrase } from "../../frame/texts.js";
import { boolean, choice, isObject, object, pair } from "../json_shapes.js";
import { lost, refuseIllegal, solved } from "../play.js";
import { Area, CARDS, INITIATIVE } from "./board.js";
import { boardCell, cellName, cellsAhead, layCard, startCard } from "./play.js";

/**
 * @typedef {import("./board.js").AreaDocument} AreaDocument
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").PlacedCard} PlacedCard
 * @typedef {import("./play.js").OrientedCard} OrientedCard
 * @typedef {"speed_up" | "brake" | "reverse" | "extra_gas"} Effect
 *
 * @typedef {AreaDocument & {deck: readonly Card[], energy: number}} SoloDocument
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
 * @typedef {PlaceCard | SpendEnergy} SoloMove
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
 * What lies on the table.
 *
 * `line` holds the start card, then every card in order of placing, dead ends included. `hand` is sorted.
 * `deck` lists the cards not yet drawn, the next one first. `rounds` are those played so far; the last of
 * them is being played. `mayReverse`: a card of this round may still continue the last card but one.
 * @typedef {object} Table
 * @property {Area} area
 * @property {readonly OrientedCard[]} line
 * @property {readonly Card[]} hand
 * @property {readonly Card[]} deck
 * @property {number} energy
 * @property {readonly Round[]} rounds
 * @property {boolean} mayReverse
 */

export class SoloPosition {
  /** @type {ReadonlySet<number> | undefined} */
  #free;

  /** @param {Table} table */
  constructor({ area, line, hand, deck, energy, rounds, mayReverse }) {
    this.area = area;
    this.line = line;
    this.hand = hand;
    this.deck = deck;
    this.energy = energy;
    this.rounds = rounds;
    this.mayReverse = mayReverse;
    Object.freeze(this);
  }

  /** The numbers of the cells that are still to be covered. */
  get free() {
    return (this.#free ??= this.area.freeAfter(this.line.map((card) => card.cell)));
  }

  /**
   * The position with some of its fields changed.
   * @param {Partial<Table>} changes
   */
  with(changes) {
    return new SoloPosition({ ...this, ...changes });
  }

  /** The round that is being played. */
  get round() {
    return this.rounds[this.rounds.length - 1];
  }

  /** Returns how many cards the round still places, if the area is not full sooner. */
  cardsToPlace() {
    return roundSize(this.rounds.length, this.round.energy) - this.round.cards.length;
  }

  /** The initiatives of all cards not placed, in hand or not drawn, and the energy not spent. */
  score() {
    return [...this.hand, ...this.deck].reduce((sum, card) => sum + INITIATIVE[card], this.energy);
  }
}

/**
 * Cards to place, in the order of CARDS, and then what energy may be spent on.
 * @param {SoloPosition} position
 * @returns {readonly SoloMove[]}
 */
function moves(position) {
  if (position.free.size === 0) {
    return [];
  }
  const { area, free, hand, mayReverse } = position;
  const cards = CARDS.filter((card) => hand.includes(card));
  const forward = cellsAhead(area, continued(position), free);
  const behind = mayReverse ? cellsAhead(area, continued(position, true), free) : [];
  /** @type {PlaceCard[]} */
  const placings = cards.flatMap((card) => [
    ...forward.map((cell) => ({ card, cell })),
    ...behind.map((cell) => ({ card, cell, reverse: /** @type {true} */ (true) })),
  ]);
  return [...placings, ...spendings(position)];
}

const PLACE_CARD = object({ card: choice(CARDS), cell: pair, reverse: boolean }, ["card", "cell"]);
const SPEND_ENERGY = object({ energy: choice(EFFECTS) });

/** @type {import("../play.js").Play<SoloDocument, SoloPosition, SoloMove>} */
export const SOLO = {
  begin(document) {
    const { deck, energy } = document;
    const area = new Area(document);
    const table = { hand: [], deck, energy, rounds: [], mayReverse: false };
    const position = new SoloPosition({ area, line: [startCard(area)], ...table });
    return position.free.size ? nextRound(position) : position;
  },

  player: () => null,

  moves,

  after(position, move) {
    refuseIllegal(moves(position), move);
    if ("energy" in move) {
      return withEnergySpent(position, move.energy);
    }
    const following = withCardPlaced(position, move);
    // The last round ends with the cell that completes the area.
    return following.free.size && following.cardsToPlace() === 0 ? nextRound(following) : following;
  },

  outcome(position) {
    if (position.free.size === 0) {
      return solved(position.score());
    }
    return moves(position).length ? null : lost(reason(position));
  },

  /** The rounds so far. One in which nothing was done yet is left out. */
  solution({ rounds }) {
    const last = rounds.at(-1);
    return { rounds: last && !hasBegun(last) ? rounds.slice(0, -1) : rounds };
  },

  describe(position, move) {
    if ("energy" in move) {
      return phrase(`end_of_line.play.spend.${move.energy}`);
    }
    const words = { card: move.card, cell: boardCell(move.cell) };
    if (!move.reverse) {
      return phrase("end_of_line.play.place", words);
    }
    const behind = boardCell(continued(position, true).cell);
    return phrase("end_of_line.play.place_behind", { ...words, behind });
  },

  /** `S C3`, `S C3 reverse`, or the effect of energy: `brake`. */
  notation(_, move) {
    if ("energy" in move) {
      return move.energy;
    }
    return `${move.card} ${cellName(move.cell)}${move.reverse ? " reverse" : ""}`;
  },

  parseMove(document) {
    if (isObject(document) && "energy" in document) {
      return SPEND_ENERGY(document);
    }
    const { card, cell, reverse } = PLACE_CARD(document);
    return reverse ? { card, cell, reverse: true } : { card, cell };
  },

  serialiseMove: (move) => move,
};

/**
 * Why a card that must be placed cannot be.
 * @param {SoloPosition} position
 */
function reason(position) {
  if (!position.hand.length) {
    return phrase("end_of_line.play.no_card_in_hand");
  }
  const cell = boardCell(continued(position).cell);
  if (!position.mayReverse) {
    return phrase("end_of_line.play.no_exit", { cell });
  }
  const behind = boardCell(continued(position, true).cell);
  return phrase("end_of_line.play.no_exit_behind", { cell, behind });
}

/**
 * The card that the next one continues: the last one placed, or by a reverse the last but one.
 * @param {SoloPosition} position
 */
function continued({ line }, reverse = false) {
  return line[line.length - (reverse ? 2 : 1)];
}

/**
 * Draws until the hand is full or the deck is empty.
 * @param {SoloPosition} position
 */
function nextRound(position) {
  const withCards = afterDrawing(position, HAND_SIZE - position.hand.length);
  return withCards.with({ rounds: [...position.rounds, { cards: [] }], mayReverse: false });
}

/**
 * The position after drawing this number of cards, or all that are left.
 * @param {SoloPosition} position
 * @param {number} number
 */
function afterDrawing(position, number) {
  const hand = [...position.hand, ...position.deck.slice(0, number)];
  hand.sort((one, other) => CARDS.indexOf(one) - CARDS.indexOf(other));
  return position.with({ hand, deck: position.deck.slice(number) });
}

/**
 * Whether anything was done in a round.
 * @param {Round} round
 */
function hasBegun({ energy, cards }) {
  return energy !== undefined || cards.length > 0;
}

/**
 * Returns what energy may be spent on: at most one point a round, before its first card.
 * @param {SoloPosition} position
 * @returns {readonly SpendEnergy[]}
 */
function spendings({ round, rounds, energy }) {
  if (hasBegun(round) || energy === 0 || rounds.length < FIRST_ENERGY_ROUND) {
    return [];
  }
  return EFFECTS.map((effect) => ({ energy: effect }));
}

/**
 * Spends energy. Extra gas draws a card at once; the other effects show when cards are placed.
 * @param {SoloPosition} position
 * @param {Effect} effect
 */
function withEnergySpent(position, effect) {
  const afterSpending = position.with({
    energy: position.energy - 1,
    rounds: [...position.rounds.slice(0, -1), { energy: effect, cards: [] }],
    mayReverse: effect === "reverse",
  });
  return effect === "extra_gas" ? afterDrawing(afterSpending, 1) : afterSpending;
}

/**
 * @param {SoloPosition} position
 * @param {PlaceCard} move
 */
function withCardPlaced(position, { card, cell, reverse = undefined }) {
  const laid = layCard(position.area, continued(position, reverse), { card, cell }, reverse === true);
  const hand = [...position.hand];
  hand.splice(hand.indexOf(card), 1);
  const playedRound = { ...position.round, cards: [...position.round.cards, { card, cell }] };
  return position.with({
    line: [...position.line, laid],
    hand,
    rounds: [...position.rounds.slice(0, -1), playedRound],
    mayReverse: position.mayReverse && !reverse,
  });
}
