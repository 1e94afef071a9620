/**
 * Tubes as curves: where they run on a card.
 *
 * As in the drawings of books (puzzles/light_line/drawing/tubes.py): a card is CARD_WIDTH units wide and
 * CARD_HEIGHT units high, with its top left corner at (0, 0). A tube is one cubic curve that meets each of
 * its two sides at a right angle, so that the tubes of neighbouring cards join smoothly.
 */

/**
 * @typedef {readonly [number, number]} Point
 * @typedef {readonly [Point, Point, Point, Point]} Curve
 */

export const CARD_WIDTH = 100;
export const CARD_HEIGHT = 150;
// The part of a side from its corner to its first socket; the second is in the middle.
const FIRST = 0.22;
export const SAMPLES = 32;
// How far a U-shaped tube on a long side runs straight in: far enough to clear a straight tube beside it.
const U_BEND = 50;
// The least that a bend runs straight on, else it would be sharper than a band can be.
const MIN_STRAIGHT = 17.5;
/** @type {Readonly<Record<import("./cards.js").Side, Point>>} */
const INWARD = { N: [0, 1], E: [-1, 0], S: [0, -1], W: [1, 0] };
// Tubes from one side to the one across.
const ACROSS = ["NS", "SN", "WE", "EW"];

/**
 * Where a socket is on its card.
 * @param {string} socket
 * @returns {Point}
 */
export function socketPoint(socket) {
  const part = [FIRST, 0.5, 1 - FIRST][Number(socket[1])];
  switch (socket[0]) {
    case "N":
      return [part * CARD_WIDTH, 0];
    case "S":
      return [part * CARD_WIDTH, CARD_HEIGHT];
    case "W":
      return [0, part * CARD_HEIGHT];
    default:
      return [CARD_WIDTH, part * CARD_HEIGHT];
  }
}

/**
 * The direction from a socket into its card.
 * @param {string} socket
 * @returns {Point}
 */
export function inward(socket) {
  return INWARD[/** @type {import("./cards.js").Side} */ (socket[0])];
}

/**
 * The ends of a tube, and between them the two points that its curve bends towards.
 * @param {string} one
 * @param {string} other
 * @returns {Curve}
 */
export function curve(one, other) {
  const start = socketPoint(one);
  const end = socketPoint(other);
  const into = inward(one);
  let [near, far] = bend(start, end, into);
  if (one[0] === other[0]) {
    near = far = "WE".includes(one[0]) ? U_BEND : 0.2 * distance(start, end) + 12;
  } else if (ACROSS.includes(one[0] + other[0])) {
    near = far = 0.5 * ("NS".includes(one[0]) ? CARD_HEIGHT : CARD_WIDTH);
  }
  return [start, beyond(start, into, near), beyond(end, inward(other), far), end];
}

/**
 * How far a bend runs straight on from its ends: less if long, which leaves room for its mirror image.
 * @param {Point} start
 * @param {Point} end
 * @param {Point} into
 * @returns {[number, number]}
 */
function bend(start, end, into) {
  const across = Math.abs(start[0] - end[0]);
  const down = Math.abs(start[1] - end[1]);
  const roundness = Math.min(0.5523, Math.max(0.17, 1 - 0.5 * (across / CARD_WIDTH + down / CARD_HEIGHT)));
  const [first, second] = into[0] ? [across, down] : [down, across];
  return [Math.max(roundness * first, MIN_STRAIGHT), Math.max(roundness * second, MIN_STRAIGHT)];
}

/**
 * @param {Point} point
 * @param {Point} way
 * @param {number} far
 * @returns {Point}
 */
function beyond(point, way, far) {
  return [point[0] + way[0] * far, point[1] + way[1] * far];
}

/**
 * @param {Point} one
 * @param {Point} other
 */
export function distance(one, other) {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

/**
 * A curve as the `d` of a path, moved to where its card's corner is; `continues`: without its first point.
 * @param {Curve} points
 * @param {Point} corner
 */
export function curveD(points, [left, top] = [0, 0], continues = false) {
  const [first, ...rest] = points.map(([x, y]) => `${round(x + left)} ${round(y + top)}`);
  return `${continues ? "" : `M${first}`}C${rest.join(" ")}`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/**
 * Points along a tube.
 * @param {string} one
 * @param {string} other
 * @returns {Point[]}
 */
export function sampled(one, other) {
  const points = curve(one, other);
  return Array.from({ length: SAMPLES + 1 }, (_, i) => at(points, i / SAMPLES));
}

/**
 * @param {Curve} points
 * @param {number} t
 * @returns {Point}
 */
function at(points, t) {
  const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
  /** @param {0 | 1} axis */
  const sum = (axis) => weights.reduce((total, weight, i) => total + weight * points[i][axis], 0);
  return [sum(0), sum(1)];
}
