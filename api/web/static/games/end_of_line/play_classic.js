/**
 * How end_of_line.classic is played: the rules of the classic solitaire, stated strictly.
 *
 * Drawing happens by itself: a move places or discards the next card of the deck, or places the top card of
 * the discard pile, which may be done before any draw and once the deck is empty. Once two cards lie on the
 * line, any placing may spend a point of energy to continue the card placed last but one.
 *
 * The play is lost as soon as no card can ever be placed again: because none is left in the deck and on the
 * pile, or because neither an exit of the last card nor a reverse leads to a free cell. Cards could still be
 * discarded then, to no use.
 */

import { phrase } from "../../frame/texts.js";
import { boolean, choice, isObject, object, pair } from "../json_shapes.js";
import { lost, refuseIllegal, solved } from "../play.js";
import { Area, INITIATIVE } from "./board.js";
import { boardCell, cellName, cellsAhead, layCard, startCard } from "./play.js";

/**
 * @typedef {import("./board.js").AreaDocument} AreaDocument
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./play.js").OrientedCard} OrientedCard
 *
 * @typedef {AreaDocument & {deck: readonly Card[], energy: number}} ClassicDocument
 *
 * Where a card to place comes from: `place` lays the next card of the deck, `recover` the top card of the
 * discard pile.
 * @typedef {"place" | "recover"} Source
 *
 * `reverse`: a point of energy is spent, and the card continues the last card but one.
 * @typedef {{readonly do: Source, readonly cell: Cell, readonly reverse?: true}} Placing
 * @typedef {Placing | {readonly do: "discard"}} Action
 */

// A reverse needs a card placed last but one, so the line must have this many.
export const MIN_CARDS_TO_REVERSE = 2;
/** @type {readonly Source[]} */
const SOURCES = ["place", "recover"];
/** @type {Action} */
export const DISCARD = { do: "discard" };

/**
 * What lies on the table.
 *
 * `line` holds the start card, then every card in order of placing, dead ends included. `deck` lists the cards
 * not yet drawn, the next one first, and `pile` the discarded ones, the top one last. `actions` are those so
 * far.
 * @typedef {object} Table
 * @property {Area} area
 * @property {readonly OrientedCard[]} line
 * @property {readonly Card[]} deck
 * @property {readonly Card[]} pile
 * @property {number} energy
 * @property {readonly Action[]} actions
 */

export class ClassicPosition {
  /** @type {ReadonlySet<number> | undefined} */
  #free;

  /** @param {Table} table */
  constructor({ area, line, deck, pile, energy, actions }) {
    this.area = area;
    this.line = line;
    this.deck = deck;
    this.pile = pile;
    this.energy = energy;
    this.actions = actions;
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
    return new ClassicPosition({ ...this, ...changes });
  }

  /** Whether the next card may continue the last card but one. The start card does not count. */
  mayReverse() {
    return this.energy > 0 && this.line.length > MIN_CARDS_TO_REVERSE;
  }

  /** The initiatives of all cards not placed, discarded or not drawn, and the energy not spent. */
  score() {
    return [...this.pile, ...this.deck].reduce((sum, card) => sum + INITIATIVE[card], this.energy);
  }
}

/**
 * What can be done with the next card of the deck, and then with the top card of the pile.
 * @param {ClassicPosition} position
 * @returns {readonly Action[]}
 */
function moves(position) {
  const placings = position.deck.length ? placingsFrom(position, "place") : [];
  const recoveries = position.pile.length ? placingsFrom(position, "recover") : [];
  const discards = placings.length ? [DISCARD] : [];
  return [...placings, ...discards, ...recoveries];
}

const PLACING = object({ do: choice(SOURCES), cell: pair, reverse: boolean }, ["do", "cell"]);
const DISCARDING = object({ do: choice(["discard"]) });

