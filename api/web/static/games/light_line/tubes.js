/**
 * Tubes as curves: where they run on a card, and where a letter on them is seen best.
 *
 * As in the drawings of books (puzzles/light_line/drawing/tubes.py): a card is CARD_WIDTH units wide and
 * CARD_HEIGHT units high, with its top left corner at (0, 0). A tube is one cubic curve that meets each of its
 * two sides at a right angle, so that the tubes of neighbouring cards join smoothly.
 */

/**
 * @typedef {readonly [number, number]} Point
 * @typedef {readonly [Point, Point, Point, Point]} Curve
 */

export const CARD_WIDTH = 100;
export const CARD_HEIGHT = 150;
// The part of a side from its corner to its first socket; the second is in the middle.
const FIRST = 0.22;
const SAMPLES = 32;
// How far a U-shaped tube on a long side runs straight in: far enough to clear a straight tube beside it.
const U_BEND = 50;
// The least that a bend runs straight on, else it would be sharper than a band can be.
const MIN_STRAIGHT = 17.5;
// A letter stays at least this many samples from either end of its tube.
const EDGE_SAMPLES = 6;
// From here on it does not matter how far a letter is from other tubes, only how near to its tube's middle.
const CLEAR = 17;
// Closer to another letter than this is worse than lying on another tube.
const LETTER_ROOM = 9;
// How much room each sample away from the tube's middle costs.
const OFF_MIDDLE = 0.25;
const CASING_WIDTH = 13;
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
  return { N: /** @type {Point} */ ([0, 1]), S: /** @type {Point} */ ([0, -1]), W: /** @type {Point} */ ([1, 0]) }[
    socket[0]
  ] ?? [-1, 0];
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
function sampled(one, other) {
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

/**
 * A spot on every tube for its letter: away from other tubes, letters and `occupied`, else central. A spot on
 * another tube is better than one on another letter.
 * @param {readonly (readonly [string, string])[]} tubes
 * @param {readonly Point[]} occupied
 */
export function letterSpots(tubes, occupied = []) {
  const ways = tubes.map((ends) => sampled(...ends));
  /** @type {Point[]} */
  const spots = [];
  ways.forEach((own, i) => {
    const others = ways.filter((_, j) => j !== i).flat();
    const letters = [...occupied, ...spots];
    let best = EDGE_SAMPLES;
    let bestWorth = -Infinity;
    for (let j = EDGE_SAMPLES; j <= SAMPLES - EDGE_SAMPLES; j += 1) {
      const worth = roomAt(own[j], others, letters) - OFF_MIDDLE * Math.abs(j - SAMPLES / 2);
      if (worth > bestWorth) {
        [best, bestWorth] = [j, worth];
      }
    }
    spots.push(own[best]);
  });
  return spots;
}

/**
 * @param {Point} point
 * @param {readonly Point[]} tubes
 * @param {readonly Point[]} letters
 */
function roomAt(point, tubes, letters) {
  const near = tubes.map((other) => distance(point, other));
  return Math.min(CLEAR, ...near, ...letters.map((other) => distance(point, other) - LETTER_ROOM));
}

/**
 * The middle of a plate of this size where it hides least of the tubes, preferably central.
 * @param {readonly (readonly [string, string])[]} tubes
 * @param {number} wide
 * @param {number} high
 * @returns {Point}
 */
export function freeSpot(tubes, wide, high) {
  const points = tubes.flatMap((ends) => sampled(...ends).filter((_, i) => i % 2 === 0));
  const [side, end] = [wide / 2 + 6, high / 2 + 8];
  /** @type {Point} */
  let best = [CARD_WIDTH / 2, CARD_HEIGHT / 2];
  let least = Infinity;
  for (let step = 0; step < 17 * 17; step += 1) {
    const x = side + ((CARD_WIDTH - 2 * side) * Math.floor(step / 17)) / 16;
    const y = end + ((CARD_HEIGHT - 2 * end) * (step % 17)) / 16;
    const hidden = points.filter(
      ([px, py]) => Math.abs(px - x) < (wide + CASING_WIDTH) / 2 && Math.abs(py - y) < (high + CASING_WIDTH) / 2,
    ).length;
    const cost = hidden * 1000 + distance([x, y], [CARD_WIDTH / 2, CARD_HEIGHT / 2]);
    if (cost < least) {
      [best, least] = [[x, y], cost];
    }
  }
  return best;
}
