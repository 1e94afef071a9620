/**
 * The board as a drawing: every cell in its layers, the cells beyond the edges too.
 *
 * A place is where a cell is shown, counted from the first one shown; places -1 and `rows` or `cols` are
 * beyond the edges and show the cells of the other side.
 */

import { svgElement } from "../../frame/dom.js";
import { LABELS } from "./board_window.js";
import { groundShapes, letterOf, letterSign, topShapes, underShapes } from "./cell_shapes.js";
import * as shapes from "./shapes.js";
import { SIDE } from "./shapes.js";

/**
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").Heading} Heading
 * @typedef {import("./cell_looks.js").CellLook} CellLook
 * @typedef {import("./cell_looks.js").LineStep} LineStep
 *
 * The elements that show one cell in one place. `keys` tell what they show, by layer.
 * @typedef {object} CellElements
 * @property {number} row
 * @property {number} col
 * @property {SVGGElement} ground
 * @property {SVGGElement} under
 * @property {SVGPathElement} casing
 * @property {SVGPathElement} core
 * @property {SVGGElement} stripes
 * @property {SVGGElement} top
 * @property {string[]} keys
 */

const GROW = 130;
const CELEBRATION = 1400;
// The light that runs along a finished line, on either ground.
const FLASH = "#dcefff";

export class BoardDrawing {
  /** @type {CellElements[]} */
  #places = [];
  /** @type {CellElements[][]} by the numbers of the cells */
  #byCell = [];
  /** @type {readonly CellLook[]} */
  #looks = [];
  /** @type {readonly LineStep[]} */
  #steps = [];
  /** @type {readonly string[]} */
  #lookKeys = [];
  #lettersKey = "";
  #labelsKey = "";

  /**
   * @param {import("./board.js").Area} area
   * @param {import("./board_window.js").BoardWindow} view
   */
  constructor(area, view) {
    this.area = area;
    this.view = view;
    const layer = (/** @type {string} */ name) => svgElement("g", { class: `eol-${name}` });
    this.layers = {
      ground: layer("grounds"),
      under: layer("under"),
      casing: layer("casings"),
      core: layer("cores"),
      stripes: layer("stripes"),
      top: layer("tops"),
      beyond: svgElement("path", { class: "eol-beyond", d: this.#beyond(), "fill-rule": "evenodd" }),
      letters: layer("letters"),
      labels: layer("labels"),
    };
    this.element = svgElement(
      "svg",
      { class: "eol-drawing", "aria-hidden": "true" },
      ...Object.values(this.layers),
    );
    this.#layOut();
  }

  /** Makes the elements of every place. */
  #layOut() {
    const { rows, cols } = this.area;
    for (let row = -1; row <= rows; row += 1) {
      for (let col = -1; col <= cols; col += 1) {
        const transform = `translate(${(col + 0.5) * SIDE} ${(row + 0.5) * SIDE})`;
        const elements = {
          row,
          col,
          ground: svgElement("g", { transform }),
          under: svgElement("g", { transform }),
          casing: svgElement("path", { transform, class: "eol-casing", pathLength: 100 }),
          core: svgElement("path", { transform, class: "eol-core", pathLength: 100 }),
          stripes: svgElement("g", { transform }),
          top: svgElement("g", { transform }),
          keys: [],
        };
        this.#places.push(elements);
        this.layers.ground.append(elements.ground);
        this.layers.under.append(elements.under);
        this.layers.casing.append(elements.casing);
        this.layers.core.append(elements.core);
        this.layers.stripes.append(elements.stripes);
        this.layers.top.append(elements.top);
      }
    }
  }

  /** A veil over everything beyond the edges. */
  #beyond() {
    const { rows, cols } = this.area;
    const [wide, high] = [cols * SIDE, rows * SIDE];
    const outer = `M${-SIDE} ${-SIDE}h${wide + 2 * SIDE}v${high + 2 * SIDE}h${-wide - 2 * SIDE}z`;
    return `${outer}M0 0h${wide}v${high}h${-wide}z`;
  }

  /** Takes over where the window is now. */
  move() {
    const { x, y, width, height } = this.view.box;
    const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;
    this.element.setAttribute("viewBox", [x, y, width, height].map(round).join(" "));
    this.#placeLabels();
  }

  /** Takes over which cell is shown where. */
  shift() {
    this.#byCell = this.area.cells.map(() => []);
    for (const place of this.#places) {
      this.#byCell[this.area.number(this.view.cellAt(place.row, place.col))].push(place);
    }
    this.#labelsKey = "";
    this.move();
    this.#looks.forEach((look, number) => this.#drawCell(number, look));
    this.#drawLetters();
  }

