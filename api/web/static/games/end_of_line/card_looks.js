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
 *
 * A line on the board, the start card first, and the area as it sees it; `player` is whose it is where there
 * are several, counted from 0.
 * @typedef {object} OwnLine
 * @property {import("./board.js").Area} area
 * @property {readonly OrientedCard[]} line
 * @property {number} [player]
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
 * @param {readonly OwnLine[]} lines
 * @param {Choice} choice
 * @returns {CellLook[]}
 */
export function cardLooks(scene, lines, choice) {
  const { area } = scene.position;
  /** @type {CellLook[]} */
  const looks = area.cells.map(() => ({ ground: "free" }));
  for (const cell of area.blocked) {
    looks[area.number(cell)].ground = "blocked";
  }
  const wrong = wrongCells(scene);
  for (const own of lines) {
    const { line, player } = own;
    const onLine = line.map(({ cell }) => looks[area.number(cell)]);
    lineLooks(lineCards(line)).forEach((look, i) => {
      const number = area.number(line[i].cell);
      const judged = { wrong: wrong.includes(number), isFirstWrong: wrong[0] === number };
      Object.assign(onLine[i], { ground: "free" }, look, { player }, judged);
    });
    Object.assign(onLine[0], { start: line[0].exits[0], onward: line[0].exits });
    const sign = line === scene.position.line ? "handle" : "tip";
    onLine[onLine.length - 1].sign = scene.outcome?.solved ? "stop" : sign;
  }
  for (const number of choice.ways) {
    looks[number].target = { ...choice.target(number), player: playing(scene, lines) };
  }
  return looks;
}

/**
 * Whose line is lengthened now, where there are several.
 * @param {Scene} scene
 * @param {readonly OwnLine[]} lines
 */
function playing({ position }, lines) {
  return lines.find(({ line }) => line === position.line)?.player;
}

/**
 * The numbers of the cells with cards that a check found wrong, in order of placing.
 * @param {Scene} scene
 * @returns {number[]}
 */
function wrongCells({ marked, moves, position }) {
  const cards = marked === null ? [] : moves.slice(marked).filter(isPlacing);
  return cards.map(({ cell }) => position.area.number(cell));
}

/**
 * Names a cell: its place, what lies there and what can be done.
 * @param {import("../../frame/view.js").ViewContext} context
 * @param {Choice} choice
 * @param {readonly OwnLine[]} lines
 * @param {number} number
 */
export function describeCell(context, choice, lines, number) {
  const { area } = choice.position;
  /** @type {(card: OrientedCard) => boolean} */
  const isHere = ({ cell }) => area.number(cell) === number;
  const { line, player } = lines.find((own) => own.line.some(isHere)) ?? { line: [] };
  const index = line.findIndex(isHere);
  /** @type {string[]} */
  const words = [];
  const say = (/** @type {string} */ key, parts = {}) =>
    words.push(context.text(`end_of_line.page.cell.${key}`, parts));
  if (player !== undefined) {
    say("of_player", { player: player + 1 });
  }
  if (index === 0) {
    say("start", { heading: phrase(`end_of_line.drawing.heading.${line[0].exits[0]}`) });
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
