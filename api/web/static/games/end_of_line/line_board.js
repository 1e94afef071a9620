/**
 * A board on which a line is drawn: the drawing, the grid for the keyboard, fingers and mouse, and the
 * controls that shift it. The kinds say what a tap means and how cells look.
 */

import { element } from "../../frame/dom.js";
import { ARROWS, BoardGrid } from "./board_grid.js";
import { BoardDrawing } from "./board_drawing.js";
import { BoardPointer } from "./board_pointer.js";
import { BoardWindow } from "./board_window.js";
import { between, LineDrag } from "./line_drag.js";
import { direction, SIDE } from "./shapes.js";

/**
 * @typedef {import("./board.js").Area} Area
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").Heading} Heading
 * @typedef {import("./board_pointer.js").Spot} Spot
 *
 * Marks that a player makes on the sides of cells.
 * @typedef {object} MarkActions
 * @property {() => boolean} isOn whether taps and drags make marks
 * @property {(cell: Cell, side: Heading) => void} cross
 * @property {(cell: Cell, side: Heading) => void} pencil
 * @property {(cell: Cell) => void} turn
 *
 * @typedef {object} BoardActions
 * @property {(cell: Cell) => void} tap
 * @property {(number: number) => string} describe
 * @property {MarkActions} [marks]
 * @property {() => boolean} isLocked
 * @property {() => boolean} moves whether things may move on the screen
 * @property {(key: string) => string} text
 */

// Taps this near to the middle of a cell are none on a side.
const MIDDLE = 0.24;
/** @type {readonly Heading[]} */
const SIDES = ["N", "E", "S", "W"];

export class LineBoard {
  #size = "";
  /** @type {Cell} */
  #end;