/** @type {import("../play.js").Play<ClassicDocument, ClassicPosition, Action>} */
export const CLASSIC = {
  begin(document) {
    const { deck, energy } = document;
    const area = new Area(document);
    return new ClassicPosition({ area, line: [startCard(area)], deck, pile: [], energy, actions: [] });
  },

  player: () => null,

  moves,

  after(position, move) {
    refuseIllegal(moves(position), move);
    const { deck, pile } = position;
    const following = position.with({
      actions: [...position.actions, move],
      ...(move.do === "recover" ? { pile: pile.slice(0, -1) } : { deck: deck.slice(1) }),
    });
    const card = cardMoved(position, move);
    return move.do === "discard"
      ? following.with({ pile: [...pile, card] })
      : withCardPlaced(following, card, move);
  },

  outcome(position) {
    if (position.free.size === 0) {
      return solved(position.score());
    }
    return moves(position).length ? null : lost(reason(position));
  },

  solution: ({ actions }) => ({ actions }),

  describe(position, move) {
    const key = `end_of_line.play.classic.${move.do}`;
    const card = cardMoved(position, move);
    if (move.do === "discard") {
      return phrase(key, { card });
    }
    const cell = boardCell(move.cell);
    if (!move.reverse) {
      return phrase(key, { card, cell });
    }
    return phrase(`${key}_behind`, { card, cell, behind: boardCell(continued(position, true).cell) });
  },

  /** `place C3`, `recover C3 reverse`, `discard` */
  notation(_, move) {
    if (move.do === "discard") {
      return move.do;
    }
    return `${move.do} ${cellName(move.cell)}${move.reverse ? " reverse" : ""}`;
  },

  parseMove(document) {
    if (isObject(document) && /** @type {any} */ (document).do === DISCARD.do) {
      DISCARDING(document);
      return DISCARD;
    }
    const { do: source, cell, reverse } = PLACING(document);
    return reverse ? { do: source, cell, reverse: true } : { do: source, cell };
  },

  serialiseMove: (move) => move,
};

/**
 * The card that a legal move places or discards.
 * @param {ClassicPosition} position
 * @param {Action} move
 */
function cardMoved({ deck, pile }, move) {
  return move.do === "recover" ? pile[pile.length - 1] : deck[0];
}

/**
 * The card that the next one continues: the last one placed, or by a reverse the last but one.
 * @param {ClassicPosition} position
 */
function continued({ line }, reverse = false) {
  return line[line.length - (reverse ? 2 : 1)];
}

/**
 * Every way to place a card, whichever it is: a card can be turned so that any exit leads to it.
 * @param {ClassicPosition} position
 * @param {Source} source
 * @returns {readonly Placing[]}
 */
function placingsFrom(position, source) {
  const { area, free } = position;
  const forward = cellsAhead(area, continued(position), free);
  const behind = position.mayReverse() ? cellsAhead(area, continued(position, true), free) : [];
  return [
    ...forward.map((cell) => ({ do: source, cell })),
    ...behind.map((cell) => ({ do: source, cell, reverse: /** @type {true} */ (true) })),
  ];
}

/**
 * @param {ClassicPosition} position
 * @param {Card} card
 * @param {Placing} placing
 */
function withCardPlaced(position, card, { cell, reverse }) {
  const laid = layCard(position.area, continued(position, reverse), { card, cell }, reverse === true);
  return position.with({
    line: [...position.line, laid],
    energy: position.energy - (reverse ? 1 : 0),
  });
}

/**
 * Why no card can be placed any more.
 * @param {ClassicPosition} position
 */
function reason(position) {
  if (!position.deck.length && !position.pile.length) {
    return phrase("end_of_line.play.classic.no_card");
  }
  const cell = boardCell(continued(position).cell);
  if (!position.mayReverse()) {
    return phrase("end_of_line.play.classic.no_exit", { cell });
  }
  const behind = boardCell(continued(position, true).cell);
  return phrase("end_of_line.play.classic.no_exit_behind", { cell, behind });
}
