/**
 * The board of Linja: where the pieces stand, what they score, and when the game is over.
 *
 * Rows are board rows, 0 to 7. Player A starts at row 0 and moves up; player B starts at row 7 and moves
 * down. Where in a row a piece stands does not matter.
 */

/**
 * @typedef {"A" | "B"} Player
 *
 * How many of a player's pieces stand in each row.
 * @typedef {readonly number[]} Rows
 *
 * `extra_move`: whether an extra move may also move an opponent's piece. `negatives`: whether pieces that
 * have not come far score below 0.
 * @typedef {{readonly extra_move: "own" | "any", readonly negatives: boolean}} Options
 */

/** @type {readonly Player[]} */
export const PLAYERS = ["A", "B"];
export const ROWS = 8;
export const LAST = ROWS - 1;
// The most pieces in an inner row, of both players together; rows 0 and 7 hold any number.
export const MAX_INSIDE = 6;
// What a piece scores, by the number of rows that it has come from its start row.
export const WORTH = [-5, -3, -2, -1, 1, 2, 3, 5];

/** Where the pieces of both players stand. */
export class Board {
  /**
   * @param {Rows} A
   * @param {Rows} B
   * @param {boolean} ended whether the sides passed each other within a turn, so that the game is over even
   *     though its extra move stepped back
   */
  constructor(A, B, ended = false) {
    this.A = A;
    this.B = B;
    this.ended = ended;
    Object.freeze(this);
  }

  /**
   * @param {Player} player
   * @returns {Rows}
   */
  pieces(player) {
    return player === "A" ? this.A : this.B;
  }

  /**
   * Counts the pieces in the row.
   * @param {number} row
   */
  countIn(row) {
    return this.A[row] + this.B[row];
  }

  /** @param {number} row */
  full(row) {
    return row > 0 && row < LAST && this.countIn(row) >= MAX_INSIDE;
  }

  /**
   * The board after a piece of the player has moved from `start` to `end`.
   * @param {Player} player
   * @param {number} start
   * @param {number} end
   */
  afterMove(player, start, end) {
    const rows = [...this.pieces(player)];
    rows[start] -= 1;
    rows[end] += 1;
    return player === "A" ? new Board(rows, this.B) : new Board(this.A, rows);
  }

  /** Whether the sides have passed each other: A's lowest row is above B's highest. */
  get passed() {
    return this.A.findIndex((n) => n > 0) > LAST - [...this.B].reverse().findIndex((n) => n > 0);
  }

  get over() {
    return this.ended || this.passed || !PLAYERS.some((player) => this.hasInitialMove(player));
  }

  /**
   * Whether the player has an initial move.
   * @param {Player} player
   */
  hasInitialMove(player) {
    return rowsOf(player).some((row) => this.canGo(player, row, 1));
  }

  /**
   * Whether the player has a piece in the row that can go forward by `steps`, or to the target row.
   * @param {Player} player
   * @param {number} row
   * @param {number} steps
   */
  canGo(player, row, steps) {
    return this.pieces(player)[row] > 0 && row !== target(player) && !this.full(ahead(player, row, steps));
  }

  /**
   * Returns the points by which the player is ahead, as the pieces stand.
   * @param {Player} player
   * @param {Options} options
   */
  margin(player, options) {
    return this.#score(player, options) - this.#score(opponent(player), options);
  }

  /**
   * @param {Player} player
   * @param {Options} options
   */
  #score(player, { negatives }) {
    const worth = negatives ? WORTH : WORTH.map((points) => Math.max(points, 0));
    return rowsOf(player).reduce((sum, row, i) => sum + this.pieces(player)[row] * worth[i], 0);
  }
}

export const START = new Board([6, 1, 1, 1, 1, 1, 1, 0], [0, 1, 1, 1, 1, 1, 1, 6]);

/**
 * @param {Player} player
 * @returns {Player}
 */
export function opponent(player) {
  return player === "A" ? "B" : "A";
}

/** @param {Player} player */
export function forward(player) {
  return player === "A" ? 1 : -1;
}

/**
 * The player's target row, the opponent's start row.
 * @param {Player} player
 */
export function target(player) {
  return player === "A" ? LAST : 0;
}

/**
 * The rows, from the player's start row to the target row.
 * @param {Player} player
 */
export function rowsOf(player) {
  const rows = [...Array(ROWS).keys()];
  return player === "A" ? rows : rows.reverse();
}

/**
 * The row `steps` forward, and the target row at most.
 * @param {Player} player
 * @param {number} row
 * @param {number} steps
 */
export function ahead(player, row, steps) {
  return player === "A" ? Math.min(LAST, row + steps) : Math.max(0, row - steps);
}

/**
 * The number of rows from there to the target row.
 * @param {Player} player
 * @param {number} row
 */
export function distanceToTarget(player, row) {
  return Math.abs(target(player) - row);
}
