/** Lines across the cards of a table: lit, and with a light that runs along them. */

import { svgElement } from "../../frame/dom.js";
import { BLACK } from "./cards.js";
import { beads } from "./card_face.js";
import { letterSpots } from "./tube_letters.js";
import { CARD_HEIGHT, CARD_WIDTH, curve, curveD, socketPoint } from "./tubes.js";

/**
 * @typedef {import("./table_lines.js").Pass} Pass
 * @typedef {import("./tubes.js").Point} Point
 */

// How long the light takes over a section, and at least and at most over the line.
const SECTION_TIME = 170;
const [LEAST_TIME, MOST_TIME] = [900, 3200];

/**
 * The top left corner of a place.
 * @param {{row: number, col: number}} place
 * @returns {Point}
 */
export function cornerOf({ row, col }) {
  return [col * CARD_WIDTH, row * CARD_HEIGHT];
}

/**
 * The way of a line as the `d` of a path.
 * @param {readonly Pass[]} passes which follow each other
 */
export function lineD(passes) {
  return passes
    .map(({ enter, exit, placement }, i) => curveD(curve(enter, exit), cornerOf(placement), i > 0))
    .join("");
}

/**
 * A line that is lit: thicker than tubes, with a light along its middle and rings at its ends.
 *
 * `label` gives the letters on a section.
 * @param {readonly Pass[]} passes
 * @param {{isRing: boolean, wild: boolean, label: (pass: Pass, index: number) => string}} look
 * @returns {SVGGElement}
 */
export function litLine(passes, { isRing, wild, label }) {
  const d = lineD(passes);
  return svgElement(
    "g",
    { class: "lit" },
    svgElement("path", { class: "halo", d }),
    ...coloured(passes).map(({ colour, run }) => {
      const part = lineD(run);
      const marks = wild && colour === BLACK ? beads(part) : [];
      return svgElement(
        "g",
        { class: `tube ${colour}` },
        svgElement("path", { class: "casing", d: part }),
        svgElement("path", { class: "core", d: part }),
        svgElement("path", { class: "mark", d: part }),
        ...marks,
      );
    }),
    svgElement("path", { class: "light", d }),
    ...(isRing || !passes.length ? [] : endRings(passes)),
    ...passes.map((pass, i) => pill(label(pass, i), letterPoint(pass))),
  );
}

/**
 * The stretches of a line that are of one colour.
 * @param {readonly Pass[]} passes
 */
function coloured(passes) {
  /** @type {{colour: string, run: Pass[]}[]} */
  const runs = [];
  for (const pass of passes) {
    const last = runs.at(-1);
    if (last?.colour === pass.colour) {
      last.run.push(pass);
    } else {
      runs.push({ colour: pass.colour, run: [pass] });
    }
  }
  return runs;
}

/** @param {readonly Pass[]} passes */
function endRings(passes) {
  const first = passes[0];
  const last = passes[passes.length - 1];
  return [pointAt(first, first.enter), pointAt(last, last.exit)].map(([cx, cy]) => {
    const circles = [9, 4.6].map((r) => svgElement("circle", { cx, cy, r }));
    return svgElement("g", { class: "end" }, ...circles);
  });
}

/**
 * @param {{placement: {row: number, col: number}}} pass
 * @param {string} socket
 * @returns {Point}
 */
export function pointAt({ placement }, socket) {
  const [left, top] = cornerOf(placement);
  const [x, y] = socketPoint(socket);
  return [left + x, top + y];
}

/**
 * @param {Pass} pass
 * @returns {Point}
 */
function letterPoint({ enter, exit, placement }) {
  const [left, top] = cornerOf(placement);
  const [[x, y]] = letterSpots([[enter, exit]]);
  return [left + x, top + y];
}

/**
 * @param {string} letters
 * @param {Point} at
 */
function pill(letters, [x, y]) {
  const wide = Math.max(15, letters.length * 6.2 + 8);
  return svgElement(
    "g",
    { class: "pill" },
    svgElement("rect", { x: x - wide / 2, y: y - 7.5, width: wide, height: 15, rx: 7.5 }),
    svgElement("text", { x, y: y + 3.6, "font-size": 10, "text-anchor": "middle" }, letters),
  );
}

/**
 * Signs at the sockets where a card meets others: a filled dot where they join.
 * @param {readonly Point[]} points
 * @returns {SVGGElement}
 */
export function joints(points) {
  const dots = points.map(([cx, cy]) => svgElement("circle", { cx, cy, r: 6 }));
  return svgElement("g", { class: "joints" }, ...dots);
}

/**
 * Lets a light run along a line once, then takes it away.
 * @param {Element} layer
 * @param {readonly Pass[]} passes
 */
export function runLight(layer, passes) {
  const d = lineD(passes);
  const time = Math.min(MOST_TIME, Math.max(LEAST_TIME, SECTION_TIME * passes.length));
  const light = svgElement(
    "g",
    { class: "running" },
    svgElement("path", { class: "flare", d, pathLength: 1 }),
    svgElement("path", { class: "spark", d, pathLength: 1 }),
  );
  layer.append(light);
  const way = [{ strokeDashoffset: 0.16 }, { strokeDashoffset: -1 }];
  const timing = { duration: time, easing: "ease-in-out" };
  const runs = [...light.children].map((path) => path.animate(way, timing));
  void Promise.allSettled(runs.map((run) => run.finished)).then(() => light.remove());
}