  /**
   * Shows these looks; cells that look as before are left alone.
   * @param {readonly CellLook[]} looks by the numbers of the cells
   * @param {readonly LineStep[]} steps
   * @returns {number[]} the numbers of the cells that have changed
   */
  show(looks, steps) {
    const keys = looks.map((look) => JSON.stringify(look));
    const changed = looks.flatMap((_, number) => (keys[number] === this.#lookKeys[number] ? [] : [number]));
    this.#looks = looks;
    this.#lookKeys = keys;
    this.#steps = steps;
    changed.forEach((number) => this.#drawCell(number, looks[number]));
    this.#drawLetters();
    return changed;
  }

  /**
   * @param {number} number
   * @param {CellLook} look
   */
  #drawCell(number, look) {
    const { ground, start, entry, onward = [], dead, wrong = false, isFirstWrong } = look;
    const { sign, zero, plate, crosses, player } = look;
    const d = entry === undefined || dead ? "" : shapes.bandWay(entry, onward);
    const keys = [
      ground,
      JSON.stringify([look.card, look.target, look.open, look.deadWays, dead && entry, look.pencils, wrong, player]),
      `${d} ${wrong} ${player}`,
      JSON.stringify([start, entry, dead, sign, zero, plate, crosses, isFirstWrong, wrong, player]),
    ];
    for (const place of this.#byCell[number]) {
      const isNew = keys.map((key, i) => key !== place.keys[i]);
      place.keys = keys;
      if (isNew[0]) {
        place.ground.replaceChildren(...groundShapes(look));
      }
      if (isNew[1]) {
        place.under.replaceChildren(...underShapes(look));
      }
      if (isNew[2]) {
        place.casing.setAttribute("d", d);
        place.core.setAttribute("d", d);
        place.casing.classList.toggle("wrong", wrong);
        place.core.classList.toggle("wrong", wrong);
        place.stripes.replaceChildren(...(player === undefined ? [] : shapes.stripes(d)));
        showPlayer(place, player);
      }
      if (isNew[3]) {
        place.top.replaceChildren(...topShapes(look));
      }
    }
  }

  /** The same letter where the line leaves the board and where it comes back. */
  #drawLetters() {
    /** @type {[string, number, number][]} */
    const letters = [];
    const { rows, cols } = this.area;
    for (const { cell, heading } of this.#steps) {
      const [row, col] = this.view.placeOf(cell);
      const [right, down] = shapes.direction(heading);
      const [toRow, toCol] = [row + down, col + right];
      if (toRow < 0 || toRow >= rows || toCol < 0 || toCol >= cols) {
        const letter = letterOf(letters.length / 2);
        const [backRow, backCol] = this.view.placeOf(this.area.neighbour(cell, heading));
        letters.push([letter, toRow - 0.25 * down + 0.29 * right, toCol - 0.25 * right - 0.29 * down]);
        letters.push([letter, backRow - 0.75 * down + 0.29 * right, backCol - 0.75 * right - 0.29 * down]);
      }
    }
    const key = JSON.stringify(letters);
    if (key !== this.#lettersKey) {
      this.#lettersKey = key;
      this.layers.letters.replaceChildren(...letters.map(letterSign));
    }
  }

  /** The names of rows and columns, at the edges of the window. */
  #placeLabels() {
    const { x, y, width, height } = this.view.box;
    const { rows, cols } = this.area;
    const key = `${x} ${y} ${width}`;
    if (key === this.#labelsKey) {
      return;
    }
    this.#labelsKey = key;
    const strip = `M${x} ${y}h${width}v${LABELS}h${LABELS - width}v${height - LABELS}h${-LABELS}z`;
    const top = Array.from({ length: cols }, (_, col) => {
      const name = String.fromCharCode(65 + this.view.cellAt(0, col)[1]);
      return svgElement("text", { x: (col + 0.5) * SIDE, y: y + LABELS - 5 }, name);
    });
    const left = Array.from({ length: rows }, (_, row) => {
      const name = String(this.view.cellAt(row, 0)[0] + 1);
      return svgElement("text", { x: x + LABELS / 2, y: (row + 0.5) * SIDE + 5 }, name);
    });
    this.layers.labels.replaceChildren(
      svgElement("path", { class: "eol-label-strip", d: strip }),
      ...top,
      ...left,
    );
  }

  /**
   * Shows how the line grew into a cell.
   * @param {number} number
   */
  grow(number) {
    const { entry } = this.#looks[number];
    for (const { casing, core, top } of this.#byCell[number]) {
      const keyframes = [{ strokeDasharray: "0 200" }, { strokeDasharray: "100 200" }];
      casing.animate(keyframes, GROW);
      core.animate(keyframes, GROW);
      const sign = top.querySelector(".eol-handle");
      if (sign && entry) {
        const [x, y] = shapes.direction(entry).map((part) => -part * SIDE);
        sign.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], GROW);
      }
    }
  }

  /**
   * Lets a light run along the line.
   * @param {readonly number[]} line
   */
  celebrate(line) {
    const pace = CELEBRATION / line.length;
    line.forEach((number, i) => {
      for (const { core, ground } of this.#byCell[number]) {
        const timing = { duration: 500, delay: i * pace, easing: "ease-out" };
        core.animate([{}, { stroke: FLASH, strokeWidth: "15px", offset: 0.25 }, {}], timing);
        ground.animate([{}, { opacity: 0.55, offset: 0.25 }, {}], timing);
      }
    });
  }
}

/**
 * Gives what a place shows the colours of a player's line.
 * @param {CellElements} place
 * @param {number | undefined} player
 */
function showPlayer({ under, casing, core, stripes, top }, player) {
  for (const { dataset } of [under, casing, core, stripes, top]) {
    if (player === undefined) {
      delete dataset.player;
    } else {
      dataset.player = String(player + 1);
    }
  }
}
