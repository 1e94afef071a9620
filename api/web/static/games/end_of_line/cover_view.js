/** What a player of Cover sees and does. */

import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { ARROWS } from "./board_grid.js";
import { lineLooks, lineSteps } from "./cell_looks.js";
import { CoverNotes } from "./cover_notes.js";
import { LineBoard } from "./line_board.js";
import { boardCell } from "./play.js";
import { COVER } from "./play_cover.js";
import { whyNot } from "./refusals.js";
import { boardTools, isPressed, markOut, mayMove, toggleButton } from "./tools.js";
import { Tray } from "./tray.js";

/**
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").Heading} Heading
 * @typedef {import("./cell_looks.js").CellLook} CellLook
 * @typedef {import("./play_cover.js").CoverPosition} CoverPosition
 * @typedef {import("../play.js").Phrase} Phrase
 * @typedef {import("../../frame/view.js").Scene} Scene
 * @typedef {import("../../frame/view.js").ViewContext} ViewContext
 */

const PAGE = "end_of_line.page";

export class CoverView {
  /**
   * The mark for which the next arrow key says the side.
   * @type {"crosses" | "pencils" | null}
   */
  #awaited = null;
  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
    /** @type {CoverPosition} */
    this.position = COVER.begin(context.puzzle);
    /** @type {Scene | null} */
    this.scene = null;
    const { area } = this.position.puzzle;
    this.area = area;
    this.notes = new CoverNotes(area, null);
    /**
     * The numbers of the cells that the line can go on to.
     * @type {Set<number>}
     */
    this.legal = new Set();
    /**
     * The places of cells on the line, by the numbers of the cells.
     * @type {Map<number, number>}
     */
    this.order = new Map();
    this.marking = toggleButton("pencil", context.text(`${PAGE}.marks`), () => this.#switchMarking());
    this.lineBoard = this.#makeBoard();
    this.board = this.lineBoard.element;
    this.tray = new Tray(context.puzzle.tray, context);
    this.tools = this.#makeTools();
  }

