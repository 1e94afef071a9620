/**
 * The board on which a turn is made: by tapping a piece and then where it goes, by dragging, or by keys.
 *
 * Under the drawing lies a grid that a screen reader can walk, with a row for each row of the board. It knows
 * no page: whoever shows it is told of each move.
 */

import { element } from "../../frame/dom.js";
import { LAST, ROWS } from "./board.js";
import { BoardDrawing } from "./board_drawing.js";
import { HEIGHT, RADIUS, heightOf, rowAt, spotsIn, topOf } from "./board_layout.js";
import { choicesOf, goalWords, rowWords, stageOf, stepsSoFar, whyNot, whyNotThere } from "./turn_choices.js";

/**
 * @typedef {import("./board_drawing.js").Standing} Standing
 * @typedef {import("./board_drawing.js").Step} Step
 * @typedef {import("./play.js").TurnMove} TurnMove
 * @typedef {import("./play.js").TurnPosition} TurnPosition
 * @typedef {import("./turn_choices.js").Choice} Choice
 * @typedef {import("../play.js").Part} Part
 * @typedef {import("../play.js").Phrase} Phrase
 *
 * What the board needs of whoever shows it.
 * @typedef {object} TurnBoardContext
 * @property {(key: string, parts?: Readonly<Record<string, Part>>) => string} text
 * @property {(part: Part) => string} render
 * @property {(move: TurnMove) => void} make
 * @property {(phrase: Phrase) => void} refuse
 * @property {(phrase: Phrase) => void} say
 * @property {() => boolean} motion
 * @property {() => void} selected   a piece was selected, or is no longer
 *
 * @typedef {object} TurnScene
 * @property {TurnPosition} position
 * @property {Step | null} last
 * @property {boolean} locked
 * @property {readonly Step[]} [trail]  the steps to show; those of the turn so far unless it says otherwise
 */

// How far a finger or the mouse moves before it drags.
const DRAG = 6;
// How far from a piece it is still hit.
const NEAR = RADIUS + 3;
const KEYS_OF_ROWS = "01234567";

export class TurnBoard {
  #drawing = new BoardDrawing();
  /** @type {HTMLElement[]} */
  #cells = [];
  /** @type {TurnScene | null} */
  #scene = null;
  /** @type {Choice[]} */
  #choices = [];
  /** @type {Standing | null} */
  #selected = null;
  #cursor = 0;
  /** @type {{x: number, y: number, isNew: boolean, dragging: boolean} | null} */
  #press = null;

  /** @param {TurnBoardContext} context */
  constructor(context) {
    this.context = context;
    this.#cells = [...Array(ROWS).keys()].reverse().map((row) => this.#cell(row));
    this.grid = element(
      "div",
      { class: "linja-grid", role: "grid", "aria-label": context.text("linja.page.board"), "aria-colcount": 1 },
      ...this.#cells.map((cell) => element("div", { class: "linja-row", role: "row" }, cell)),
    );
    this.element = element("div", { class: "linja-board" }, this.#drawing.element, this.grid);
    this.#listen();
  }

  /** @returns {Choice[]} where the selected piece can go */
  get goals() {
    const { piece, row } = this.#selected ?? {};
    return this.#choices.filter((choice) => choice.piece === piece && choice.from === row);
  }

  /** @param {TurnScene} scene */
  show(scene) {
    const isSame = this.#scene?.position === scene.position;
    this.#scene = scene;
    this.#choices = scene.locked ? [] : choicesOf(scene.position);
    if (!isSame || scene.locked) {
      this.#selected = null;
    }
    this.#draw(scene.last);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was for the board
   */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return false;
    }
    const { key } = event;
    if (key === "ArrowUp" || key === "ArrowDown") {
      this.#moveCursor(key === "ArrowUp" ? 1 : -1);
    } else if (key === "Home" || key === "End") {
      this.#focusRow(key === "Home" ? LAST : 0);
    } else if ((key === "ArrowLeft" || key === "ArrowRight") && this.#selected) {
      this.#otherPiece();
    } else if (key === "Enter" || key === " ") {
      if (event.target instanceof Element && event.target.closest("button, a, summary, input, select")) {
        return false;
      }
      this.#activate(this.#cursor, null);
    } else if (key === "Escape" && this.#selected) {
      this.#select(null);
    } else if (KEYS_OF_ROWS.includes(key)) {
      this.#focusRow(Number(key));
      this.#activate(Number(key), null);
    } else {
      return false;
    }
    return true;
  }

