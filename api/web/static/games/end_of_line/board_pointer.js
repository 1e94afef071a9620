/**
 * Fingers and mouse on a board.
 *
 * One finger taps, holds or drags; what a drag does is asked for where it begins. Two fingers move the board,
 * or bring it nearer. A drag comes into a cell only when it is well within it, so that no corner is cut.
 */

import { SIDE } from "./shapes.js";

/**
 * A point of the board: its place, which may be beyond the edges, and where in the cell it is, from -0.5 to
 * 0.5.
 * @typedef {object} Spot
 * @property {readonly [number, number]} place
 * @property {number} x
 * @property {number} y
 *
 * @typedef {"line" | "pencil" | "move"} Drag
 *
 * @typedef {object} PointerActions
 * @property {(spot: Spot) => Drag} press says what a drag from here does
 * @property {(spot: Spot) => void} enter the drag comes into another place
 * @property {() => void} release the drag is over
 * @property {(spot: Spot) => void} tap
 * @property {(spot: Spot) => void} hold
 *
 * @typedef {{x: number, y: number}} Point
 */

// Movements below this many pixels are none.
const SLIP = 7;
const HOLD = 480;
// Half of the part of a cell in which a drag comes into it.
const INNER = 0.42;
const STEP = 0.15;

export class BoardPointer {
  /** @type {Map<number, Point>} */
  #pointers = new Map();
  /** @type {Drag | "held" | "two" | null} */
  #drag = null;
  /** @type {DOMRect} */
  #rect = new DOMRect();
  /** @type {Point} */
  #began = { x: 0, y: 0 };
  /** @type {Point} */
  #last = { x: 0, y: 0 };
  /** @type {readonly [number, number]} */
  #place = [0, 0];
  #timer = 0;

  /**
   * @param {HTMLElement} element
   * @param {import("./board_window.js").BoardWindow} view
   * @param {PointerActions} actions
   */
  constructor(element, view, actions) {
    this.element = element;
    this.view = view;
    this.actions = actions;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event, true));
    element.addEventListener("pointercancel", (event) => this.#up(event, false));
    element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.#rect = element.getBoundingClientRect();
      if (this.#drag === null) {
        this.#hold({ x: event.clientX, y: event.clientY });
      }
    });
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /**
   * The spot at a point of the screen.
   * @param {Point} point
   * @returns {Spot}
   */
  spotAt(point) {
    const [col, row] = this.#inCells(point);
    const place = /** @type {const} */ ([Math.floor(row), Math.floor(col)]);
    return { place, x: col - place[1] - 0.5, y: row - place[0] - 0.5 };
  }

  /** Takes note of where the board is on the screen. */
  measure() {
    this.#rect = this.element.getBoundingClientRect();
    return this.#rect;
  }

  /** The lengths of the drawing in one pixel. */
  get #scale() {
    return this.view.box.width / (this.#rect.width || 1);
  }

  /** @param {Point} point */
  #inCells({ x, y }) {
    const { box } = this.view;
    return [
      (box.x + (x - this.#rect.left) * this.#scale) / SIDE,
      (box.y + (y - this.#rect.top) * this.#scale) / SIDE,
    ];
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) {
      return;
    }
    const point = { x: event.clientX, y: event.clientY };
    this.#pointers.set(event.pointerId, point);
    clearTimeout(this.#timer);
    if (this.#pointers.size > 1) {
      this.#finish();
      this.#drag = "two";
      return;
    }
    this.element.setPointerCapture(event.pointerId);
    this.measure();
    this.#drag = null;
    this.#began = this.#last = point;
    if (event.pointerType !== "mouse") {
      this.#timer = window.setTimeout(() => this.#hold(point), HOLD);
    }
  }

  /** @param {Point} point */
  #hold(point) {
    this.#pointers.size && (this.#drag = "held");
    this.actions.hold(this.spotAt(point));
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const point = { x: event.clientX, y: event.clientY };
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) {
      return;
    }
    if (this.#drag === "two") {
      this.#moveTwo(event.pointerId, before, point);
    } else if (this.#drag !== "held") {
      this.#moveOne(point);
    }
    this.#pointers.set(event.pointerId, point);
  }

  /** @param {Point} point */
  #moveOne(point) {
    if (this.#drag === null) {
      if (Math.hypot(point.x - this.#began.x, point.y - this.#began.y) < SLIP) {
        return;
      }
      clearTimeout(this.#timer);
      const spot = this.spotAt(this.#began);
      this.#place = spot.place;
      this.#drag = this.actions.press(spot);
    }
    if (this.#drag === "move") {
      const scale = this.#scale;
      this.view.moveBy((point.x - this.#last.x) * scale, (point.y - this.#last.y) * scale);
    } else {
      this.#walk(this.#last, point);
    }
    this.#last = point;
  }

  /**
   * Comes into every cell on the way, also when the finger was faster than the screen.
   * @param {Point} from
   * @param {Point} to
   */
  #walk(from, to) {
    const cells = (Math.hypot(to.x - from.x, to.y - from.y) * this.#scale) / SIDE;
    const steps = Math.max(1, Math.ceil(cells / STEP));
    for (let i = 1; i <= steps; i += 1) {
      const part = i / steps;
      const spot = this.spotAt({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
      const isInside = Math.abs(spot.x) < INNER && Math.abs(spot.y) < INNER;
      if (isInside && (spot.place[0] !== this.#place[0] || spot.place[1] !== this.#place[1])) {
        this.#place = spot.place;
        this.actions.enter(spot);
      }
    }
  }

  /**
   * @param {number} id
   * @param {Point} before
   * @param {Point} point
   */
  #moveTwo(id, before, point) {
    const other = [...this.#pointers].find(([otherId]) => otherId !== id)?.[1];
    if (other === undefined) {
      return;
    }
    const scale = this.#scale;
    this.view.moveBy(((point.x - before.x) * scale) / 2, ((point.y - before.y) * scale) / 2);
    const [was, is] = [before, point].map(({ x, y }) => Math.hypot(x - other.x, y - other.y));
    const [col, row] = this.#inCells({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 });
    this.view.zoomTo(this.view.zoom * (is / Math.max(1, was)), col * SIDE, row * SIDE);
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} isTap whether it is one if nothing was dragged
   */
  #up(event, isTap) {
    if (!this.#pointers.delete(event.pointerId)) {
      return;
    }
    clearTimeout(this.#timer);
    if (this.#drag === null && isTap) {
      this.actions.tap(this.spotAt(this.#began));
    }
    if (!this.#pointers.size) {
      this.#finish();
      this.#drag = null;
    }
  }

  #finish() {
    if (this.#drag === "move" || this.#drag === "two") {
      this.view.settle(true);
    } else if (this.#drag === "line" || this.#drag === "pencil") {
      this.actions.release();
    }
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    const { scrollHeight, clientHeight } = document.documentElement;
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!event.ctrlKey && !isSideways && scrollHeight > clientHeight + 1) {
      return; // the page scrolls
    }
    event.preventDefault();
    this.measure();
    if (event.ctrlKey) {
      const [col, row] = this.#inCells({ x: event.clientX, y: event.clientY });
      this.view.zoomTo(this.view.zoom * Math.exp(-event.deltaY / 300), col * SIDE, row * SIDE);
      return;
    }
    const [right, down] = event.shiftKey && !event.deltaX ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    this.view.moveBy(-right * this.#scale, -down * this.#scale);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.view.settle(true), 120);
  }
}
