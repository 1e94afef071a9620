/** The shapes of which the board is drawn: pieces, ways, numbers. */

import { svgElement } from "../../frame/dom.js";
import { ROWS, WORTH, forward, rowsOf } from "./board.js";
import { RADIUS } from "./board_layout.js";

/**
 * @typedef {import("./board.js").Options} Options
 * @typedef {import("./board.js").Player} Player
 * @typedef {import("./board_layout.js").Spot} Spot
 */

const LIFT = 3;

/**
 * @param {Player} piece
 * @param {number} row
 * @param {Spot} spot
 * @param {{lifted: boolean, chosen: boolean}} state
 * @returns {SVGElement}
 */
export function drawnPiece(piece, row, spot, { lifted, chosen }) {
  const at = lifted ? { x: spot.x, y: spot.y - LIFT } : spot;
  const name = ["linja-piece", `linja-piece-${piece}`, lifted && "linja-lifted", chosen && "linja-chosen"];
  const shape = svgElement(
    "g",
    { class: name.filter(Boolean).join(" "), "data-piece": piece, "data-row": row },
    svgElement(
      "g",
      {},
      lifted && group("linja-shadow", [pieceBody(piece, { x: spot.x, y: spot.y + 4 }, RADIUS)]),
      lifted && group("linja-ring", [pieceBody(piece, at, RADIUS + 4)]),
      group("linja-body", [pieceBody(piece, at, RADIUS)]),
      svgElement("path", { class: "linja-chevron", d: chevron(piece, at) }),
    ),
  );
  return shape;
}

/**
 * The outline of a piece.
 * @param {Player} piece
 * @param {Spot} at
 * @param {number} radius
 */
export function pieceBody(piece, { x, y }, radius) {
  if (piece === "A") {
    return svgElement("circle", { cx: x, cy: y, r: radius });
  }
  const half = radius - 1.5;
  return svgElement("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 4.5 });
}

/**
 * What says by its form whose piece it is: where it goes.
 * @param {Player} piece
 * @param {Spot} at
 */
export function chevron(piece, { x, y }) {
  const tip = -forward(piece);
  return `M${x - 7} ${y - 3.2 * tip}L${x} ${y + 4.4 * tip}L${x + 7} ${y - 3.2 * tip}`;
}

/** @param {SVGElement} shape */
export function isLifted(shape) {
  return shape.classList.contains("linja-lifted");
}

/**
 * @param {Spot} start
 * @param {Spot} end
 */
export function wayPath(start, end) {
  return `M${start.x} ${start.y}L${end.x} ${end.y}`;
}

/**
 * The sticks between two rows, by the rows above them, in the order in which they are crossed.
 * @param {number} from
 * @param {number} to
 */
export function crossed(from, to) {
  const sticks = Array.from({ length: Math.abs(to - from) }, (_, i) => Math.min(from, to) + 1 + i);
  return to > from ? sticks : sticks.reverse();
}

/**
 * @param {Spot} at
 * @param {number} n
 */
export function stickNumber(at, n) {
  const disc = svgElement("circle", { cx: at.x, cy: at.y, r: 9.5 });
  return group("linja-step", [disc, letters("step-number", at.x, at.y, String(n))]);
}

/**
 * An exact landing, which earns an extra move.
 * @param {Spot} at
 */
export function star({ x, y }) {
  return svgElement("path", { class: "linja-plus", d: `M${x - 7} ${y}h14M${x} ${y - 7}v14` });
}

/**
 * @param {number} x
 * @param {number} y
 */
export function shackle(x, y) {
  return `M${x - 5.5} ${y + 2}v-3a5.5 5.5 0 0 1 11 0v3`;
}

/**
 * What a piece of the player scores in a row.
 * @param {Player} player
 * @param {number} row
 * @param {Options} options
 */
export function worth(player, row, { negatives }) {
  const points = WORTH[rowsOf(player).indexOf(row)];
  if (points < 0) {
    return negatives ? `−${-points}` : "0";
  }
  return `+${points}`;
}

export function rowNumbers() {
  return [...Array(ROWS).keys()];
}

/**
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
export function letters(name, x, y, text) {
  return svgElement("text", { class: `linja-${name}`, x, y, dy: "0.35em" }, text);
}

/**
 * @param {string} name
 * @param {(Node | false | null)[]} children
 */
export function group(name, children) {
  return svgElement("g", { class: name }, ...children);
}