  /** Has the pieces of the player who made the turn jump once, one after the other. */
  celebrate() {
    if (this.#scene && this.context.motion()) {
      this.#drawing.celebrate(this.#scene.position.player);
    }
  }

  #listen() {
    const board = this.element;
    board.addEventListener("pointerdown", (event) => this.#down(event));
    board.addEventListener("pointermove", (event) => this.#drag(event));
    board.addEventListener("pointerup", (event) => this.#up(event));
    board.addEventListener("pointercancel", () => this.#letGo());
    // A finger on a piece moves the piece, and anywhere else the page.
    const hold = (/** @type {TouchEvent} */ event) => {
      const touch = event.touches[0];
      if (event.touches.length === 1 && this.#hit(touch).standing) {
        event.preventDefault();
      }
    };
    board.addEventListener("touchstart", hold, { passive: false });
    new ResizeObserver(() => this.#resize()).observe(board);
  }

  /** @param {number} row */
  #cell(row) {
    return element("div", { class: "linja-cell", role: "gridcell", tabindex: -1, "data-row": row });
  }

  #resize() {
    const { width, height } = this.element.getBoundingClientRect();
    if (!width || !height) {
      return;
    }
    this.#drawing.resize(width, height);
    const units = this.#drawing.columns.width;
    const scale = Math.min(width / units, height / HEIGHT);
    Object.assign(this.grid.style, {
      left: `${(width - units * scale) / 2}px`,
      top: `${(height - HEIGHT * scale) / 2}px`,
      width: `${units * scale}px`,
      height: `${HEIGHT * scale}px`,
    });
    this.#cells.forEach((cell, i) => {
      const row = LAST - i;
      cell.style.top = `${topOf(row) * scale}px`;
      cell.style.height = `${heightOf(row) * scale}px`;
    });
  }

