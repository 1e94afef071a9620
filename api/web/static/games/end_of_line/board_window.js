/**
 * The part of the endless board that is seen: how far it is shifted, and how near it is.
 *
 * Lengths are those of the drawing: a cell is SIDE wide, and the corner of the first cell shown is at the
 * origin. Half a cell is to be seen beyond every edge, and on the left and at the top there is room for the
 * names of rows and columns. A shift by whole cells changes which cell of the board is shown first; what is
 * left of a movement moves the window.
 */

import { SIDE } from "./shapes.js";

export const LABELS = 20;
const MARGIN = SIDE / 2 + LABELS;
// Cells that are at least this large, in pixels, need not come nearer.
const LARGE = 44;
const GLIDE = 140;

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */

export class BoardWindow {
  #frame = 0;

  /**
   * @param {{rows: number, cols: number}} area
   * @param {(isShifted: boolean) => void} changed is called after every change; a shift has changed which
   *   cell is where
   */
  constructor({ rows, cols }, changed) {
    this.rows = rows;
    this.cols = cols;
    this.changed = changed;
    this.shift = { row: 0, col: 0 };
    this.zoom = 1;
    /** The greatest zoom that makes sense. */
    this.nearest = 1;
    /** The size of the place for the board, in pixels. */
    this.place = { width: 0, height: 0 };
    this.width = cols * SIDE + SIDE + LABELS;
    this.height = rows * SIDE + SIDE + LABELS;
    /** @type {Box} */
    this.box = { x: -MARGIN, y: -MARGIN, width: this.width, height: this.height };
  }

  /**
   * Takes note of the size of the place for the board, in pixels.
   * @param {number} width
   * @param {number} height
   */
  measure(width, height) {
    this.place = { width, height };
    const pixels = this.#fitting * SIDE;
    this.nearest = pixels >= LARGE - 6 ? 1 : LARGE / pixels;
    this.zoom = Math.min(this.zoom, this.nearest);
    this.#resize(this.box.x + this.box.width / 2, this.box.y + this.box.height / 2);
    this.settle(false);
  }

