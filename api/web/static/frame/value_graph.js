/** The graph of what positions of a game are worth: the computer's opinion, over the turns. */

import { fill, svgElement } from "./dom.js";

const WIDTH = 600;
const HEIGHT = 150;
const LEFT = 34;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 18;
const LEAST_SCALE = 6;
const STEPS = [1, 2, 5, 10, 20, 50, 100];
const MOST_LINES = 4;

export class ValueGraph {
  /** @param {(at: number) => void} goTo */
  constructor(goTo) {
    this.goTo = goTo;
    this.element = svgElement("svg", { class: "value-graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.element.addEventListener("click", (event) => this.#click(event));
    /** @type {readonly (number | null)[]} */
    this.values = [];
  }

  /**
   * @param {readonly (number | null)[]} values the first player's, before each turn and after the last one
   * @param {number} at
   * @param {readonly [string, string]} players
   * @param {{label: string, unknown: string}} words
   */
  show(values, at, players, words) {
    this.values = values;
    const most = Math.max(LEAST_SCALE, ...values.map((value) => Math.abs(value ?? 0)));
    const y = (/** @type {number} */ value) => middle() - (value / most) * (middle() - TOP);
    const now = values[at];
    this.element.setAttribute("aria-label", words.label);
    fill(
      this.element,
      svgElement("rect", { class: "graph-first", x: LEFT, y: TOP, width: span(), height: middle() - TOP }),
      svgElement("rect", { class: "graph-second", x: LEFT, y: middle(), width: span(), height: middle() - TOP }),
      ...this.#scale(most, y),
      label(LEFT + 6, TOP + 14, players[0], "graph-player"),
      label(LEFT + 6, HEIGHT - BOTTOM - 5, players[1], "graph-player"),
      ...this.#unknown(words.unknown),
      ...this.#curve(y),
      svgElement("path", { class: "graph-at", d: `M${this.#x(at)} ${TOP}V${HEIGHT - BOTTOM}` }),
      now !== null && svgElement("circle", { class: "graph-dot", cx: this.#x(at), cy: y(now), r: 6 }),
    );
  }

  /**
   * @param {number} most
   * @param {(value: number) => number} y
   */
  #scale(most, y) {
    const step = STEPS.find((size) => most / size <= MOST_LINES) ?? STEPS[STEPS.length - 1];
    const lines = [0];
    for (let value = step; value <= most; value += step) {
      lines.push(value, -value);
    }
    const line = (/** @type {number} */ value) => `M${LEFT} ${y(value)}H${WIDTH - RIGHT}`;
    return lines.flatMap((value) => [
      svgElement("path", { class: value ? "graph-line" : "graph-zero", d: line(value) }),
      label(LEFT - 6, y(value) + 4, String(Math.abs(value)), "graph-number"),
    ]);
  }

  /**
   * The stretches of which nothing is known.
   * @param {string} words
   */
  #unknown(words) {
    const last = this.values.lastIndexOf(null);
    const first = this.values.indexOf(null);
    if (first < 0) {
      return [];
    }
    const [x, end] = [this.#x(Math.max(0, first - 0.5)), this.#x(Math.min(this.values.length - 1, last + 0.5))];
    const place = { x, y: TOP, width: Math.max(2, end - x), height: HEIGHT - TOP - BOTTOM };
    return [
      svgElement("rect", { class: "graph-unknown", ...place }),
      end - x > 90 && label((x + end) / 2, middle() + 4, words, "graph-words"),
    ];
  }

  /** @param {(value: number) => number} y */
  #curve(y) {
    let path = "";
    this.values.forEach((value, i) => {
      if (value !== null) {
        path += `${i > 0 && this.values[i - 1] !== null ? "L" : "M"}${this.#x(i)} ${y(value)}`;
      }
    });
    return [path && svgElement("path", { class: "graph-curve", d: path })];
  }

  /** @param {number} at */
  #x(at) {
    return LEFT + (span() * at) / Math.max(1, this.values.length - 1);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const { left, width } = this.element.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * WIDTH;
    this.goTo(Math.round(((x - LEFT) / span()) * Math.max(1, this.values.length - 1)));
  }
}

function span() {
  return WIDTH - LEFT - RIGHT;
}

function middle() {
  return (TOP + HEIGHT - BOTTOM) / 2;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {string} name
 */
function label(x, y, text, name) {
  return svgElement("text", { class: name, x, y }, text);
}