  /** @param {Step | null} last */
  #draw(last = null) {
    const scene = this.#scene;
    if (!scene) {
      return;
    }
    const { position } = scene;
    const movable = this.#choices.map(({ piece, from }) => ({ piece, row: from }));
    const { goals } = this;
    const counted = goals.length === 1 && stageOf(position) === "initial" ? goals[0].to : null;
    this.#drawing.draw(
      {
        board: position.board,
        options: position.options,
        movable,
        selected: this.#selected,
        goals: goals.map(({ to, exact }) => ({ row: to, exact })),
        counted,
        trail: scene.trail ?? stepsSoFar(position),
        last,
      },
      this.context.motion(),
    );
    this.#name(position);
  }

  /** @param {TurnPosition} position */
  #name(position) {
    const { render } = this.context;
    for (const cell of this.#cells) {
      const row = Number(cell.dataset.row);
      const words = rowWords(position, row, this.#choices).map(render).join(", ");
      if (cell.getAttribute("aria-label") !== words) {
        cell.setAttribute("aria-label", words);
      }
      cell.setAttribute("aria-selected", String(this.#selected?.row === row));
      cell.tabIndex = row === this.#cursor ? 0 : -1;
    }
  }

  /** @param {number} by */
  #moveCursor(by) {
    // The first arrow shows where one is.
    const isIn = this.grid.contains(document.activeElement);
    this.#focusRow(isIn ? Math.min(LAST, Math.max(0, this.#cursor + by)) : this.#cursor);
  }

  /** @param {number} row */
  #focusRow(row) {
    this.#cursor = row;
    this.#cells.forEach((cell, i) => (cell.tabIndex = LAST - i === row ? 0 : -1));
    this.#cells[LAST - row].focus({ preventScroll: true });
  }

  /**
   * Does what a tap on a row means now.
   * @param {number} row
   * @param {Standing | null} standing the piece that was hit there
   */
  #activate(row, standing) {
    const scene = this.#scene;
    if (!scene) {
      return;
    }
    const goal = this.goals.find(({ to }) => to === row);
    const isOther = standing !== null && !this.#isSelected(standing) && this.#isMovable(standing);
    const here = this.#choices.find(({ from }) => from === row);
    if (goal && !isOther) {
      this.context.make(goal.move);
    } else if (isOther) {
      this.#select(standing);
    } else if (this.#selected?.row === row) {
      const { goals } = this;
      goals.length === 1 ? this.context.make(goals[0].move) : this.#select(null);
    } else if (here) {
      this.#select({ piece: here.piece, row });
    } else {
      this.context.refuse(scene.locked ? lockedWords() : whyNot(scene.position, row));
    }
  }

  /** Selects the other player's piece in the row, where the extra move may move that as well. */
  #otherPiece() {
    const { row, piece } = /** @type {Standing} */ (this.#selected);
    const other = this.#choices.find((choice) => choice.from === row && choice.piece !== piece);
    if (other) {
      this.#select({ piece: other.piece, row });
    }
  }

  /** @param {Standing | null} standing */
  #select(standing) {
    this.#selected = standing;
    if (standing) {
      this.#cursor = standing.row;
      const position = /** @type {TurnScene} */ (this.#scene).position;
      this.goals.forEach((goal) => this.context.say(goalWords(position, goal)));
    }
    this.#draw();
    this.context.selected();
  }

  /** @param {Standing} standing */
  #isSelected({ piece, row }) {
    return this.#selected?.piece === piece && this.#selected.row === row;
  }

  /** @param {Standing} standing */
  #isMovable({ piece, row }) {
    return this.#choices.some((choice) => choice.piece === piece && choice.from === row);
  }

  /**
   * What lies at a point of the page: a row, and the piece there that may move.
   * @param {{clientX: number, clientY: number}} point
   * @returns {{x: number, y: number, row: number, standing: Standing | null}}
   */
  #hit({ clientX, clientY }) {
    const matrix = this.#drawing.element.getScreenCTM();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse());
    const row = rowAt(y);
    const board = this.#scene?.position.board;
    const near = this.#choices
      .filter(({ from }) => from === row && board)
      .flatMap(({ piece }) =>
        spotsIn(this.#drawing.columns, /** @type {any} */ (board), piece, row).map((spot) => ({ piece, spot })),
      )
      .map(({ piece, spot }) => ({ piece, distance: Math.hypot(spot.x - x, spot.y - y) }))
      .filter(({ distance }) => distance < NEAR)
      .sort((one, other) => one.distance - other.distance);
    return { x, y, row, standing: near.length ? { piece: near[0].piece, row } : null };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!event.isPrimary || event.button !== 0) {
      return;
    }
    const { x, y, standing } = this.#hit(event);
    // The pieces of a row to which the selected one can go are to be tapped on purpose, not dragged by chance.
    const isNew = standing !== null && !this.#isSelected(standing);
    if (isNew) {
      this.#select(standing);
    }
    if (standing) {
      this.element.setPointerCapture(event.pointerId);
    }
    this.#press = { x, y, isNew, dragging: false };
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const press = this.#press;
    if (!press || !this.#selected || !this.element.hasPointerCapture(event.pointerId)) {
      return;
    }
    const { x, y } = this.#hit(event);
    if (!press.dragging && Math.hypot(x - press.x, y - press.y) < DRAG) {
      return;
    }
    press.dragging = true;
    const shape = this.#drawing.liftedPiece(this.#selected)?.firstElementChild;
    if (shape instanceof SVGElement) {
      shape.style.transform = `translate(${x - press.x}px, ${y - press.y}px)`;
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (!press) {
      return;
    }
    this.#press = null;
    const { row, standing } = this.#hit(event);
    if (!press.dragging) {
      if (!press.isNew) {
        this.#activate(row, standing);
      }
      return;
    }
    const goal = this.goals.find(({ to }) => to === row);
    if (goal) {
      this.context.make(goal.move);
    } else {
      const scene = /** @type {TurnScene} */ (this.#scene);
      if (row !== this.#selected?.row) {
        this.context.refuse(whyNotThere(scene.position));
      }
      this.#draw();
    }
  }

  #letGo() {
    this.#press = null;
    this.#draw();
  }
}

/** @returns {Phrase} */
function lockedWords() {
  return { key: "linja.page.why.locked", parts: {} };
}
