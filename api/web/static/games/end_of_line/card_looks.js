/** How the cells of a board look on which cards are laid, and what they are called. */

import { phrase } from "../../frame/texts.js";
import { lineLooks } from "./cell_looks.js";
import { boardCell } from "./play.js";

/**
 * @typedef {import("./card_choice.js").CardChoice<any, any>} Choice
 * @typedef {import("./cell_looks.js").CellLook} CellLook
 * @typedef {import("./cell_looks.js").LineCard} LineCard
 * @typedef {import("./play.js").OrientedCard} OrientedCard
 * @typedef {import("../../frame/view.js").Scene} Scene
 */

/**
 * The number of the card that the one with this number continues; the start card has number 0.
 * @param {readonly OrientedCard[]} line
 * @param {number} index
 */
export function parentOf(line, index) {
  return index - (line[index].joint.reverse ? 2 : 1);
}

/**
 * The line as the board draws it.
 * @param {readonly OrientedCard[]} line
 * @returns {LineCard[]}
 */
export function lineCards(line) {
  return line.map(({ card, cell, exits, joint }, i) => ({
    cell,
    entry: joint.entry,
    parent: i === 0 ? -1 : parentOf(line, i),
    open: i === 0 ? [] : exits,
    zero: card === "LSR0",
  }));
}

/**
 * Whether a move lays a card.
 * @param {any} move
 */
export function isPlacing(move) {
  return "cell" in move;
}

/**
 * The looks of all cells, by their numbers.
 * @param {Scene} scene
 * @param {readonly LineCard[]} cards
 * @param {Choice} choice
 * @returns {CellLook[]}
 */
export function cardLooks(scene, cards, choice) {
  const { area } = scene.position;
  /** @type {CellLook[]} */
  const looks = area.cells.map(() => ({ ground: "free" }));
  for (const cell of area.blocked) {
    looks[area.number(cell)].ground = "blocked";
  }
  const onLine = cards.map(({ cell }) => looks[area.number(cell)]);
  const firstWrong = firstWrongCard(scene);
  lineLooks(cards).forEach((look, i) => {
    Object.assign(onLine[i], look, { wrong: i >= firstWrong, isFirstWrong: i === firstWrong });
  });
  Object.assign(onLine[0], { start: area.start.heading, onward: [area.start.heading] });
  onLine[onLine.length - 1].sign = scene.outcome?.solved ? "stop" : "handle";
  for (const number of choice.ways) {
    looks[number].target = choice.target(number);
  }
  return looks;
}

/**
 * The number of the first card that a check found wrong.
 * @param {Scene} scene
 */
function firstWrongCard({ marked, moves }) {
  if (marked === null) {
    return Infinity;
  }
  return moves.slice(0, marked).filter(isPlacing).length + 1;
}

/**
 * Names a cell: its place, what lies there and what can be done.
 * @param {import("../../frame/view.js").ViewContext} context
 * @param {Choice} choice
 * @param {number} number
 */
export function describeCell(context, choice, number) {
  const { area, line } = choice.position;
  const index = line.findIndex(({ cell }) => area.number(cell) === number);
  /** @type {string[]} */
  const words = [];
  const say = (/** @type {string} */ key, parts = {}) =>
    words.push(context.text(`end_of_line.page.cell.${key}`, parts));
  if (index === 0) {
    say("start", { heading: phrase(`end_of_line.drawing.heading.${area.start.heading}`) });
  } else if (index > 0) {
    const isDead = lineLooks(lineCards(line))[index].dead;
    say(index === line.length - 1 ? "end" : isDead ? "dead" : "line", { n: index });
    say("lies", { card: line[index].card ?? "" });
  } else {
    say(area.blocked.some((cell) => area.number(cell) === number) ? "blocked" : "free");
  }
  if (choice.leadsTo(number)) {
    say(choice.goesBehind(number) ? "behind" : "next");
  }
  if (choice.cell === number) {
    say("chosen");
  }
  return `${context.render(boardCell(area.cells[number]))}: ${words.join(", ")}`;
}
