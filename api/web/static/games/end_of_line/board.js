/**
 * What the END OF LINE kinds share: cards, headings, and the area.
 *
 * Conventions: a cell is [row, col], row 0 at the top and column 0 at the left; opposite edges are joined.
 * Headings are N E S W in clockwise order; N is towards row 0. A turn is relative to the heading with which
 * the line enters a card: L, S, R.
 */

/**
 * @typedef {readonly [number, number]} Cell
 * @typedef {"N" | "E" | "S" | "W"} Heading
 * @typedef {"L" | "S" | "R"} Turn
 * @typedef {"S" | "L" | "R" | "LS" | "SR" | "LR" | "LSR" | "LSR0"} Card
 * @typedef {{readonly card: Card, readonly cell: Cell}} PlacedCard
 *
 * The fields of a puzzle that hold its area.
 * @typedef {object} AreaDocument
 * @property {number} rows
 * @property {number} cols
 * @property {{cell: Cell, heading: Heading}} start
 * @property {readonly Cell[]} blocked
 */

/** @type {readonly Heading[]} */
export const HEADINGS = ["N", "E", "S", "W"];
/** @type {readonly Turn[]} */
export const TURNS = ["L", "S", "R"];
/**
 * Every card by its code, in the order of the rules.
 * @type {readonly Card[]}
 */
export const CARDS = ["S", "L", "R", "LS", "SR", "LR", "LSR", "LSR0"];
/** @type {Readonly<Record<Card, number>>} */
export const INITIATIVE = { S: 1, L: 2, R: 2, LS: 3, SR: 3, LR: 4, LSR: 5, LSR0: 0 };

/** @type {Readonly<Record<Card, readonly Turn[]>>} */
export const EXITS = {
  S: ["S"],
  L: ["L"],
  R: ["R"],
  LS: ["L", "S"],
  SR: ["S", "R"],
  LR: ["L", "R"],
  LSR: TURNS,
  LSR0: TURNS,
};

/** @type {Readonly<Record<Heading, Cell>>} */
const STEPS = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] };

/**
 * The heading after a turn: headingAfter("N", "R") is "E".
 * @param {Heading} heading
 * @param {Turn} turn
 */
export function headingAfter(heading, turn) {
  return HEADINGS[(HEADINGS.indexOf(heading) + TURNS.indexOf(turn) + 3) % 4];
}

/**
 * The headings to which a card's exits point when the line enters it with heading `entry`.
 * @param {Card} card
 * @param {Heading} entry
 */
export function exitHeadings(card, entry) {
  return EXITS[card].map((turn) => headingAfter(entry, turn));
}

/** The area to be covered. */
export class Area {
  /** @param {AreaDocument} document */
  constructor({ rows, cols, start, blocked }) {
    this.rows = rows;
    this.cols = cols;
    this.start = start;
    this.blocked = blocked;
    /**
     * All cells in reading order, blocked ones too; each stands at its number.
     * @type {readonly Cell[]}
     */
    this.cells = Array.from({ length: rows * cols }, (_, i) => [Math.floor(i / cols), i % cols]);
    const covered = new Set([start.cell, ...blocked].map((cell) => this.number(cell)));
    /**
     * Every cell that a line must cover, in reading order.
     * @type {readonly Cell[]}
     */
    this.freeCells = this.cells.filter((_, i) => !covered.has(i));
    Object.freeze(this);
  }

  /**
   * Returns the number of a cell, counted from 0 in reading order.
   * @param {Cell} cell
   */
  number([row, col]) {
    return row * this.cols + col;
  }

  /**
   * The next cell in a direction, round the edge if need be.
   * @param {Cell} cell
   * @param {Heading} heading
   */
  neighbour([row, col], heading) {
    const [down, right] = STEPS[heading];
    const next = [(row + down + this.rows) % this.rows, (col + right + this.cols) % this.cols];
    return this.cells[next[0] * this.cols + next[1]];
  }

  /** The cell to which the start card points. */
  firstCell() {
    return this.neighbour(this.start.cell, this.start.heading);
  }

  /**
   * The heading of the step from one cell of the board to its neighbour.
   * @param {Cell} cell
   * @param {Cell} other
   */
  headingBetween(cell, other) {
    const number = this.number(other);
    const heading = HEADINGS.find((way) => this.number(this.neighbour(cell, way)) === number);
    if (heading === undefined) {
      throw new RangeError(`${cell} and ${other} are not side by side`);
    }
    return heading;
  }

  /**
   * The numbers of the cells that a line still has to cover.
   * @param {readonly Cell[]} line
   * @returns {ReadonlySet<number>}
   */
  freeAfter(line) {
    const free = new Set(this.freeCells.map((cell) => this.number(cell)));
    line.forEach((cell) => free.delete(this.number(cell)));
    return free;
  }
}
