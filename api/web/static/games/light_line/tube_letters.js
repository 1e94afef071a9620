/** Where letters on tubes and the names of cards are seen best, as in the drawings of books. */

import { CARD_HEIGHT, CARD_WIDTH, SAMPLES, distance, sampled } from "./tubes.js";

/** @typedef {import("./tubes.js").Point} Point */

// A letter stays at least this many samples from either end of its tube.
const EDGE_SAMPLES = 6;
// From here on it does not matter how far a letter is from other tubes, only how near to its tube's middle.
const CLEAR = 17;
// Closer to another letter than this is worse than lying on another tube.
const LETTER_ROOM = 9;
// How much room each sample away from the tube's middle costs.
const OFF_MIDDLE = 0.25;
const CASING_WIDTH = 13;

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
    const [across, down] = [(wide + CASING_WIDTH) / 2, (high + CASING_WIDTH) / 2];
    const hidden = points.filter(([px, py]) => Math.abs(px - x) < across && Math.abs(py - y) < down).length;
    const cost = hidden * 1000 + distance([x, y], [CARD_WIDTH / 2, CARD_HEIGHT / 2]);
    if (cost < least) {
      [best, least] = [[x, y], cost];
    }
  }
  return best;
}
