/** The rulebook's boards and start cards for games of several players; any shift of them is as good. */

/**
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").Heading} Heading
 * @typedef {{readonly cell: Cell, readonly heading: Heading}} Start
 *
 * `blocked` are cells that the start cards close in.
 * @typedef {{readonly side: number, readonly starts: readonly Start[], readonly blocked: readonly Cell[]}} Layout
 */

export const LEAST_PLAYERS = 2;
export const MOST_PLAYERS = 8;

/**
 * Each start card is written as its row, its column and its heading.
 * @type {Readonly<Record<number, readonly [number, string, readonly Cell[]]>>}
 */
const LAYOUTS = {
  2: [7, "00N 02N", []],
  3: [7, "01N 10W 12E", []],
  4: [9, "01N 10W 12E 21S", [[1, 1]]],
  5: [9, "00N 02N 13E 20S 22S", []],
  6: [11, "01N 03N 10W 14E 21S 23S", []],
  7: [11, "00N 02N 13E 33E 20W 40S 42S", []],
  8: [13, "01N 03N 10W 30W 14E 34E 41S 43S", []],
};

/**
 * The layout for so many players, shifted so that the start cards lie in the middle.
 * @param {number} players
 * @returns {Layout}
 */
export function layoutFor(players) {
  const [side, words, blocked] = LAYOUTS[players];
  const by = Math.floor((side - 3) / 2);
  /** @type {(row: number, col: number) => Cell} */
  const moved = (row, col) => [(row + by) % side, (col + by) % side];
  const starts = words.split(" ").map(([row, col, heading]) => {
    return { cell: moved(Number(row), Number(col)), heading: /** @type {Heading} */ (heading) };
  });
  return { side, starts, blocked: blocked.map(([row, col]) => moved(row, col)) };
}