  /**
   * @param {Area} area
   * @param {import("./line_drag.js").LineActions} line
   * @param {BoardActions} actions
   */
  constructor(area, line, actions) {
    this.area = area;
    this.#end = area.start.cell;
    this.actions = actions;
    this.view = new BoardWindow(area, (isShifted) => this.#moved(isShifted));
    this.drawing = new BoardDrawing(area, this.view);
    this.stage = element("div", { class: "eol-stage" });
    this.element = element("div", { class: "eol-board" }, this.stage);
    const label = actions.text("end_of_line.page.board");
    this.grid = new BoardGrid(area, this.view, label, actions.describe, actions.tap);
    this.drag = new LineDrag(area, this.view, line);
    this.isDragging = false;
    /**
     * Is told when another part of the board is seen.
     * @type {(view: BoardWindow) => void}
     */
    this.onMove = () => {};
    this.controls = this.#shiftControls();
    this.stage.append(this.drawing.element, this.grid.element, this.controls);
    this.pointer = new BoardPointer(this.stage, this.view, {
      press: (spot) => this.#press(spot),
      enter: (spot) => this.#enter(spot),
      release: () => (this.isDragging = false),
      tap: (spot) => this.#tap(spot),
      hold: (spot) => this.#hold(spot),
    });
    new ResizeObserver(() => this.#fit()).observe(this.element);
    this.#moved(true);
  }

  /** @param {boolean} isShifted */
  #moved(isShifted) {
    if (this.drawing === undefined || this.grid === undefined) {
      return;
    }
    for (const part of [this.drawing, this.grid]) {
      if (isShifted) {
        part.shift();
      } else {
        part.move();
      }
    }
    this.#resize();
    this.onMove(this.view);
  }

  /** Makes the drawing as large as fits. */
  #fit() {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth > 0 && clientHeight > 0) {
      this.view.measure(clientWidth, clientHeight);
    }
  }

  /** Gives the drawing the size of the part that is seen. */
  #resize() {
    const { scale, box } = this.view;
    const [width, height] = [box.width, box.height].map((length) => `${(length * scale).toFixed(2)}px`);
    if (`${width} ${height}` !== this.#size) {
      this.#size = `${width} ${height}`;
      Object.assign(this.stage.style, { width, height });
    }
  }

  /**
   * @param {Spot} spot
   * @returns {import("./board_pointer.js").Drag}
   */
  #press(spot) {
    if (this.actions.isLocked()) {
      return "move";
    }
    if (this.actions.marks?.isOn()) {
      this.pencilled = spot.place;
      return "pencil";
    }
    this.isDragging = this.drag.begin(spot.place);
    return this.isDragging ? "line" : "move";
  }

  /** @param {Spot} spot */
  #enter({ place }) {
    if (this.isDragging) {
      this.drag.enter(place);
      return;
    }
    const from = this.pencilled ?? place;
    const ways = between(from, place);
    if (ways.length === 1) {
      this.actions.marks?.pencil(this.view.cellAt(...from), ways[0]);
    }
    this.pencilled = place;
  }

  /** @param {Spot} spot */
  #tap(spot) {
    const cell = this.view.cellAt(...spot.place);
    const { marks } = this.actions;
    this.grid.follow(this.area.number(cell));
    if (!marks?.isOn() || this.actions.isLocked()) {
      this.actions.tap(cell);
    } else if (Math.max(Math.abs(spot.x), Math.abs(spot.y)) < MIDDLE) {
      marks.turn(cell);
    } else {
      marks.cross(cell, sideOf(spot));
    }
  }

  /** @param {Spot} spot */
  #hold(spot) {
    if (!this.actions.isLocked()) {
      this.actions.marks?.cross(this.view.cellAt(...spot.place), sideOf(spot));
    }
  }

  /**
   * The keys that every board has: arrows, and with the shift key they shift the board.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const heading = ARROWS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return false;
    }
    if (heading && this.actions.isLocked() && !this.grid.hasFocus) {
      return false; // the page steps through a solution with them
    }
    if (heading) {
      const [right, down] = direction(heading);
      if (event.shiftKey) {
        this.view.shiftBy(-down, -right, this.actions.moves());
      } else {
        this.grid.walk(heading);
      }
      return true;
    }
    if ((event.key === "Enter" || event.key === " ") && !isControl(event.target)) {
      this.grid.focus();
      this.actions.tap(this.area.cells[this.grid.cursor]);
      return true;
    }
    return this.#viewKey(event.key);
  }

  /** @param {string} key */
  #viewKey(key) {
    if (key === "Home") {
      this.view.reset();
    } else if (key === "+" || key === "-") {
      this.view.zoomTo(this.view.zoom * (key === "+" ? 1.3 : 1 / 1.3));
      this.view.settle(false);
      this.revealEnd();
    } else {
      return false;
    }
    return true;
  }

  /** Brings the end of the line into sight. */
  revealEnd() {
    this.view.reveal(this.view.placeOf(this.#end));
  }

  /**
   * Where a cell is on the screen.
   * @param {Cell} cell
   */
  cellRect(cell) {
    const { left, top, width } = this.pointer.measure();
    const { box } = this.view;
    const scale = width / box.width;
    const [row, col] = this.view.placeOf(cell);
    const x = left + (col * SIDE - box.x) * scale;
    return new DOMRect(x, top + (row * SIDE - box.y) * scale, SIDE * scale, SIDE * scale);
  }

  /**
   * The cell at a point of the screen; null off the board.
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    const { left, right, top, bottom } = this.pointer.measure();
    const isInside = x >= left && x <= right && y >= top && y <= bottom;
    return isInside ? this.view.cellAt(...this.pointer.spotAt({ x, y }).place) : null;
  }

  /** Arrows at the edges of the board that shift it, for those who cannot drag. */
  #shiftControls() {
    const buttons = SIDES.map((side) => {
      const label = this.actions.text(`end_of_line.page.shift.${side}`);
      const attributes = { type: "button", class: `eol-shift ${side}`, "aria-label": label, title: label };
      const button = element("button", attributes);
      button.addEventListener("click", () => {
        const [right, down] = direction(side);
        this.view.shiftBy(-down, -right, this.actions.moves());
      });
      button.addEventListener("pointerdown", (event) => event.stopPropagation());
      return button;
    });
    return element("div", { class: "eol-shifts", hidden: true }, ...buttons);
  }

  /**
   * Shows looks and the way of the lines. When one has grown, the cursor and the window go to the end from which
   * a line goes on now.
   * @param {readonly import("./cell_looks.js").CellLook[]} looks
   * @param {readonly import("./cell_looks.js").LineStep[]} steps
   * @param {Cell} end
   * @param {number | null} grown the number of the cell into which a line has just grown
   */
  show(looks, steps, end, grown) {
    this.#end = end;
    this.grid.rename(this.drawing.show(looks, steps));
    if (grown !== null) {
      this.grid.follow(this.area.number(end));
      // A finger that draws the line shows where it goes.
      if (!this.isDragging) {
        this.revealEnd();
        if (this.actions.moves()) {
          this.drawing.grow(grown);
        }
      }
    }
  }
}

/**
 * The side of its cell that a spot is nearest to.
 * @param {Spot} spot
 * @returns {Heading}
 */
function sideOf({ x, y }) {
  if (Math.abs(x) > Math.abs(y)) {
    return x > 0 ? "E" : "W";
  }
  return y > 0 ? "S" : "N";
}

/**
 * Whether the keys Enter and Space belong to this element.
 * @param {EventTarget | null} target
 */
function isControl(target) {
  return target instanceof Element && target.closest("button, a, input, select, textarea, summary") !== null;
}
