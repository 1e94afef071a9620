/** Why a step of a line cannot be made, for a player who tried it. */

import { phrase } from "../../frame/texts.js";
import { HEADINGS } from "./board.js";
import { fits } from "./card_matching.js";
import { boardCell } from "./play.js";
import { turnsAlong } from "./play_cover.js";

/**
 * @typedef {import("./board.js").Area} Area
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("../play.js").Phrase} Phrase
 */

const PAGE = "end_of_line.page.refused";

/**
 * Why the line cannot go to a cell, as far as the board alone says so.
 * @param {Area} area
 * @param {readonly Cell[]} line the start card's cell first
 * @param {Cell} end the cell of the card from which it would go on
 * @param {Cell} cell
 * @returns {Phrase | null}
 */
export function whyNotOnBoard(area, line, end, cell) {
  const number = area.number(cell);
  const parts = { cell: boardCell(cell), end: boardCell(end) };
  if (area.blocked.some((other) => area.number(other) === number)) {
    return phrase(`${PAGE}.blocked`, parts);
  }
  if (line.some((other) => area.number(other) === number)) {
    return phrase(`${PAGE}.covered`, parts);
  }
  if (line.length === 1 && area.number(area.firstCell()) !== number) {
    return phrase(`${PAGE}.first`, { first: boardCell(area.firstCell()) });
  }
  const isBeside = HEADINGS.some((heading) => area.number(area.neighbour(end, heading)) === number);
  return isBeside ? null : phrase(`${PAGE}.not_beside`, parts);
}

/**
 * Why a line of Cover cannot go on to a cell.
 * @param {import("./play_cover.js").CoverPosition} position
 * @param {Cell} cell
 * @returns {Phrase}
 */
export function whyNot(position, cell) {
  const { puzzle, line } = position;
  const { area } = puzzle;
  const end = position.end();
  const onBoard = whyNotOnBoard(area, [area.start.cell, ...line], end, cell);
  if (onBoard) {
    return onBoard;
  }
  if (Math.min(...puzzle.trayLeft) < 0) {
    return phrase("end_of_line.play.tray_too_small");
  }
  const given = puzzle.givenOn(cell);
  if (given?.heading && given.heading !== area.headingBetween(end, cell)) {
    const heading = phrase(`end_of_line.drawing.heading.${given.heading}`);
    return phrase(`${PAGE}.given_entry`, { cell: boardCell(cell), heading });
  }
  const turn = turnsAlong(puzzle, [...line, cell]).at(-2) ?? null;
  const onEnd = puzzle.givenOn(end);
  if (onEnd && !fits(onEnd.card, turn)) {
    return phrase(`${PAGE}.given_exit`, { end: boardCell(end), cell: boardCell(cell) });
  }
  const turnName = phrase(`end_of_line.page.turn.${turn ?? "S"}`);
  return phrase(`${PAGE}.no_card`, { end: boardCell(end), turn: turnName });
}