  /** The pixels of a length of the drawing with the whole board in sight. */
  get #fitting() {
    return Math.min(this.place.width / this.width, this.place.height / this.height) || 1;
  }

  /** The pixels of a length of the drawing. */
  get scale() {
    return this.#fitting * this.zoom;
  }

  /**
   * Takes as much of the board as has room, and keeps a point where it is.
   * @param {number} x
   * @param {number} y
   */
  #resize(x, y) {
    const width = Math.min(this.width, this.place.width / this.scale || this.width);
    const height = Math.min(this.height, this.place.height / this.scale || this.height);
    const { box } = this;
    box.x = x - ((x - box.x) * width) / box.width;
    box.y = y - ((y - box.y) * height) / box.height;
    box.width = width;
    box.height = height;
  }

  /**
   * The cell of the board that is shown in a place; places beyond the edges are cells as well.
   * @param {number} row
   * @param {number} col
   * @returns {readonly [number, number]}
   */
  cellAt(row, col) {
    return [modulo(row + this.shift.row, this.rows), modulo(col + this.shift.col, this.cols)];
  }

  /**
   * Where a cell of the board is shown.
   * @param {readonly [number, number]} cell
   * @returns {readonly [number, number]}
   */
  placeOf([row, col]) {
    return [modulo(row - this.shift.row, this.rows), modulo(col - this.shift.col, this.cols)];
  }

  get isMoved() {
    return this.shift.row !== 0 || this.shift.col !== 0;
  }

  /**
   * Moves the board under the window, in lengths of the drawing.
   * @param {number} right
   * @param {number} down
   */
  moveBy(right, down) {
    cancelAnimationFrame(this.#frame);
    this.box.x -= right;
    this.box.y -= down;
    this.#normalise();
  }

  /**
   * Shifts the board by whole cells, smoothly if wanted.
   * @param {number} rows
   * @param {number} cols
   * @param {boolean} smoothly
   */
  shiftBy(rows, cols, smoothly) {
    this.shift.row = modulo(this.shift.row + rows, this.rows);
    this.shift.col = modulo(this.shift.col + cols, this.cols);
    if (smoothly) {
      this.box.x -= Math.sign(cols) * SIDE;
      this.box.y -= Math.sign(rows) * SIDE;
    }
    this.changed(true);
    this.settle(smoothly);
  }

  /** Shows the whole board as the puzzle has it. */
  reset() {
    this.zoom = 1;
    this.shift = { row: 0, col: 0 };
    this.box = { x: -MARGIN, y: -MARGIN, width: this.width, height: this.height };
    this.#resize(0, 0);
    this.changed(true);
  }

  /**
   * @param {number} zoom
   * @param {number} [x] the point that stays where it is
   * @param {number} [y]
   */
  zoomTo(zoom, x = this.box.x + this.box.width / 2, y = this.box.y + this.box.height / 2) {
    const before = this.zoom;
    this.zoom = Math.max(1, Math.min(zoom, this.nearest));
    if (this.zoom === before) {
      return;
    }
    this.#resize(x, y);
    this.#normalise();
  }

  /**
   * Brings a place into sight, if the board is near.
   * @param {readonly [number, number]} place
   */
  reveal([row, col]) {
    if (this.zoom === 1) {
      return;
    }
    const room = 1.6 * SIDE;
    const { box } = this;
    const right = pull(box.x + LABELS, box.x + box.width, (col + 0.5) * SIDE, room);
    const down = pull(box.y + LABELS, box.y + box.height, (row + 0.5) * SIDE, room);
    if (right || down) {
      this.moveBy(box.width < this.width ? right : 0, box.height < this.height ? down : 0);
      this.settle(false);
    }
  }

  /**
   * Comes to rest: with the whole board in sight, half a cell is seen beyond each edge.
   * @param {boolean} smoothly
   */
  settle(smoothly) {
    cancelAnimationFrame(this.#frame);
    const { x, y, width, height } = this.box;
    const [restX, restY] = [this.#rest(x, this.width - width), this.#rest(y, this.height - height)];
    const began = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const done = smoothly ? Math.min(1, Math.max(0, (now - began) / GLIDE)) : 1;
      const eased = 1 - (1 - done) ** 3;
      this.box.x = x + (restX - x) * eased;
      this.box.y = y + (restY - y) * eased;
      this.changed(false);
      if (done < 1) {
        this.#frame = requestAnimationFrame(step);
      }
    };
    step(began);
  }

  /**
   * @param {number} at
   * @param {number} range
   */
  #rest(at, range) {
    return Math.min(Math.max(at, -MARGIN), -MARGIN + range);
  }

  /** Shifts the board by whole cells as soon as more than half a cell is seen twice. */
  #normalise() {
    const cols = surplus(this.box.x + MARGIN, this.width - this.box.width);
    const rows = surplus(this.box.y + MARGIN, this.height - this.box.height);
    this.box.x -= cols * SIDE;
    this.box.y -= rows * SIDE;
    this.shift.row = modulo(this.shift.row + rows, this.rows);
    this.shift.col = modulo(this.shift.col + cols, this.cols);
    this.changed(rows !== 0 || cols !== 0);
  }
}

/**
 * How many cells a window at this place is out of its range.
 * @param {number} at
 * @param {number} range
 */
function surplus(at, range) {
  const slack = range >= SIDE ? 0 : SIDE / 2;
  if (at < -slack) {
    return -Math.ceil((-slack - at) / SIDE);
  }
  return at > range + slack ? Math.ceil((at - range - slack) / SIDE) : 0;
}

/**
 * How far something must move to be this far from both ends.
 * @param {number} low
 * @param {number} high
 * @param {number} at
 * @param {number} room
 */
function pull(low, high, at, room) {
  if (at < low + room) {
    return low + room - at;
  }
  return at > high - room ? high - room - at : 0;
}

/**
 * @param {number} value
 * @param {number} length
 */
export function modulo(value, length) {
  return ((value % length) + length) % length;
}