  #makeBoard() {
    const line = {
      line: () => this.line,
      parent: (/** @type {number} */ index) => index - 1,
      canExtend: (/** @type {Cell} */ cell) => this.legal.has(this.area.number(cell)),
      extend: (/** @type {number} */ index, /** @type {Cell} */ cell) => this.#extend(index, cell),
      cut: (/** @type {number} */ index) => this.#cut(index),
    };
    return new LineBoard(this.area, line, {
      tap: (cell) => this.#tap(cell),
      describe: (number) => this.describe(number),
      isLocked: () => this.scene?.locked ?? true,
      moves: () => mayMove(this.context),
      text: this.context.text,
      marks: {
        isOn: () => isPressed(this.marking),
        cross: (cell, side) => this.#mark("crosses", cell, side),
        pencil: (cell, side) => this.#mark("pencils", cell, side),
        turn: (cell) => this.#turn(cell),
      },
    });
  }

  #makeTools() {
    const buttons = element(
      "div",
      { class: "eol-buttons" },
      ...boardTools(this.lineBoard, this.context),
      this.marking,
    );
    const row = element("div", { class: "eol-tool-row" }, this.tray.turnList, buttons);
    return element("div", { class: "eol-tools cover" }, this.tray.list, row);
  }

  /** The cells of the line, the start card's first. */
  get line() {
    return [this.area.start.cell, ...this.position.line];
  }

  /** @param {Scene} scene */
  show(scene) {
    this.scene = scene;
    this.position = /** @type {CoverPosition} */ (scene.position);
    this.notes = new CoverNotes(this.area, scene.notes);
    this.legal = new Set(COVER.moves(this.position).map(({ cell }) => this.area.number(cell)));
    const { line } = this;
    this.order = new Map(line.map((cell, i) => [this.area.number(cell), i]));
    const cards = this.#lineCards();
    this.lineBoard.show(
      this.#looks(scene, cards),
      lineSteps(this.area, cards),
      line[line.length - 1],
      scene.last === null ? null : this.area.number(scene.last.cell),
    );
    this.board.classList.toggle("done", scene.outcome?.solved ?? false);
    this.tray.show(this.position);
  }

  /** @returns {import("./cell_looks.js").LineCard[]} */
  #lineCards() {
    const { line } = this;
    return line.map((cell, i) => ({
      cell,
      entry: i ? this.area.headingBetween(line[i - 1], cell) : null,
      parent: i - 1,
      open: [],
      zero: false,
    }));
  }

  /**
   * @param {Scene} scene
   * @param {import("./cell_looks.js").LineCard[]} cards
   */
  #looks(scene, cards) {
    const { area, position, notes } = this;
    const isSolved = scene.outcome?.solved ?? false;
    const blocked = new Set(area.blocked.map((cell) => area.number(cell)));
    /** @type {CellLook[]} */
    const looks = area.cells.map((cell, number) => {
      const given = position.puzzle.givenByCell.get(number);
      /** @type {CellLook} */
      const look = { ground: blocked.has(number) ? "blocked" : given ? "given" : "free" };
      if (given && !this.order.has(number)) {
        const heading = given.heading ?? notes.headingOf(cell);
        look.card = { card: given.card, heading, tried: given.heading === undefined };
      }
      if (!isSolved) {
        look.crosses = notes.sides("crosses", cell, ["E", "S"]);
        look.pencils = notes.sides("pencils", cell, ["E", "S"]);
      }
      return look;
    });
    const runs = lineLooks(cards);
    cards.forEach(({ cell }, i) => {
      const wrong = scene.marked !== null && i > scene.marked;
      const isFirstWrong = wrong && i === (scene.marked ?? 0) + 1;
      Object.assign(looks[area.number(cell)], runs[i], { wrong, isFirstWrong });
    });
    this.#lookAtEnds(looks, scene, isSolved);
    return looks;
  }

  /**
   * The start, the end, and where the line can go on.
   * @param {CellLook[]} looks
   * @param {Scene} scene
   * @param {boolean} isSolved
   */
  #lookAtEnds(looks, scene, isSolved) {
    const { area, line } = this;
    const start = looks[area.number(area.start.cell)];
    start.start = area.start.heading;
    start.onward = [area.start.heading];
    const end = line[line.length - 1];
    looks[area.number(end)].sign = isSolved ? "stop" : "handle";
    if (!scene.locked) {
      for (const number of this.legal) {
        const entry = area.headingBetween(end, area.cells[number]);
        looks[number].target = { way: "next", entry, card: null };
      }
    }
  }

  /** @param {Cell} cell */
  #tap(cell) {
    if (this.scene?.locked) {
      return;
    }
    const number = this.area.number(cell);
    const index = this.order.get(number);
    const end = this.line.length - 1;
    if (index === end && end > 0) {
      this.context.refuse(this.#whereNext());
    } else if (index !== undefined && index < end) {
      this.#cut(index);
    } else if (!this.legal.has(number) && this.#canTurn(cell)) {
      this.#turn(cell);
    } else {
      this.#extend(end, cell);
    }
  }

  /** @param {number} index */
  #cut(index) {
    this.context.goTo((this.scene?.moves ?? []).slice(0, index));
  }

  /**
   * Leads the line from one of its cells on to another cell.
   * @param {number} index
   * @param {Cell} cell
   */
  #extend(index, cell) {
    const made = (this.scene?.moves ?? []).slice(0, index);
    const isEnd = index === this.line.length - 1;
    const position = isEnd ? this.position : made.reduce(COVER.after, COVER.begin(this.context.puzzle));
    const number = this.area.number(cell);
    const move = COVER.moves(position).find((legal) => this.area.number(legal.cell) === number);
    if (move === undefined) {
      this.context.refuse(whyNot(position, cell));
    } else if (isEnd) {
      this.context.make(move);
    } else {
      this.context.goTo([...made, move]);
    }
    return move !== undefined;
  }

  /** @returns {Phrase} */
  #whereNext() {
    const cells = [...this.legal].map((number) => boardCell(this.area.cells[number]));
    const cell = boardCell(this.line[this.line.length - 1]);
    return phrase(cells.length ? `${PAGE}.goes_on_to` : `${PAGE}.no_way_on`, { cell, cells });
  }

  /** @param {Cell} cell */
  #canTurn(cell) {
    const given = this.position.puzzle.givenOn(cell);
    return given !== undefined && given.heading === undefined && !this.order.has(this.area.number(cell));
  }

  /** @param {Cell} cell */
  #turn(cell) {
    const given = this.position.puzzle.givenOn(cell);
    if (given === undefined || !this.#canTurn(cell)) {
      this.context.refuse(phrase(`${PAGE}.nothing_to_turn`));
      return;
    }
    const heading = this.notes.turn(cell);
    this.context.note(this.notes.toJson());
    const parts = { card: given.card, cell: boardCell(cell), heading: headingName(heading ?? "N") };
    this.context.say(phrase(`end_of_line.page.${heading ? "turned" : "turned_back"}`, parts));
  }

  /**
   * @param {"crosses" | "pencils"} mark
   * @param {Cell} cell
   * @param {Heading} side
   */
  #mark(mark, cell, side) {
    const isNew = this.notes.toggle(mark, cell, side);
    this.context.note(this.notes.toJson());
    const parts = { cell: boardCell(cell), other: boardCell(this.area.neighbour(cell, side)) };
    this.context.say(phrase(`end_of_line.page.${mark}.${isNew ? "made" : "taken"}`, parts));
  }

  #switchMarking() {
    const isOn = isPressed(this.marking);
    this.board.classList.toggle("marking", isOn);
    this.context.say(phrase(`end_of_line.page.${isOn ? "marks_on" : "marks_off"}`));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const cell = this.area.cells[this.lineBoard.grid.cursor];
    const side = ARROWS[event.key];
    const mark = this.#awaited;
    this.#awaited = null;
    if (mark && side) {
      this.#mark(mark, cell, side);
      return true;
    }
    if (this.lineBoard.key(event)) {
      return true;
    }
    const key = event.ctrlKey || event.metaKey || event.altKey ? "" : event.key.toLowerCase();
    if (this.scene?.locked || !["x", "p", "t", "m"].includes(key)) {
      return false;
    }
    if (key === "t") {
      this.#turn(cell);
    } else if (key === "m") {
      this.marking.click();
    } else {
      this.#awaited = key === "x" ? "crosses" : "pencils";
      this.context.say(phrase(`${PAGE}.which_side`, { cell: boardCell(cell) }));
    }
    return true;
  }

  /**
   * Names a cell: its place, what lies there and what can be done.
   * @param {number} number
   */
  describe(number) {
    const { area, order, context } = this;
    const cell = area.cells[number];
    const index = order.get(number);
    const given = this.position.puzzle.givenOn(cell);
    /** @type {string[]} */
    const words = [];
    const say = (/** @type {string} */ key, parts = {}) =>
      words.push(context.text(`${PAGE}.cell.${key}`, parts));
    if (index === 0) {
      say("start", { heading: headingName(area.start.heading) });
    } else if (index !== undefined) {
      say(index === order.size - 1 ? "end" : "line", { n: index, of: area.freeCells.length });
    } else if (area.blocked.some((other) => area.number(other) === number)) {
      say("blocked");
    } else if (!given) {
      say("free");
    }
    if (given) {
      const heading = given.heading ?? this.notes.headingOf(cell);
      const key = given.heading ? "given" : heading ? "given_tried" : "given_open";
      say(key, { card: given.card, heading: headingName(heading ?? "N") });
    }
    if (this.legal.has(number)) {
      say("next");
    }
    for (const mark of /** @type {const} */ (["crosses", "pencils"])) {
      const sides = this.notes.sides(mark, cell).map(headingName);
      if (sides.length) {
        say(mark, { sides });
      }
    }
    return `${context.render(boardCell(cell))}: ${words.join(", ")}`;
  }

  /** @param {Scene} scene */
  reached({ position }) {
    const { line, puzzle } = /** @type {CoverPosition} */ (position);
    return [phrase(`${PAGE}.reached`, { covered: line.length, cells: puzzle.area.freeCells.length })];
  }

  celebrate() {
    if (mayMove(this.context)) {
      this.lineBoard.drawing.celebrate(this.line.map((cell) => this.area.number(cell)));
    }
  }

  get keys() {
    return ["walk", "act", "cross", "pencil", "turn", "marks", "shift", "home"].map((name) => ({
      keys: this.context.text(`${PAGE}.keys.${name}.keys`),
      text: this.context.text(`${PAGE}.keys.${name}.text`),
    }));
  }

  get hints() {
    return ["start", "draw", "cover"].map((name) => phrase(`${PAGE}.hints.${name}`));
  }

  /** @param {number | null} index of the hint */
  pointOut(index) {
    const { stage, grid } = this.lineBoard;
    markOut([grid.cellElement(this.area.firstCell()), stage, stage], index);
  }
}

/** @param {Heading} heading */
function headingName(heading) {
  return phrase(`end_of_line.drawing.heading.${heading}`);
}
