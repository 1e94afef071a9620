/**
 * How end_of_line.solo is played: the rules of the solo puzzle, stated strictly.
 *
 * A round begins by itself: cards are drawn as soon as the round before is complete. Then a player may spend
 * one point of energy, from round 3 on and before the round's first card, and places the cards of the round.
 * After a point spent on `reverse` any one card of the round may continue the card placed last but one.
 */

import { lost, refuseIllegal, solved } from "../play.js";
import { Area } from "./board.js";
import { startCard } from "./play.js";
import {
  afterFillingHand,
  afterPlacing,
  afterSpending,
  description,
  hasBegun,
  notation,
  parseMove,
  placings,
  roundSize,
  scoreOf,
  spendings,
  whyStuck,
} from "./player_state.js";

/**
 * @typedef {import("./board.js").AreaDocument} AreaDocument
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./player_state.js").Effect} Effect
 * @typedef {import("./player_state.js").Move} SoloMove
 * @typedef {import("./player_state.js").PlaceCard} PlaceCard
 * @typedef {import("./player_state.js").PlayerState} PlayerState
 * @typedef {import("./player_state.js").Round} Round
 *
 * @typedef {AreaDocument & {deck: readonly Card[], energy: number}} SoloDocument
 *
 * What lies on the table. `rounds` are those played so far; the last of them is being played.
 * @typedef {PlayerState & {area: Area, rounds: readonly Round[]}} Table
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
    return scoreOf(this);
  }
}

/**
 * Cards to place, in the order of CARDS, and then what energy may be spent on.
 * @param {SoloPosition} position
 * @returns {readonly SoloMove[]}
 */
function moves(position) {
  const { area, free, round, rounds } = position;
  if (free.size === 0) {
    return [];
  }
  return [...placings(position, area, free), ...spendings(position, round, rounds.length)];
}

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
    return moves(position).length ? null : lost(whyStuck(position));
  },

  /** The rounds so far. One in which nothing was done yet is left out. */
  solution({ rounds }) {
    const last = rounds.at(-1);
    return { rounds: last && !hasBegun(last) ? rounds.slice(0, -1) : rounds };
  },

  describe: description,
  notation: (_, move) => notation(move),
  parseMove,
  serialiseMove: (move) => move,
};

/** @param {SoloPosition} position */
function nextRound(position) {
  const rounds = [...position.rounds, { cards: [] }];
  return position.with({ ...afterFillingHand(position), rounds, mayReverse: false });
}

/**
 * @param {SoloPosition} position
 * @param {Effect} effect
 */
function withEnergySpent(position, effect) {
  const rounds = [...position.rounds.slice(0, -1), { energy: effect, cards: [] }];
  return position.with({ ...afterSpending(position, effect), rounds });
}

/**
 * @param {SoloPosition} position
 * @param {PlaceCard} move
 */
function withCardPlaced(position, move) {
  const { card, cell } = move;
  const playedRound = { ...position.round, cards: [...position.round.cards, { card, cell }] };
  const rounds = [...position.rounds.slice(0, -1), playedRound];
  return position.with({ ...afterPlacing(position, position.area, move), rounds });
}
