/** What is left of the tray in Cover: cards, and turns that they can still pay for. */

import { element, svgElement } from "../../frame/dom.js";
import { CARDS, EXITS, TURNS } from "./board.js";
import { canPay, handOut } from "./card_matching.js";
import { turnsAlong } from "./play_cover.js";
import { cardTile } from "./shapes.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Turn} Turn
 * @typedef {import("./play_cover.js").CoverPosition} CoverPosition
 */

/** @type {Readonly<Record<Turn, string>>} */
const TURN_SIGNS = {
  L: "M17 20v-7q0-3-3-3H6M10 5L5 10l5 5",
  S: "M12 20V5M7 10l5-5 5 5",
  R: "M7 20v-7q0-3 3-3h8M14 5l5 5-5 5",
};

/**
 * Which cards are left if the line so far takes those with the fewest exits, and how many turns of each sort
 * the rest can pay for. Who gets which card stays open until the line is finished.
 * @param {CoverPosition} position
 */
export function trayAfter({ puzzle, line, free }) {
  const isOpen = turnsAlong(puzzle, line).map((turn, i) => ({ turn, given: puzzle.givenOn(line[i]) }));
  // The last card of an unfinished line is not chosen yet.
  const turns = isOpen.flatMap(({ turn, given }) => (given || (turn === null && free.size) ? [] : [turn]));
  const tray = puzzle.trayLeft.map((count) => Math.max(0, count));
  const cards = handOut(tray, turns) ?? [];
  const left = CARDS.map((card, i) => tray[i] - cards.filter((other) => other === card).length);
  const more = TURNS.map((turn) => mostTurns(tray, turns, turn, left.reduce((sum, n) => sum + n, 0)));
  return { left, more };
}

/**
 * How many more turns of a sort a tray can pay for.
 * @param {readonly number[]} tray
 * @param {readonly (Turn | null)[]} turns
 * @param {Turn} turn
 * @param {number} most
 */
function mostTurns(tray, turns, turn, most) {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (canPay(tray, [...turns, ...Array(middle).fill(turn)])) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

export class Tray {
  #key = "";

  /**
   * @param {Partial<Record<Card, number>>} tray
   * @param {import("../../frame/view.js").ViewContext} context
   */
  constructor(tray, context) {
    this.context = context;
    this.cards = CARDS.filter((card) => tray[card]);
    this.counts = this.cards.map(() => element("span", { class: "eol-count", "aria-hidden": "true" }));
    this.items = this.cards.map((card, i) => element("li", {}, cardTile(card, false), this.counts[i]));
    this.turnCounts = TURNS.map(() => element("span", { "aria-hidden": "true" }));
    this.turns = TURNS.map((turn, i) => {
      const sign = svgElement(
        "svg",
        { viewBox: "0 0 24 24", "aria-hidden": "true" },
        svgElement("path", { d: TURN_SIGNS[turn] }),
      );
      return element("li", {}, sign, this.turnCounts[i]);
    });
    const label = (/** @type {string} */ name) => context.text(`end_of_line.page.tray.${name}`);
    this.list = element(
      "ul",
      { class: "eol-tray", "aria-label": label("cards"), title: label("explained") },
      ...this.items,
    );
    this.turnList = element(
      "ul",
      { class: "eol-turns", "aria-label": label("turns"), title: label("turns") },
      ...this.turns,
    );
  }

  /** @param {CoverPosition} position */
  show(position) {
    const { left, more } = trayAfter(position);
    const key = JSON.stringify([left, more]);
    if (key === this.#key) {
      return;
    }
    this.#key = key;
    this.cards.forEach((card, i) => {
      const count = left[CARDS.indexOf(card)];
      const parts = { card, n: count, exits: EXITS[card].map((turn) => this.#turnName(turn)) };
      update(this.items[i], this.counts[i], count, this.context.text("end_of_line.page.tray.left", parts));
    });
    TURNS.forEach((turn, i) => {
      const parts = { turn: this.#turnName(turn), n: more[i] };
      update(
        this.turns[i],
        this.turnCounts[i],
        more[i],
        this.context.text("end_of_line.page.tray.turn", parts),
      );
    });
  }

  /** @param {Turn} turn */
  #turnName(turn) {
    return this.context.text(`end_of_line.page.turn.${turn}`);
  }
}

/**
 * @param {HTMLElement} item
 * @param {HTMLElement} counter
 * @param {number} count
 * @param {string} label
 */
function update(item, counter, count, label) {
  counter.textContent = String(count);
  item.classList.toggle("none", count === 0);
  item.setAttribute("role", "listitem");
  item.setAttribute("aria-label", label);
}
