/** Which part of an endless table is seen, and how large. */

import { CARD_HEIGHT, CARD_WIDTH } from "./tubes.js";

/**
 * A point of the table is seen at `scale` times its place, plus x and y.
 * @typedef {{readonly x: number, readonly y: number, readonly scale: number}} View
 * @typedef {{readonly width: number, readonly height: number}} Size
 * @typedef {Readonly<Record<"left" | "top" | "right" | "bottom", number>>} Box
 */

export const [LEAST_SCALE, MOST_SCALE] = [0.12, 3];
// Cards are not shown larger than this where they would all fit in.
const FITTING_SCALE = 1.5;

/**
 * The box around places, and around the places beside them by a part of a card.
 * @param {readonly {row: number, col: number}[]} places
 * @param {number} margin
 * @returns {Box}
 */
export function boxAround(places, margin) {
  const rows = places.map(({ row }) => row);
  const cols = places.map(({ col }) => col);
  return {
    left: (Math.min(...cols) - margin) * CARD_WIDTH,
    top: (Math.min(...rows) - margin) * CARD_HEIGHT,
    right: (Math.max(...cols) + 1 + margin) * CARD_WIDTH,
    bottom: (Math.max(...rows) + 1 + margin) * CARD_HEIGHT,
  };
}

/**
 * The view in which a box is as large as fits, and in the middle.
 * @param {Box} box
 * @param {Size} size
 * @param {{top: number, bottom: number}} free room to be left at the top and at the bottom
 * @returns {View}
 */
export function fitting({ left, top, right, bottom }, size, free) {
  const room = Math.max(40, size.height - free.top - free.bottom);
  const wanted = Math.min(size.width / (right - left), room / (bottom - top), FITTING_SCALE);
  const scale = Math.max(LEAST_SCALE, wanted);
  return {
    x: size.width / 2 - ((left + right) / 2) * scale,
    y: free.top + room / 2 - ((top + bottom) / 2) * scale,
    scale,
  };
}

/**
 * @param {View} view
 * @param {number} dx
 * @param {number} dy
 * @returns {View}
 */
export function shifted(view, dx, dy) {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/**
 * The view with another scale, in which a point of the screen shows the same point of the table.
 * @param {View} view
 * @param {number} factor
 * @param {{x: number, y: number}} at
 * @returns {View}
 */
export function zoomed(view, factor, at) {
  const scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, view.scale * factor));
  const actual = scale / view.scale;
  return { x: at.x - (at.x - view.x) * actual, y: at.y - (at.y - view.y) * actual, scale };
}

/**
 * A point of the screen on the table.
 * @param {View} view
 * @param {{x: number, y: number}} point
 */
export function pointOnTable({ x, y, scale }, point) {
  return { x: (point.x - x) / scale, y: (point.y - y) / scale };
}

/**
 * The place on which a point of the table lies.
 * @param {{x: number, y: number}} point
 */
export function placeAt({ x, y }) {
  return { row: Math.floor(y / CARD_HEIGHT), col: Math.floor(x / CARD_WIDTH) };
}

/**
 * Whether a box is in view, apart from some room at the top and at the bottom.
 * @param {View} view
 * @param {Box} box
 * @param {Size} size
 * @param {{top: number, bottom: number}} free
 */
export function isInView({ x, y, scale }, { left, top, right, bottom }, size, free) {
  return (
    left * scale + x >= -1 &&
    right * scale + x <= size.width + 1 &&
    top * scale + y >= free.top - 1 &&
    bottom * scale + y <= size.height - free.bottom + 1
  );
}
