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
 */

/**
 * @param {import("../../frame/deal_kind.js").EditorContext<any>} context
 * @param {(cell: Cell) => void} tap
 */
export function createDealBoard(context, tap) {
  const place = element("div", { class: "eol-deal-board" });
  /** @type {LineBoard | null} */
  let board = null;
  let key = "";
  /** @type {(number: number) => string} */
  let describe = () => "";

  /** @param {Area} area */
  function makeBoard(area) {
    const line = { line: () => [], parent: () => 0, canExtend: () => false, extend: () => false, cut: () => {} };
    return new LineBoard(area, line, {
      tap,
      describe: (number) => describe(number),
      isLocked: () => false,
      moves: () => context.settings().motion,
      text: context.text,
    });
  }

  return {
    element: place,

    /**
     * Shows an area, and what `look` adds to the looks of its cells.
     * @param {AreaDocument} document
     * @param {readonly LineCard[]} cards the line, its start card first
     * @param {(looks: CellLook[], area: Area) => void} [add]
     * @param {(number: number) => string | null} [name] what lies on a cell, if not the usual
     */
    show(document, cards, add = () => {}, name = () => null) {
      const area = new Area(document);
      const newKey = JSON.stringify([area.rows, area.cols]);
      if (board === null || newKey !== key) {
        board = makeBoard(area);
        key = newKey;
        fill(place, board.element);
      }
      const looks = looksOf(area, cards);
      add(looks, area);
      describe = (number) => {
        const words = name(number) ?? context.text(`end_of_line.page.deal.cell.${usualName(area, number)}`);
        return `${context.render(boardCell(area.cells[number]))}: ${words}`;
      };
      board.show(looks, lineSteps(area, cards), cards[cards.length - 1].cell, false);
      board.grid.rename(area.cells.map((_, number) => number));
    },

    /** @param {KeyboardEvent} event */
    key: (event) => place.contains(document.activeElement) && board !== null && board.key(event),
  };
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
  const looks = area.cells.map((_, number) => /** @type {CellLook} */ ({ ground: blocked.has(number) ? "blocked" : "free" }));
  const runs = lineLooks(cards);
  cards.forEach(({ cell }, i) => Object.assign(looks[area.number(cell)], runs[i]));
  Object.assign(looks[area.number(area.start.cell)], { start: area.start.heading, onward: [area.start.heading] });
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
