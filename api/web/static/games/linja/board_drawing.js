/**
 * Draws the board: rows, sticks, pieces, and what can be done with them.
 *
 * A's pieces are round and point up, B's are square and point down, as in the drawings of the books. Colours
 * come from style.css; nothing is said by colour alone.
 */

import { fill, svgElement } from "../../frame/dom.js";
import { LAST, PLAYERS, rowsOf } from "./board.js";
import {
  Columns,
  HEIGHT,
  LEAST_WIDTH,
  RADIUS,
  STICK,
  heightOf,
  middleOf,
  placesIn,
  spotsIn,
  stickBelow,
  topOf,
} from "./board_layout.js";
import {
  chevron,
  crossed,
  drawnPiece,
  group,
  isLifted,
  letters,
  pieceBody,
  rowNumbers,
  shackle,
  star,
  stickNumber,
  wayPath,
  worth,
} from "./board_shapes.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Options} Options
 * @typedef {import("./board.js").Player} Player
 * @typedef {import("./board_layout.js").Spot} Spot
 *
 * A piece of the player in the row.
 * @typedef {{readonly piece: Player, readonly row: number}} Standing
 *
 * Where the selected piece can go. `exact`: it reaches its target row with exactly that number of rows.
 * @typedef {{readonly row: number, readonly exact: boolean}} Goal
 *
 * A step of a piece from row to row.
 * @typedef {{readonly piece: Player, readonly from: number, readonly to: number}} Step
 *
 * What is to be drawn.
 *
 * movable    the pieces that may move, of which one in each row is lifted
 * selected   the piece that has been chosen to move, and where it can go
 * counted    the row whose pieces say how far the second move goes
 * trail      the steps of the turn so far, or of another player's turn
 * last       the step that has just been made, which is seen to move
 * @typedef {object} BoardScene
 * @property {Board} board
 * @property {Options} options
 * @property {readonly Standing[]} movable
 * @property {Standing | null} selected
 * @property {readonly Goal[]} goals
 * @property {number | null} counted
 * @property {readonly Step[]} trail
 * @property {Step | null} last
 */

const STEP_TIME = 220;
const CHIP = 24;
// The size of the pieces that say whose scores stand below them.
const OWNER = 8;

export class BoardDrawing {
  #columns = new Columns(LEAST_WIDTH);
  /** @type {BoardScene | null} */
  #scene = null;

  constructor() {
    this.element = svgElement("svg", { class: "linja-drawing", "aria-hidden": "true", focusable: "false" });
    this.#frame();
  }

  /** How many units of the drawing are as wide as one of the page. */
  get columns() {
    return this.#columns;
  }

