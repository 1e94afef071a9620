/**
 * How end_of_line.coop is played: the rules of the co-operative puzzle, stated strictly.
 *
 * A round begins by itself: its order is settled, then everybody draws. The turns are played one after the
 * other, each whole before the next, and each as a round of the solo puzzle: energy first, from round 3 on,
 * then the cards. Nobody may pass, and everybody has lost when a card that must be placed cannot be.
 */

import { phrase } from "../../frame/texts.js";
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
import { turnOrder } from "./turn_order.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").Heading} Heading
 * @typedef {import("./player_state.js").Move} CoopMove
 * @typedef {import("./player_state.js").PlaceCard} PlaceCard
 * @typedef {import("./player_state.js").PlayerState} PlayerState
 * @typedef {import("./player_state.js").Round} Round
 *
 * Where a player's line begins, and the player's deck in drawing order.
 * @typedef {{readonly start: {cell: Cell, heading: Heading}, readonly deck: readonly Card[]}} Player
 *
 * `energy` is what each player has; `players` are in the order of round 1.
 * @typedef {object} CoopDocument
 * @property {number} rows
 * @property {number} cols
 * @property {readonly Cell[]} blocked
 * @property {number} energy
 * @property {readonly Player[]} players
 *
 * The cards that a player places in one turn, and the effect that energy was spent on, if any.
 * @typedef {Round & {readonly player: number}} Turn
 *
 * The turns of one round, in the order in which they are played.
 * @typedef {{readonly turns: readonly Turn[]}} CoopRound
 *
 * What lies on the table.
 *
 * `areas` are the board as the line of each player sees it: the start cards of the others are blocked cells.
 * `rounds` are those played so far; the last turn of the last one is being played, or completed the area.
 * `order` is that of this round's turns.
 * @typedef {object} Table
 * @property {readonly Area[]} areas
 * @property {readonly PlayerState[]} players
 * @property {readonly CoopRound[]} rounds
 * @property {readonly number[]} order
 */

export class CoopPosition {
  /** @type {ReadonlySet<number> | undefined} */
  #free;

  /** @param {Table} table */
  constructor({ areas, players, rounds, order }) {
    this.areas = areas;
    this.players = players;
    this.rounds = rounds;
    this.order = order;
    Object.freeze(this);
  }

