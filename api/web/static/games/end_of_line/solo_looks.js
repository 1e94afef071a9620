/** How the cells of a Solo board look, and what they are called. */

import { phrase } from "../../frame/texts.js";
import { lineLooks } from "./cell_looks.js";
import { boardCell } from "./play.js";

/**
 * @typedef {import("./cell_looks.js").CellLook} CellLook
 * @typedef {import("./cell_looks.js").LineCard} LineCard
 * @typedef {import("./play_solo.js").SoloMove} SoloMove
 * @typedef {import("./play_solo.js").SoloPosition} SoloPosition
 * @typedef {import("./solo_choice.js").SoloChoice} SoloChoice
 * @typedef {import("../../frame/view.js").Scene<SoloPosition, SoloMove>} Scene
 */

/**
 * The number of the card that the one with this number continues; the start card has number 0.
 * @param {SoloPosition} position
 * @param {number} index
 */
export function parentOf({ line }, index) {
  return index - (line[index].joint.reverse ? 2 : 1);
}

/**
 * @param {SoloPosition} position
 * @returns {LineCard[]}
 */
export function lineCards(position) {
  const codes = codesOf(position);
  return position.line.map(({ cell, exits, joint }, i) => ({
    cell,
    entry: joint.entry,
    parent: i === 0 ? -1 : parentOf(position, i),
    open: i === 0 ? [] : exits,
    zero: codes[i] === "LSR0",
  }));
}

/**
 * The line's cards; none for the start card.
 * @param {SoloPosition} position
 */
function codesOf({ rounds }) {
  return [undefined, ...rounds.flatMap((round) => round.cards.map(({ card }) => card))];
}

/**
 * @param {Scene} scene
 * @param {LineCard[]} cards
 * @param {SoloChoice} choice
 * @returns {CellLook[]}
 */
export function soloLooks(scene, cards, choice) {
  const { area, rounds } = scene.position;
  /** @type {CellLook[]} */
  const looks = area.cells.map(() => ({ ground: "free" }));
  area.blocked.forEach((cell) => (looks[area.number(cell)].ground = "blocked"));
  const onLine = cards.map(({ cell }) => looks[area.number(cell)]);
  const firstWrong = firstWrongCard(scene);
  lineLooks(cards).forEach((look, i) => {
    Object.assign(onLine[i], look, { wrong: i >= firstWrong, isFirstWrong: i === firstWrong });
  });
  let placed = 1;
  rounds.forEach((round, i) => {
    if (round.cards.length) {
      onLine[placed].plate = String(i + 1);
    }
    placed += round.cards.length;
  });
  Object.assign(onLine[0], { start: area.start.heading, onward: [area.start.heading] });
  onLine[onLine.length - 1].sign = scene.outcome?.solved ? "stop" : "handle";
  choice.ways.forEach((_, number) => (looks[number].target = choice.target(number)));
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
  return moves.slice(0, marked).filter((move) => "card" in move).length + 1;
}

/**
 * Names a cell: its place, what lies there and what can be done.
 * @param {import("../../frame/view.js").ViewContext} context
 * @param {SoloChoice} choice
 * @param {number} number
 */
export function describeCell(context, choice, number) {
  const { position } = choice;
  const { area } = position;
  const index = position.line.findIndex(({ cell }) => area.number(cell) === number);
  /** @type {string[]} */
  const words = [];
  const say = (/** @type {string} */ key, parts = {}) =>
    words.push(context.text(`end_of_line.page.cell.${key}`, parts));
  if (index === 0) {
    say("start", { heading: phrase(`end_of_line.drawing.heading.${area.start.heading}`) });
  } else if (index > 0) {
    const isDead = lineLooks(lineCards(position))[index].dead;
    say(index === position.line.length - 1 ? "end" : isDead ? "dead" : "line", { n: index });
    say("lies", { card: codesOf(position)[index] ?? "" });
  } else {
    say(area.blocked.some((cell) => area.number(cell) === number) ? "blocked" : "free");
  }
  if (choice.ways.has(number)) {
    say(choice.goesBehind(number) ? "behind" : "next");
  }
  if (choice.cell === number) {
    say("chosen");
  }
  return `${context.render(boardCell(area.cells[number]))}: ${words.join(", ")}`;
}
