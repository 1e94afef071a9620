/** Lays out the area on the deal desk: its size, blocked cells and the start card. */

import { choice, stepper } from "../../frame/deal_controls.js";
import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { HEADINGS } from "./board.js";
import { DealBoard, startOnly } from "./deal_board.js";
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
 * What else lies on the area: the start cards of other players. A tap that means one of them goes no further.
 * @typedef {object} Others
 * @property {(cell: Cell) => boolean} tap
 * @property {(looks: import("./cell_looks.js").CellLook[], area: import("./board.js").Area) => void} look
 * @property {(number: number) => string | null} name
 */

/**
 * The panel of the area; further numbers to choose may stand beside its size.
 * @template {AreaDocument} S
 */
export class AreaPanel {
  /** @type {Tool} */
  #tool = "block";

  /**
   * @param {import("../../frame/deal_kind.js").EditorContext<S>} context
   * @param {() => S} present
   * @param {{further?: readonly HTMLElement[], giving?: Giving<S>, others?: Others}} options
   */
  constructor(context, present, { further = [], giving, others } = {}) {
    this.context = context;
    this.present = present;
    this.giving = giving;
    this.others = others;
    this.tools = this.#toolChoice(giving ? ["block", "start", "give"] : ["block", "start"]);
    this.board = new DealBoard(context, (cell) => this.#tap(cell));
    this.rows = this.#sizeStepper("rows");
    this.cols = this.#sizeStepper("cols");
    const sizes = [this.rows.element, this.cols.element];
    this.numbers = element("div", { class: "steppers" }, ...sizes, ...further);
    const parts = [this.tools.element, this.board.element, giving?.element, this.numbers];
    this.panel = {
      name: phrase(`${TEXTS}.panel.board`),
      element: element("section", { class: "eol-deal" }, ...parts),
    };
    this.#choose(this.#tool);
  }

  /** @param {readonly Tool[]} tools */
  #toolChoice(tools) {
    const { text } = this.context;
    return choice({
      label: text(`${TEXTS}.tool.name`),
      options: tools.map((value) => ({ value, label: text(`${TEXTS}.tool.${value}`) })),
      choose: (value) => this.#choose(value),
    });
  }

  /** @param {"rows" | "cols"} side */
  #sizeStepper(side) {
    const { text } = this.context;
    return stepper({
      label: text(`${TEXTS}.${side}.name`),
      less: text(`${TEXTS}.${side}.less`),
      more: text(`${TEXTS}.${side}.more`),
      least: LEAST_SIDE,
      most: MOST_SIDE,
      choose: (value) => this.#change(resized({ ...this.present(), [side]: value })),
    });
  }

  /** @param {Tool} tool */
  #choose(tool) {
    this.#tool = tool;
    this.tools.show(tool);
    if (this.giving) {
      this.giving.element.hidden = tool !== "give";
      this.numbers.hidden = tool === "give";
    }
  }

  /** @param {Cell} cell */
  #tap(cell) {
    if (this.others?.tap(cell)) {
      return;
    }
    const isStart = isSame(cell, this.present().start.cell);
    if (this.#tool === "give" && !isStart) {
      this.giving?.tap(cell);
    } else {
      const { area, said } = tapped(this.present(), cell, this.#tool);
      this.#change(area, said);
    }
  }

  /**
   * @param {Partial<AreaDocument>} changes
   * @param {import("../play.js").Phrase} [said]
   */
  #change(changes, said) {
    const area = { ...this.present(), ...changes };
    this.context.change({ ...area, ...this.giving?.within(area) }, said);
  }

  /** @param {S} state */
  show(state) {
    const beside = this.giving ?? this.others;
    this.board.show(state, startOnly(state), { add: beside?.look, name: beside?.name });
    this.rows.show(state.rows);
    this.cols.show(state.cols);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.board.key(event);
  }
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
    return {
      area: { start: { ...start, cell }, blocked: others },
      said: phrase(`${TEXTS}.start_moved`, where),
    };
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
  const isWithin = (/** @type {any} */ n, /** @type {number} */ least, /** @type {number} */ most) =>
    Number.isInteger(n) && n >= least && n <= most;
  const isCell = (/** @type {any} */ cell) => isWithin(cell[0], 0, rows - 1) && isWithin(
    cell[1],
    0,
    cols - 1,
  );
  const areSides = [rows, cols].every((side) => isWithin(side, LEAST_SIDE, MOST_SIDE));
  if (!areSides || !HEADINGS.includes(start.heading) || ![start.cell, ...blocked].every(isCell)) {
    throw new RangeError("this is no area");
  }
  return { rows, cols, start, blocked };
}