  /** The numbers of the cells that are still to be covered. */
  get free() {
    const lines = this.players.flatMap(({ line }) => line);
    return (this.#free ??= this.areas[0].freeAfter(lines.map((card) => card.cell)));
  }

  /**
   * The position with some of its fields changed.
   * @param {Partial<Table>} changes
   */
  with(changes) {
    return new CoopPosition({ ...this, ...changes });
  }

  /** The turn that is being played. */
  get turn() {
    const { turns } = this.rounds[this.rounds.length - 1];
    return turns[turns.length - 1];
  }

  /** The number of the player whose turn it is; the first one's on a board without any free cell. */
  get playing() {
    return this.rounds.length ? this.turn.player : 0;
  }

  /** What the player has whose turn it is. */
  get state() {
    return this.players[this.playing];
  }

  /** The board as the line of the player sees it whose turn it is. */
  get area() {
    return this.areas[this.playing];
  }

  /** The line of the player whose turn it is. */
  get line() {
    return this.state.line;
  }

  /** Returns how many cards the turn still places, if the area is not full sooner. */
  cardsToPlace() {
    return roundSize(this.rounds.length, this.turn.energy) - this.turn.cards.length;
  }

  /** The initiatives of all cards not placed, in hand or not drawn, and all energy not spent. */
  score() {
    return this.players.reduce((sum, player) => sum + scoreOf(player), 0);
  }
}

/**
 * Cards to place, in the order of CARDS, and then what energy may be spent on.
 * @param {CoopPosition} position
 * @returns {readonly CoopMove[]}
 */
function moves(position) {
  const { area, free, state, rounds } = position;
  if (free.size === 0) {
    return [];
  }
  return [...placings(state, area, free), ...spendings(state, position.turn, rounds.length)];
}

/** @type {import("../play.js").Play<CoopDocument, CoopPosition, CoopMove>} */
export const COOP = {
  begin({ rows, cols, blocked, energy, players }) {
    const areas = players.map(({ start }, player) => {
      const others = players.filter((_, i) => i !== player).map((other) => other.start.cell);
      return new Area({ rows, cols, start, blocked: [...blocked, ...others] });
    });
    const states = players.map(({ deck }, player) => {
      return { line: [startCard(areas[player])], hand: [], deck, energy, mayReverse: false };
    });
    const position = new CoopPosition({ areas, players: states, rounds: [], order: [] });
    return position.free.size ? nextRound(position) : position;
  },

  /** The number of the player, counted from 1. */
  player: (position) => (position.free.size ? String(position.turn.player + 1) : null),

  moves,

  after(position, move) {
    refuseIllegal(moves(position), move);
    const { turn, state } = position;
    if ("energy" in move) {
      return withTurn(position, { ...turn, energy: move.energy }, afterSpending(state, move.energy));
    }
    const following = withCardPlaced(position, move);
    // The puzzle is over with the cell that completes the area: the rest of the turn is not played.
    return following.free.size && following.cardsToPlace() === 0 ? nextTurn(following) : following;
  },

  outcome(position) {
    if (position.free.size === 0) {
      return solved(position.score());
    }
    return moves(position).length ? null : lost(ofPlayer(position, whyStuck(position.state)));
  },

  /** The rounds so far. A turn in which nothing was done yet is left out, and a round without turns. */
  solution(position) {
    const { rounds } = position;
    if (!rounds.length || hasBegun(position.turn)) {
      return { rounds };
    }
    const { turns } = rounds[rounds.length - 1];
    const begun = turns.length > 1 ? [{ turns: turns.slice(0, -1) }] : [];
    return { rounds: [...rounds.slice(0, -1), ...begun] };
  },

  describe: (position, move) => ofPlayer(position, description(position.state, move)),
  notation: (_, move) => notation(move),
  parseMove,
  serialiseMove: (move) => move,
};

/**
 * @param {CoopPosition} position
 * @param {import("../play.js").Phrase} words
 */
function ofPlayer(position, words) {
  return phrase("end_of_line.coop.of_player", { player: position.turn.player + 1, words });
}

/**
 * Settles the order, has everybody draw, and begins the first turn.
 * @param {CoopPosition} position
 */
function nextRound(position) {
  const order = turnOrder(position.players.map(({ line }) => line.flatMap(({ card }) => card ?? [])));
  const players = position.players.map((player) => ({ ...player, ...afterFillingHand(player) }));
  const rounds = [...position.rounds, { turns: [newTurn(order[0])] }];
  return position.with({ players, rounds, order });
}

/**
 * Ends the turn that is complete, and begins the next one, or the next round.
 * @param {CoopPosition} position
 */
function nextTurn(position) {
  const ended = withTurn(position, position.turn, { mayReverse: false });
  const { turns } = ended.rounds[ended.rounds.length - 1];
  if (turns.length === ended.order.length) {
    return nextRound(ended);
  }
  const round = { turns: [...turns, newTurn(ended.order[turns.length])] };
  return ended.with({ rounds: [...ended.rounds.slice(0, -1), round] });
}

/**
 * @param {number} player
 * @returns {Turn}
 */
function newTurn(player) {
  return { player, cards: [] };
}

/**
 * The position after the player has done something in the turn that is being played.
 * @param {CoopPosition} position
 * @param {Turn} turn
 * @param {Partial<PlayerState>} changes
 */
function withTurn(position, turn, changes) {
  const { rounds, players } = position;
  const { turns } = rounds[rounds.length - 1];
  return position.with({
    rounds: [...rounds.slice(0, -1), { turns: [...turns.slice(0, -1), turn] }],
    players: players.map((player, i) => (i === turn.player ? { ...player, ...changes } : player)),
  });
}

/**
 * @param {CoopPosition} position
 * @param {PlaceCard} move
 */
function withCardPlaced(position, move) {
  const { turn, state, area } = position;
  const { card, cell } = move;
  const playedTurn = { ...turn, cards: [...turn.cards, { card, cell }] };
  return withTurn(position, playedTurn, afterPlacing(state, area, move));
}
