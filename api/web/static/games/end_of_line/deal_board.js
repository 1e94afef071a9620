/** The board on the deal desk: the one on which people play, on which every tap is for the editor. */

import { element, fill } from "../../frame/dom.js";
import { Area } from "./board.js";
import { lineLooks, lineSteps } from "./cell_looks.js";
import { LineBoard } from "./line_board.js";
import { boardCell } from "./play.js";

/**
 * @typedef {import("./board.js").AreaDocument} AreaDocument
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./cell_looks.js").CellLook} CellLook
 * @typedef {import("./cell_looks.js").LineCard} LineCard
 *
 * What lies on a board beside the line: `add` adds it to the looks of cells, `name` names it; null where
 * nothing
 * lies.
 * @typedef {object} Extras
 * @property {(looks: CellLook[], area: Area) => void} [add]
 * @property {(number: number) => string | null} [name]
 */

// No line is drawn by dragging here.
const NO_LINE = {
  line: () => [],
  parent: () => 0,
  canExtend: () => false,
  extend: () => false,
  cut: () => {},
};

export class DealBoard {
  /** @type {LineBoard | null} */
  #board = null;
  #size = "";
  /** @type {(number: number) => string} */
  #describe = () => "";

  /**
   * @param {import("../../frame/deal_kind.js").EditorContext<any>} context
   * @param {(cell: Cell) => void} tap
   */
  constructor(context, tap) {
    this.context = context;
    this.tap = tap;
    this.element = element("div", { class: "eol-deal-board" });
  }

  /**
   * The board for areas of this size.
   * @param {Area} area
   */
  #boardFor(area) {
    const size = `${area.rows}x${area.cols}`;
    if (this.#board === null || size !== this.#size) {
      this.#size = size;
      this.#board = new LineBoard(area, NO_LINE, {
        tap: this.tap,
        describe: (number) => this.#describe(number),
        isLocked: () => false,
        moves: () => this.context.settings().motion,
        text: this.context.text,
      });
      fill(this.element, this.#board.element);
    }
    return this.#board;
  }

  /**
   * @param {AreaDocument} document
   * @param {readonly LineCard[]} cards the line, its start card first
   * @param {Extras} extras
   */
  show(document, cards, { add = () => {}, name = () => null } = {}) {
    const { text, render } = this.context;
    const area = new Area(document);
    const board = this.#boardFor(area);
    const looks = looksOf(area, cards);
    add(looks, area);
    this.#describe = (number) => {
      const words = name(number) ?? text(`end_of_line.page.deal.cell.${usualName(area, number)}`);
      return `${render(boardCell(area.cells[number]))}: ${words}`;
    };
    board.show(looks, lineSteps(area, cards), cards[cards.length - 1].cell, null);
    board.grid.rename(area.cells.map((_, number) => number));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.element.contains(document.activeElement) && this.#board !== null && this.#board.key(event);
  }
}

/**
 * The line of a board on which nothing lies but the start card.
 * @param {AreaDocument} document
 * @returns {LineCard[]}
 */
export function startOnly({ start }) {
  return [{ cell: start.cell, entry: null, parent: -1, open: [], zero: false }];
}

/**
 * @param {Area} area
 * @param {readonly LineCard[]} cards
 * @returns {CellLook[]}
 */
function looksOf(area, cards) {
  const blocked = new Set(area.blocked.map((cell) => area.number(cell)));
  /** @type {CellLook[]} */
  const looks = area.cells.map((_, number) => ({ ground: blocked.has(number) ? "blocked" : "free" }));
  const runs = lineLooks(cards);
  cards.forEach(({ cell }, i) => Object.assign(looks[area.number(cell)], runs[i]));
  const { cell, heading } = area.start;
  Object.assign(looks[area.number(cell)], { start: heading, onward: [heading] });
  return looks;
}

/**
 * @param {Area} area
 * @param {number} number
 */
function usualName(area, number) {
  if (number === area.number(area.start.cell)) {
    return `start.${area.start.heading}`;
  }
  return area.blocked.some((cell) => area.number(cell) === number) ? "blocked" : "free";
}
