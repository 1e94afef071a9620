/** The places of a table: where cards lie, and where one more could be laid. */

import { keyOf } from "./cards.js";
import { cardsByPlace } from "./layouts.js";
import { cellsBeside } from "./play.js";

/**
 * @typedef {import("./table_board.js").Place} Place
 * @typedef {import("./table_lines.js").Table} Table
 */

export class TablePlaces {
  /**
   * @param {Table} table
   * @param {string | null} held a card that is held, whose place is free
   */
  constructor(table, held) {
    const others = [...table].filter(([id]) => id !== held).map(([, place]) => place);
    const own = held === null ? undefined : table.get(held);
    const alone = own === undefined ? { row: 0, col: 0 } : { row: own.row, col: own.col };
    this.held = held;
    this.cards = cardsByPlace(table);
    /** @type {readonly Place[]} */
    this.open = others.length ? placesBeside(others) : [alone];
    this.openKeys = new Set(this.open.map(keyAt));
  }

  /** @param {Place} place */
  cardAt(place) {
    return this.cards.get(keyAt(place));
  }

  /** @param {Place} place */
  isFree(place) {
    const id = this.cardAt(place);
    return id === undefined || id === this.held;
  }

  /**
   * Whether a place is free and lies beside cards.
   * @param {Place} place
   */
  isOpen(place) {
    return this.openKeys.has(keyAt(place));
  }

  /**
   * The open place that is nearest to another place.
   * @param {Place} from
   */
  openNear(from) {
    const far = (/** @type {Place} */ { row, col }) => Math.abs(row - from.row) + Math.abs(col - from.col);
    return [...this.open].sort((one, other) => far(one) - far(other))[0];
  }
}

/** @param {readonly Place[]} places */
function placesBeside(places) {
  const cells = cellsBeside(places.map(({ row, col }) => /** @type {const} */ ([row, col])));
  return cells.map(([row, col]) => ({ row, col }));
}

/** @param {Place} place */
export function keyAt({ row, col }) {
  return keyOf([row, col]);
}
