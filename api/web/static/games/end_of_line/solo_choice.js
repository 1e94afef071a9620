/** What a player of Solo has chosen for the next card: the card, its cell, and the card that it continues. */

import { SOLO } from "./play_solo.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./play_solo.js").PlaceCard} PlaceCard
 * @typedef {import("./play_solo.js").SoloPosition} SoloPosition
 *
 * From where the line can come to a cell: the last card, the last but one, or both.
 * @typedef {{next: boolean, behind: boolean}} Ways
 */

export class SoloChoice {
  /** @type {Card | null} */
  card = null;
  /**
   * The number of the cell that waits for a card.
   * @type {number | null}
   */
  cell = null;
  /** Whether a card continues the last but one where it could continue either. */
  prefersBehind = false;
  /**
   * The cells that the line can go to, by their numbers.
   * @type {Map<number, Ways>}
   */
  ways = new Map();

  /**
   * @param {SoloPosition} position
   * @param {boolean} isLocked
   */
  constructor(position, isLocked) {
    this.position = position;
    for (const move of isLocked ? [] : SOLO.moves(position)) {
      if ("card" in move) {
        const number = position.area.number(move.cell);
        const known = this.ways.get(number) ?? { next: false, behind: false };
        known[move.reverse ? "behind" : "next"] = true;
        this.ways.set(number, known);
      }
    }
  }

  /** Whether some cell can be reached from the last card and from the last but one. */
  get isTwofold() {
    return [...this.ways.values()].some(({ next, behind }) => next && behind);
  }

  get cells() {
    return [...this.ways.keys()].map((number) => this.position.area.cells[number]);
  }

  /** The card that would be placed: the chosen one, or the only one in hand. */
  get cardToPlace() {
    const { hand } = this.position;
    return this.card ?? (new Set(hand).size === 1 ? hand[0] : null);
  }

  /**
   * Whether a card placed on a cell would continue the last card but one.
   * @param {number} number
   */
  goesBehind(number) {
    const ways = this.ways.get(number);
    return ways !== undefined && ways.behind && (!ways.next || this.prefersBehind);
  }

  /**
   * @param {Card} card
   * @param {number} number
   * @returns {PlaceCard}
   */
  move(card, number) {
    const cell = this.position.area.cells[number];
    return this.goesBehind(number) ? { card, cell, reverse: true } : { card, cell };
  }

  /**
   * How a cell shows what can be done there.
   * @param {number} number
   * @returns {import("./cell_looks.js").Target}
   */
  target(number) {
    const { area, line } = this.position;
    const isBehind = this.goesBehind(number);
    const from = line[line.length - (isBehind ? 2 : 1)].cell;
    const way = this.cell === number ? "chosen" : isBehind ? "behind" : "next";
    return { way, entry: area.headingBetween(from, area.cells[number]), card: this.card };
  }
}