  /**
   * Takes the shape of the place that there is.
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    const columns = new Columns((HEIGHT * width) / Math.max(1, height));
    if (columns.width !== this.#columns.width) {
      this.#columns = columns;
      this.#frame();
      if (this.#scene) {
        this.draw({ ...this.#scene, last: null }, false);
      }
    }
  }

  /**
   * @param {BoardScene} scene
   * @param {boolean} motion
   */
  draw(scene, motion) {
    this.#scene = scene;
    fill(
      this.element,
      group("linja-ground", this.#ground()),
      group("linja-rows", rowNumbers().flatMap((row) => this.#row(scene, row))),
      group("linja-sticks", rowNumbers().slice(1).map((row) => this.#stick(row))),
      group("linja-labels", rowNumbers().flatMap((row) => this.#labels(scene, row))),
      group("linja-trail", scene.trail.flatMap((step) => this.#trail(scene, step))),
      group("linja-pieces", this.#pieces(scene, motion)),
      group("linja-goals", scene.goals.flatMap((goal) => this.#goal(scene, goal))),
    );
  }

  /**
   * The piece in the drawing that is lifted in this row.
   * @param {Standing} standing
   * @returns {SVGElement | null}
   */
  liftedPiece({ piece, row }) {
    return this.element.querySelector(`.linja-lifted[data-piece="${piece}"][data-row="${row}"]`);
  }

  /**
   * Has the player's pieces jump once, one after the other.
   * @param {Player} player
   */
  celebrate(player) {
    const pieces = this.element.querySelectorAll(`.linja-piece-${player} > g`);
    const frames = [{ transform: "none" }, { transform: "translateY(-7px)" }, { transform: "none" }];
    pieces.forEach((piece, i) => piece.animate(frames, { duration: 360, delay: i * 40, easing: "ease-in-out" }));
  }

  #frame() {
    this.element.setAttribute("viewBox", `0 0 ${this.#columns.width} ${HEIGHT}`);
  }

  #ground() {
    const { field, fieldWidth, worthOfA, worthOfB, worthWidth } = this.#columns;
    const top = topOf(LAST);
    const height = topOf(0) + heightOf(0) - top;
    const strip = (/** @type {Player} */ player, /** @type {number} */ x) =>
      svgElement("rect", { class: `linja-tint-${player}`, x, y: top, width: worthWidth, height });
    const home = (/** @type {Player} */ player) => {
      const row = rowsOf(player)[0];
      const place = { x: field, y: topOf(row), width: fieldWidth, height: heightOf(row) };
      return svgElement("rect", { class: `linja-tint-${player}`, ...place });
    };
    return [
      svgElement("rect", { class: "linja-field", x: field, y: top, width: fieldWidth, height }),
      ...PLAYERS.map(home),
      strip("A", worthOfA),
      strip("B", worthOfB),
      ...this.#owners(),
      svgElement("rect", {
        class: "linja-edge",
        x: worthOfA,
        y: top,
        width: worthOfB + worthWidth - worthOfA,
        height,
        rx: 3,
      }),
    ];
  }

  /** Above what pieces score: whose pieces. */
  #owners() {
    const { worthOfA, worthOfB, worthWidth } = this.#columns;
    const mark = (/** @type {Player} */ piece, /** @type {number} */ x) => {
      const at = { x: x + worthWidth / 2, y: topOf(LAST) + OWNER + 4 };
      const scale = `translate(${at.x} ${at.y}) scale(${OWNER / RADIUS})`;
      const middle = { x: 0, y: 0 };
      const body = group("linja-body", [pieceBody(piece, middle, RADIUS)]);
      const sign = svgElement("path", { class: "linja-chevron", d: chevron(piece, middle) });
      return svgElement("g", { class: `linja-piece-${piece}`, transform: scale }, body, sign);
    };
    return [mark("A", worthOfA), mark("B", worthOfB)];
  }

  /**
   * The places of a row, or that it is full and shut.
   * @param {BoardScene} scene
   * @param {number} row
   */
  #row({ board, goals }, row) {
    const { field, fieldWidth } = this.#columns;
    const parts = [];
    if (goals.some((goal) => goal.row === row)) {
      const place = { x: field + 1, y: topOf(row), width: fieldWidth - 2, height: heightOf(row) };
      parts.push(svgElement("rect", { class: "linja-goal-row", ...place }));
    }
    if (row > 0 && row < LAST && !board.full(row)) {
      parts.push(
        ...placesIn(this.#columns, row).map(({ x, y }) => {
          return svgElement("circle", { class: "linja-place", cx: x, cy: y, r: 2.6 });
        }),
      );
    }
    if (board.full(row)) {
      const place = { x: field, y: topOf(row), width: fieldWidth, height: heightOf(row) };
      parts.push(svgElement("rect", { class: "linja-shut", ...place }));
      parts.push(...[topOf(row) + 2.5, topOf(row) + heightOf(row) - 2.5].map((y) => this.#bar(y)));
    }
    return parts;
  }

  /**
   * An edge of a row that is shut.
   * @param {number} y
   */
  #bar(y) {
    const { field, fieldEnd } = this.#columns;
    return svgElement("path", { class: "linja-bar", d: `M${field + 4} ${y}H${fieldEnd - 4}` });
  }

  /** @param {number} row the one above the stick */
  #stick(row) {
    const { field, fieldWidth } = this.#columns;
    const y = stickBelow(row);
    const body = { x: field - 6, y: y - STICK / 2, width: fieldWidth + 12, height: STICK, rx: STICK / 2 };
    return group("linja-stick", [
      svgElement("rect", { class: "linja-stick", ...body }),
      svgElement("path", { class: "linja-gloss", d: `M${field - 1} ${y - 1.3}h${fieldWidth + 2}` }),
    ]);
  }

  /**
   * The number of a row, what a piece scores there, and how many stand there.
   * @param {BoardScene} scene
   * @param {number} row
   */
  #labels({ board, options, counted }, row) {
    const { number, worthOfA, worthOfB, worthWidth, count } = this.#columns;
    const y = middleOf(row);
    const n = board.countIn(row);
    const full = board.full(row);
    const name = ["linja-count", full && "linja-count-full", counted === row && "linja-counted"];
    const chip = { x: count - CHIP / 2, y: y - CHIP / 2, width: CHIP, height: CHIP, rx: CHIP / 2 };
    return [
      letters("number", number, y, String(row)),
      letters("worth", worthOfA + worthWidth / 2, y, worth("A", row, options)),
      letters("worth", worthOfB + worthWidth / 2, y, worth("B", row, options)),
      group(name.filter(Boolean).join(" "), [
        full && svgElement("path", { class: "linja-shackle", d: shackle(count, y - CHIP / 2) }),
        svgElement("rect", { class: "linja-chip", ...chip, ...(full ? { rx: 5 } : {}) }),
        letters("chip-number", count, y, String(n)),
      ]),
    ];
  }

  /**
   * @param {BoardScene} scene
   * @param {boolean} motion
   */
  #pieces(scene, motion) {
    const drawn = PLAYERS.flatMap((piece) => rowNumbers().flatMap((row) => this.#piecesIn(scene, { piece, row })));
    if (scene.last && motion) {
      this.#animate(scene, drawn, scene.last);
    }
    // What is lifted lies above the rest.
    return [...drawn.filter((shape) => !isLifted(shape)), ...drawn.filter(isLifted)];
  }

  /**
   * @param {BoardScene} scene
   * @param {Standing} standing
   */
  #piecesIn({ board, movable, selected }, { piece, row }) {
    const spots = spotsIn(this.#columns, board, piece, row);
    const here = (/** @type {Standing | null} */ other) => other?.piece === piece && other.row === row;
    const isMovable = movable.some(here);
    return spots.map((spot, i) => {
      const lifted = isMovable && i === spots.length - 1;
      const chosen = lifted && here(selected);
      return drawnPiece(piece, row, spot, { lifted, chosen });
    });
  }

  /**
   * Has the piece that has just moved come from where it stood.
   * @param {BoardScene} scene
   * @param {SVGElement[]} drawn
   * @param {Step} step
   */
  #animate({ board }, drawn, { piece, from, to }) {
    const inRow = drawn.filter((shape) => shape.dataset.piece === piece && shape.dataset.row === String(to));
    const end = spotsIn(this.#columns, board, piece, to).at(-1);
    const start = spotsIn(this.#columns, board, piece, from, 1).at(-1);
    const shape = inRow.at(-1)?.firstElementChild;
    if (shape && start && end) {
      const before = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
      shape.animate([{ transform: before }, { transform: "none" }], { duration: STEP_TIME, easing: "ease-in-out" });
    }
  }

  /**
   * Where the selected piece can go: its outline there, the way, and the sticks that it crosses, counted.
   * @param {BoardScene} scene
   * @param {Goal} goal
   */
  #goal({ board, selected }, { row, exact }) {
    if (!selected) {
      return [];
    }
    const { piece } = selected;
    const start = spotsIn(this.#columns, board, piece, selected.row).at(-1);
    const end = this.#landing(board, piece, selected.row, row);
    if (!start || !end) {
      return [];
    }
    return [
      svgElement("path", { class: "linja-way", d: wayPath(start, end) }),
      ...crossed(selected.row, row).map((above, i) => stickNumber(this.#along(start, end, above), i + 1)),
      group("linja-ghost", [pieceBody(piece, end, RADIUS), exact && star(end)]),
    ];
  }

  /**
   * Where a piece will stand.
   * @param {Board} board
   * @param {Player} piece
   * @param {number} from
   * @param {number} to
   */
  #landing(board, piece, from, to) {
    return spotsIn(this.#columns, board.afterMove(piece, from, to), piece, to).at(-1);
  }

  /**
   * The point of a way where it crosses a stick.
   * @param {Spot} start
   * @param {Spot} end
   * @param {number} above the row above the stick
   */
  #along(start, end, above) {
    const y = stickBelow(above);
    const part = (y - start.y) / (end.y - start.y || 1);
    return { x: start.x + (end.x - start.x) * part, y };
  }

  /**
   * A step that has been made.
   * @param {BoardScene} scene
   * @param {Step} step
   */
  #trail({ board }, { piece, from, to }) {
    const end = spotsIn(this.#columns, board, piece, to).at(-1);
    const start = spotsIn(this.#columns, board, piece, from, 1).at(-1);
    if (!start || !end) {
      return [];
    }
    return [
      svgElement("path", { class: "linja-made", d: wayPath(start, end) }),
      group("linja-left", [pieceBody(piece, start, RADIUS - 4)]),
    ];
  }
}
