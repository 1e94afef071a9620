/** The board of Linja on the deal desk: the drawing, and over it a button for each player's side of each row. */

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

/**
 * @param {import("../../frame/deal_kind.js").EditorContext<EndgameDeal>} context
 * @param {() => EndgameDeal} present
 */
export function createPositionBoard(context, present) {
  const { text } = context;
  const drawing = new BoardDrawing();
  const sides = ROW_NUMBERS.map((row) => PLAYERS.map((player) => createSide(player, row)));
  const rows = sides.map((pair, i) => {
    const row = element("div", { class: "linja-deal-row", role: "row" }, ...pair);
    row.style.top = `${(topOf(ROW_NUMBERS[i]) / HEIGHT) * 100}%`;
    row.style.height = `${(heightOf(ROW_NUMBERS[i]) / HEIGHT) * 100}%`;
    return row;
  });
  const grid = element("div", { class: "linja-deal-grid", role: "grid", "aria-label": text("linja.page.board") }, ...rows);
  const board = element("div", { class: "linja-board linja-deal-board" }, drawing.element, grid);
  const status = element("p", { class: "linja-deal-name" });
  new ResizeObserver(() => drawing.resize(board.clientWidth, board.clientHeight)).observe(board);
  let [cursorRow, cursorSide] = [0, 0];

  /**
   * @param {Player} player
   * @param {number} row
   */
  function createSide(player, row) {
    const cell = element("button", {
      type: "button",
      class: "linja-deal-side",
      role: "gridcell",
      tabindex: "-1",
      onclick: () => tap(player, row),
      onfocus: () => rove(ROW_NUMBERS.indexOf(row), PLAYERS.indexOf(player)),
    });
    return cell;
  }

  /**
   * @param {Player} player
   * @param {number} row
   */
  function tap(player, row) {
    const deal = present();
    const pieces = [...deal[player]];
    const isMissing = pieces.reduce((sum, n) => sum + n, 0) < PIECES;
    if (!isMissing && pieces[row] === 0) {
      context.refuse(phrase(`${TEXTS}.none_there`, { player, row }));
    } else if (isMissing && new Board(deal.A, deal.B).full(row)) {
      context.refuse(phrase("linja.page.why.full", { row }));
    } else {
      pieces[row] += isMissing ? 1 : -1;
      const key = isMissing ? `${TEXTS}.put_down` : `${TEXTS}.taken_up`;
      context.change({ ...deal, [player]: pieces }, phrase(key, { player, row }));
    }
  }

  /**
   * @param {number} row
   * @param {number} side
   */
  function rove(row, side) {
    sides[cursorRow][cursorSide].tabIndex = -1;
    [cursorRow, cursorSide] = [row, side];
    sides[row][side].tabIndex = 0;
  }

  rove(0, 0);
  return {
    element: board,
    status,

    /** @param {EndgameDeal} deal */
    show(deal) {
      const { A, B, extra_move, negatives } = deal;
      const scene = { movable: [], selected: null, goals: [], counted: null, trail: [], last: null };
      drawing.draw({ ...scene, board: new Board(A, B), options: { extra_move, negatives } }, false);
      const missing = PLAYERS.map((player) => PIECES - deal[player].reduce((sum, n) => sum + n, 0));
      sides.forEach((pair, i) => {
        PLAYERS.forEach((player, side) => {
          const row = ROW_NUMBERS[i];
          const pieces = text("linja.page.row.pieces", { n: deal[player][row], player });
          pair[side].setAttribute("aria-label", `${text("linja.page.row.name", { row })}: ${pieces}`);
        });
      });
      const some = PLAYERS.filter((_, i) => missing[i]).map((player) => text(`${TEXTS}.to_place`, { player, n: missing[PLAYERS.indexOf(player)] }));
      fill(status, some.length ? some.join(" ") : text(`${TEXTS}.how`));
    },

    /** @param {KeyboardEvent} event */
    key(event) {
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (step === undefined || !grid.contains(document.activeElement)) {
        return false;
      }
      const row = Math.min(ROWS - 1, Math.max(0, cursorRow + step[0]));
      const side = Math.min(1, Math.max(0, cursorSide + step[1]));
      sides[row][side].focus();
      return true;
    },
  };
}
