/**
 * The board as a grid of named cells, for the keyboard and for screen readers. It lies over the drawing and
 * shows nothing but the cursor.
 */

import { element } from "../../frame/dom.js";
import { direction, SIDE } from "./shapes.js";
import { modulo } from "./board_window.js";

/**
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").Heading} Heading
 */

// Names may come this much later than the drawing, in milliseconds.
const LATER = 60;

/** @type {Readonly<Record<string, Heading>>} */
export const ARROWS = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };

export class BoardGrid {
  /** @type {HTMLElement[]} */
  #cells;
  /** @type {Set<number>} */
  #outdated = new Set();
  #timer = 0;

  /**
   * @param {import("./board.js").Area} area
   * @param {import("./board_window.js").BoardWindow} view
   * @param {string} label
   * @param {(number: number) => string} describe names a cell: its place, what lies there, what can be done
   * @param {(cell: Cell) => void} act
   */
  constructor(area, view, label, describe, act) {
    this.area = area;
    this.view = view;
    this.describe = describe;
    /** The number of the cell on which the cursor stands. */
    this.cursor = area.number(area.start.cell);
    this.#cells = area.cells.map(([row, col], number) => {
      const attributes = { role: "gridcell", tabindex: "-1", "aria-colindex": col + 1 };
      const cell = element("div", { class: "eol-cell", ...attributes });
      cell.addEventListener("click", () => act([row, col]));
      cell.addEventListener("focus", () => this.#take(number));
      return cell;
    });
    const rows = Array.from({ length: area.rows }, (_, row) =>
      element(
        "div",
        { role: "row", class: "eol-row", "aria-rowindex": row + 1 },
        ...this.#cells.slice(row * area.cols, (row + 1) * area.cols),
      ),
    );
    const size = { "aria-rowcount": area.rows, "aria-colcount": area.cols };
    this.element = element("div", { role: "grid", class: "eol-grid", "aria-label": label, ...size }, ...rows);
    this.#take(this.cursor);
  }

  /** @param {number} number */
  #take(number) {
    this.#cells[this.cursor].tabIndex = -1;
    this.cursor = number;
    this.#cells[number].tabIndex = 0;
  }

  /** @param {Cell} cell */
  cellElement(cell) {
    return this.#cells[this.area.number(cell)];
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /**
   * Puts the cursor on a cell, and the focus too if the board has it.
   * @param {number} number
   */
  follow(number) {
    const hadFocus = this.hasFocus;
    this.#take(number);
    if (hadFocus) {
      this.focus();
    }
  }

  focus() {
    this.#name(this.cursor);
    this.#cells[this.cursor].focus({ preventScroll: true });
  }

  /**
   * Moves the cursor, round the edges too.
   * @param {Heading} heading
   */
  walk(heading) {
    const [row, col] = this.area.cells[this.cursor];
    const [right, down] = direction(heading);
    const next = this.area.number([modulo(row + down, this.area.rows), modulo(col + right, this.area.cols)]);
    this.#take(next);
    this.focus();
    this.view.reveal(this.view.placeOf(this.area.cells[next]));
  }

  /** Takes over where the window is. */
  move() {
    const { x, y, width, height } = this.view.box;
    const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${(part / whole) * 100}%`;
    const { style } = this.element;
    style.left = percent(-x, width);
    style.top = percent(-y, height);
    style.width = percent(this.area.cols * SIDE, width);
    style.height = percent(this.area.rows * SIDE, height);
  }

  /** Takes over which cell is shown where. */
  shift() {
    this.element.style.gridTemplate = `repeat(${this.area.rows}, 1fr) / repeat(${this.area.cols}, 1fr)`;
    this.#cells.forEach((cell, number) => {
      const [row, col] = this.view.placeOf(this.area.cells[number]);
      cell.style.gridArea = `${row + 1} / ${col + 1}`;
    });
    this.move();
  }

  /**
   * Names these cells anew, soon.
   * @param {readonly number[]} numbers
   */
  rename(numbers) {
    numbers.forEach((number) => this.#outdated.add(number));
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => [...this.#outdated].forEach((number) => this.#name(number)), LATER);
  }

  /** @param {number} number */
  #name(number) {
    this.#outdated.delete(number);
    this.#cells[number].setAttribute("aria-label", this.describe(number));
  }
}
