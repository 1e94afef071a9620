/** Lays out the area on the deal desk: its size, blocked cells and the start card. */

import { choice, stepper } from "../../frame/deal_controls.js";
import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { createDealBoard, startOnly } from "./deal_board.js";
import { HEADINGS } from "./board.js";
import { boardCell } from "./play.js";

/**
 * @typedef {import("./board.js").AreaDocument} AreaDocument
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {"block" | "start" | "give"} Tool
 */

const TEXTS = "end_of_line.page.deal";
export const LEAST_SIDE = 3;
export const MOST_SIDE = 20;
export const MOST_ENERGY = 9;

/** @type {AreaDocument} */
export const STANDARD_AREA = { rows: 5, cols: 5, start: { cell: [2, 2], heading: "N" }, blocked: [] };

/**
 * Cards that can be laid on the area; `element` is what they are chosen from.
 * @template S
 * @typedef {object} Giving
 * @property {HTMLElement} element
 * @property {(cell: Cell) => void} tap
 * @property {(looks: import("./cell_looks.js").CellLook[], area: import("./board.js").Area) => void} look
 * @property {(number: number) => string | null} name
 * @property {(area: AreaDocument) => Partial<S>} within what is left of them on an area
 */

/**
 * The panel of the area; further numbers to choose may stand beside its size.
 * @template {AreaDocument} S
 * @param {import("../../frame/deal_kind.js").EditorContext<S>} context
 * @param {() => S} present
 * @param {{further?: readonly HTMLElement[], giving?: Giving<S>}} options
 */
export function createAreaPanel(context, present, { further = [], giving } = {}) {
  const { text } = context;
  /** @type {Tool} */
  let tool = "block";
  /** @type {readonly Tool[]} */
  const all = giving ? ["block", "start", "give"] : ["block", "start"];
  const tools = choice({
    label: text(`${TEXTS}.tool.name`),
    options: all.map((value) => ({ value, label: text(`${TEXTS}.tool.${value}`) })),
    choose: showTool,
  });
  const board = createDealBoard(context, (cell) => {
    if (tool === "give" && giving && !isSame(cell, present().start.cell)) {
      giving.tap(cell);
      return;
    }
    const { area, said } = tapped(present(), cell, tool);
    change(area, said);
  });

  /** @param {Tool} value */
  function showTool(value) {
    tool = value;
    tools.show(tool);
    if (giving) {
      giving.element.hidden = tool !== "give";
      numbers.hidden = tool === "give";
    }
  }

  /**
   * @param {Partial<AreaDocument>} changes
   * @param {import("../play.js").Phrase} [said]
   */
  function change(changes, said) {
    const area = { ...present(), ...changes };
    context.change({ ...area, ...giving?.within(area) }, said);
  }

  const sizes = ["rows", "cols"].map((side) =>
    stepper({
      label: text(`${TEXTS}.${side}.name`),
      less: text(`${TEXTS}.${side}.less`),
      more: text(`${TEXTS}.${side}.more`),
      least: LEAST_SIDE,
      most: MOST_SIDE,
      choose: (value) => change(resized({ ...present(), [side]: value })),
    }),
  );
  const numbers = element("div", { class: "steppers" }, ...sizes.map((size) => size.element), ...further);
  showTool(tool);
  return {
    panel: {
      name: phrase(`${TEXTS}.panel.board`),
      element: element(
        "section",
        { class: "eol-deal eol-deal-area" },
        tools.element,
        board.element,
        giving && giving.element,
        numbers,
      ),
    },

    /** @param {S} state */
    show(state) {
      board.show(state, startOnly(state), giving?.look, giving?.name);
      sizes[0].show(state.rows);
      sizes[1].show(state.cols);
    },

    key: board.key,
  };
}

/**
 * The area after a tap on a cell, and what has happened in words.
 * @param {AreaDocument} area
 * @param {Cell} cell
 * @param {Tool} tool
 */
function tapped({ start, blocked }, cell, tool) {
  const where = { cell: boardCell(cell) };
  if (isSame(cell, start.cell)) {
    const heading = HEADINGS[(HEADINGS.indexOf(start.heading) + 1) % HEADINGS.length];
    const words = { heading: phrase(`end_of_line.drawing.heading.${heading}`) };
    return { area: { start: { ...start, heading } }, said: phrase(`${TEXTS}.start_turned`, words) };
  }
  const others = blocked.filter((other) => !isSame(other, cell));
  if (tool === "start") {
    return { area: { start: { ...start, cell }, blocked: others }, said: phrase(`${TEXTS}.start_moved`, where) };
  }
  const isBlocked = others.length < blocked.length;
  return isBlocked
    ? { area: { blocked: others }, said: phrase(`${TEXTS}.freed`, where) }
    : { area: { blocked: sorted([...blocked, cell]) }, said: phrase(`${TEXTS}.blocked`, where) };
}

/**
 * The area with what is beyond its edges taken away.
 * @param {AreaDocument} area
 * @returns {AreaDocument}
 */
function resized({ rows, cols, start, blocked }) {
  /** @type {Cell} */
  const cell = [Math.min(start.cell[0], rows - 1), Math.min(start.cell[1], cols - 1)];
  const isLeft = (/** @type {Cell} */ [row, col]) => row < rows && col < cols && !isSame([row, col], cell);
  return { rows, cols, start: { ...start, cell }, blocked: blocked.filter(isLeft) };
}

/** @param {readonly Cell[]} cells in reading order, as they are written */
function sorted(cells) {
  return [...cells].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

/**
 * Whether two cells are the same.
 * @param {Cell} one
 * @param {Cell} other
 */
export function isSame(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

/**
 * The fields of an area in a stored value; throws where they are not all there.
 * @param {any} stored
 * @returns {AreaDocument}
 */
export function parseArea({ rows, cols, start, blocked }) {
  const isSide = (/** @type {unknown} */ side) => Number.isInteger(side) && Number(side) >= LEAST_SIDE && Number(side) <= MOST_SIDE;
  const isCell = (/** @type {any} */ cell) => Array.isArray(cell) && cell[0] >= 0 && cell[0] < rows && cell[1] >= 0 && cell[1] < cols;
  if (!isSide(rows) || !isSide(cols) || !HEADINGS.includes(start.heading) || ![start.cell, ...blocked].every(isCell)) {
    throw new RangeError("this is no area");
  }
  return { rows, cols, start, blocked };
}
