/** What all END OF LINE plays share: cards that lie on the board, and the line that they form. */

import { boardCellName } from "../../frame/texts.js";
import { exitHeadings } from "./board.js";

/**
 * @typedef {import("./board.js").Area} Area
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").Heading} Heading
 * @typedef {import("./board.js").PlacedCard} PlacedCard
 *
 * How a card continues the line: the heading with which it is entered, and whether it continues the last card
 * but one. `entry` is null for the start card.
 * @typedef {{readonly entry: Heading | null, readonly reverse: boolean}} Joint
 *
 * A card that lies on the board, the headings to which its exits point, and how it continues the line. `card`
 * is null for the start card.
 * @typedef {object} OrientedCard
 * @property {Card | null} card
 * @property {Cell} cell
 * @property {readonly Heading[]} exits
 * @property {Joint} joint
 */

/**
 * The start card has one exit, its heading.
 * @param {Area} area
 * @returns {OrientedCard}
 */
export function startCard({ start }) {
  return { card: null, cell: start.cell, exits: [start.heading], joint: { entry: null, reverse: false } };
}

/**
 * The card as it lies next to the one that it continues: its entry meets the exit of that one.
 * @param {Area} area
 * @param {OrientedCard} previous
 * @param {PlacedCard} placedCard
 * @param {boolean} reverse whether that is the card placed last but one
 * @returns {OrientedCard}
 */
export function layCard(area, previous, { card, cell }, reverse) {
  const entry = area.headingBetween(previous.cell, cell);
  return { card, cell, exits: exitHeadings(card, entry), joint: { entry, reverse } };
}

/**
 * The free cells to which unused exits of a card point.
 *
 * No exit needs a mark that it is used: the cell behind a used exit is covered.
 * @param {Area} area
 * @param {OrientedCard} card
 * @param {ReadonlySet<number>} free
 */
export function cellsAhead(area, card, free) {
  const cells = card.exits.map((heading) => area.neighbour(card.cell, heading));
  return cells.filter((cell) => free.has(area.number(cell)));
}

/**
 * A cell as a part of a phrase.
 * @param {Cell} cell
 */
export function boardCell([row, col]) {
  return { row, col };
}

/**
 * A cell as people write it: C4 is the third column and the fourth row.
 * @param {Cell} cell
 */
export function cellName(cell) {
  return boardCellName(boardCell(cell));
}
