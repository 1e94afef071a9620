/** The grid under the drawing of a table: cards and free places for the keyboard and for screen readers. */

import { element } from "../../frame/dom.js";
import { keyOf } from "./cards.js";
import { cornerOf } from "./line_drawing.js";

/**
 * @typedef {{readonly row: number, readonly col: number}} Place
 * @typedef {{readonly place: Place, readonly label: string}} GridCell
 */

// How long the grid may be behind the drawing: while a card is dragged nobody reads it.
const DELAY = 60;
/** @type {Readonly<Record<string, readonly [number, number]>>} */
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class TableGrid {
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  /** @type {Map<string, Place>} */
  #places = new Map();
  /** @type {Place} */
  #cursor = { row: 0, col: 0 };
  /** @type {(() => readonly GridCell[]) | null} */
  #waiting = null;

  /**
   * @param {string} label
   * @param {(place: Place) => void} act what a screen reader's press of a cell does
   * @param {(place: Place) => void} moved called when the cursor is at another place
   */
  constructor(label, act, moved) {
    this.act = act;
    this.moved = moved;
    this.element = element("div", { class: "light-grid", role: "grid", "aria-label": label });
  }

  get cursor() {
    return this.#cursor;
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /**
   * Takes other cells, soon.
   * @param {() => readonly GridCell[]} cells
   */
  update(cells) {
    if (this.#waiting === null) {
      setTimeout(() => this.flush(), DELAY);
    }
    this.#waiting = cells;
  }

  /** Takes the other cells now. */
  flush() {
    if (this.#waiting !== null) {
      const cells = this.#waiting();
      this.#waiting = null;
      this.#build(cells);
    }
  }

  /** @param {readonly GridCell[]} cells */
  #build(cells) {
    const had = this.hasFocus;
    this.#cells = new Map();
    this.#places = new Map(cells.map(({ place }) => [keyOf([place.row, place.col]), place]));
    const rows = [...new Set(cells.map(({ place }) => place.row))].sort((one, other) => one - other);
    const firstCol = Math.min(...cells.map(({ place }) => place.col));
    const drawn = rows.map((row) => {
      const inRow = cells.filter(({ place }) => place.row === row);
      inRow.sort((one, other) => one.place.col - other.place.col);
      const attributes = { role: "row", "aria-rowindex": row - rows[0] + 1 };
      return element("div", attributes, ...inRow.map((cell) => this.#cell(cell, firstCol)));
    });
    this.element.replaceChildren(...drawn);
    if (!this.#places.has(keyOf([this.#cursor.row, this.#cursor.col]))) {
      this.#cursor = this.#nearest(this.#cursor) ?? this.#cursor;
    }
    this.#rove();
    if (had) {
      this.focus();
    }
  }

  /**
   * @param {GridCell} cell
   * @param {number} firstCol
   */
  #cell({ place, label }, firstCol) {
    const made = element("div", {
      class: "light-cell",
      role: "gridcell",
      "aria-label": label,
      "aria-colindex": place.col - firstCol + 1,
      onfocus: () => this.#stand(place),
      onclick: (event) => event.detail === 0 && this.act(place),
    });
    const [x, y] = cornerOf(place);
    made.style.translate = `${x}px ${y}px`;
    this.#cells.set(keyOf([place.row, place.col]), made);
    return made;
  }

  /** @param {Place} place */
  #stand(place) {
    if (place.row !== this.#cursor.row || place.col !== this.#cursor.col) {
      this.#cursor = place;
      this.#rove();
    }
    this.moved(place);
  }

  #rove() {
    const here = keyOf([this.#cursor.row, this.#cursor.col]);
    this.#cells.forEach((cell, key) => {
      cell.tabIndex = key === here ? 0 : -1;
    });
  }

  /** @param {Place} place */
  focus(place = this.#cursor) {
    this.#cursor = place;
    this.#rove();
    this.#cells.get(keyOf([place.row, place.col]))?.focus({ preventScroll: true });
  }

  /**
   * Moves the cursor the way that an arrow key says, to the nearest place there.
   * @param {string} key
   */
  step(key) {
    const [down, right] = WAYS[key];
    const { row, col } = this.#cursor;
    const ways = [...this.#places.values()].map((place) => {
      const [dy, dx] = [place.row - row, place.col - col];
      // Three steps ahead are as good as one to the side.
      const aside = Math.abs(dy * right + dx * down);
      return { place, ahead: dy * down + dx * right, far: Math.abs(dy) + Math.abs(dx) + 2 * aside };
    });
    const next = ways.filter(({ ahead }) => ahead > 0).sort((one, other) => one.far - other.far)[0]?.place;
    if (next !== undefined) {
      this.focus(next);
    }
  }

  /** @param {Place} from */
  #nearest(from) {
    const far = (/** @type {Place} */ { row, col }) => Math.abs(row - from.row) + Math.abs(col - from.col);
    return [...this.#places.values()].sort((one, other) => far(one) - far(other))[0];
  }
}

/** @param {string} key */
export function isArrow(key) {
  return Object.hasOwn(WAYS, key);
}
