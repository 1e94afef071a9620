/**
 * The board of Linja on the deal desk: a tap on a player's side of a row takes a piece up or puts one down.
 */

import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { Board, PLAYERS, ROWS } from "./board.js";
import { BoardDrawing } from "./board_drawing.js";
import { HEIGHT, heightOf, topOf } from "./board_layout.js";

/**
 * @typedef {import("./board.js").Player} Player
 * @typedef {import("./deal_endgame.js").EndgameDeal} EndgameDeal
 */

export const PIECES = 12;
const TEXTS = "linja.page.deal";
// From the top of the board.
const ROW_NUMBERS = [...Array(ROWS).keys()].reverse();
/** @type {Readonly<Record<string, readonly [number, number]>>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class PositionBoard {
  #drawing = new BoardDrawing();
  // Where the cursor is, counted from the top left.
  #row = 0;
  #side = 0;

  /**
   * @param {import("../../frame/deal_kind.js").EditorContext<EndgameDeal>} context
   * @param {() => EndgameDeal} present
   */
  constructor(context, present) {
    this.context = context;
    this.present = present;
    this.sides = ROW_NUMBERS.map((row, i) => PLAYERS.map((player, side) => this.#sideButton(
      player,
      row,
      i,
      side,
    )));
    const label = context.text("linja.page.board");
    const rows = this.sides.map((pair, i) => rowElement(pair, ROW_NUMBERS[i]));
    this.grid = element("div", { class: "linja-deal-grid", role: "grid", "aria-label": label }, ...rows);
    this.element = element(
      "div",
      { class: "linja-board linja-deal-board" },
      this.#drawing.element,
      this.grid,
    );
    this.status = element("p", { class: "linja-deal-name" });
    new ResizeObserver(() => {
      this.#drawing.resize(this.element.clientWidth, this.element.clientHeight);
    }).observe(this.element);
    this.#rove(0, 0);
  }

  /**
   * @param {Player} player
   * @param {number} row
   * @param {number} i
   * @param {number} side
   */
  #sideButton(player, row, i, side) {
    return element("button", {
      type: "button",
      class: "linja-deal-side",
      role: "gridcell",
      tabindex: "-1",
      onclick: () => this.#tap(player, row),
      onfocus: () => this.#rove(i, side),
    });
  }

  /**
   * @param {Player} player
   * @param {number} row
   */
  #tap(player, row) {
    const deal = this.present();
    const pieces = [...deal[player]];
    const isMissing = missingOf(deal, player) > 0;
    if (!isMissing && pieces[row] === 0) {
      this.context.refuse(phrase(`${TEXTS}.none_there`, { player, row }));
    } else if (isMissing && new Board(deal.A, deal.B).full(row)) {
      this.context.refuse(phrase("linja.page.why.full", { row }));
    } else {
      pieces[row] += isMissing ? 1 : -1;
      const said = isMissing ? `${TEXTS}.put_down` : `${TEXTS}.taken_up`;
      this.context.change({ ...deal, [player]: pieces }, phrase(said, { player, row }));
    }
  }

  /**
   * @param {number} row
   * @param {number} side
   */
  #rove(row, side) {
    this.sides[this.#row][this.#side].tabIndex = -1;
    [this.#row, this.#side] = [row, side];
    this.sides[row][side].tabIndex = 0;
  }

  /** @param {EndgameDeal} deal */
  show(deal) {
    const { text } = this.context;
    const { A, B, extra_move, negatives } = deal;
    const plain = { movable: [], selected: null, goals: [], counted: null, trail: [], last: null };
    this.#drawing.draw({ ...plain, board: new Board(A, B), options: { extra_move, negatives } }, false);
    ROW_NUMBERS.forEach((row, i) => {
      PLAYERS.forEach((player, side) => {
        const pieces = text("linja.page.row.pieces", { n: deal[player][row], player });
        this.sides[i][side].setAttribute("aria-label", `${text("linja.page.row.name", { row })}: ${pieces}`);
      });
    });
    const missing = PLAYERS.filter((player) => missingOf(deal, player));
    const words = missing.map((player) => text(`${TEXTS}.to_place`, { player, n: missingOf(deal, player) }));
    fill(this.status, words.join(" ") || text(`${TEXTS}.how`));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = ARROWS[event.key];
    if (step === undefined || !this.grid.contains(document.activeElement)) {
      return false;
    }
    const row = Math.min(ROWS - 1, Math.max(0, this.#row + step[0]));
    const side = Math.min(1, Math.max(0, this.#side + step[1]));
    this.sides[row][side].focus();
    return true;
  }
}

/**
 * How many of a player's pieces are not on the board.
 * @param {EndgameDeal} deal
 * @param {Player} player
 */
export function missingOf(deal, player) {
  return PIECES - deal[player].reduce((sum, n) => sum + n, 0);
}

/**
 * @param {readonly HTMLElement[]} sides
 * @param {number} number
 */
function rowElement(sides, number) {
  const row = element("div", { class: "linja-deal-row", role: "row" }, ...sides);
  row.style.top = `${(topOf(number) / HEIGHT) * 100}%`;
  row.style.height = `${(heightOf(number) / HEIGHT) * 100}%`;
  return row;
}
