/** Draws a line with a drag: on into the next cells, back along the way it came, and over the edges. */

import { HEADINGS } from "./board.js";
import { direction } from "./shapes.js";

/**
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").Heading} Heading
 * @typedef {readonly [number, number]} Place
 *
 * @typedef {object} LineActions
 * @property {() => readonly Cell[]} line its cells, the start card's first
 * @property {(index: number) => number} parent the number of the cell from which the line came to this one
 * @property {(index: number, cell: Cell) => boolean} extend leads the line from its cell with this number on
 *   to another; false if it cannot, which it says
 * @property {(cell: Cell) => boolean} canExtend whether the line can go on from its end to a cell
 * @property {(index: number) => void} cut shortens the line to the cell with this number
 */

export class LineDrag {
  /**
   * The places that the line has been drawn through by this drag, and the numbers of their cells.
   * @type {{place: Place, index: number}[]}
   */
  #way = [];

  /**
   * @param {import("./board.js").Area} area
   * @param {import("./board_window.js").BoardWindow} view
   * @param {LineActions} actions
   */
  constructor(area, view, actions) {
    this.area = area;
    this.view = view;
    this.actions = actions;
  }

  /**
   * Begins on a cell of the line, or on one that the line can go on to. False if there is neither.
   * @param {Place} place
   */
  begin(place) {
    const cell = this.view.cellAt(...place);
    const line = this.actions.line();
    const index = this.#indexOf(cell);
    if (index >= 0) {
      this.#way = [{ place, index }];
      return true;
    }
    const end = line[line.length - 1];
    if (!this.actions.canExtend(cell)) {
      return false;
    }
    const heading = this.area.headingBetween(end, cell);
    this.#way = [{ place: step(place, heading, -1), index: line.length - 1 }];
    this.enter(place);
    return true;
  }

  /**
   * Comes into a place.
   * @param {Place} place
   */
  enter(place) {
    const known = this.#way.findIndex((at) => same(at.place, place));
    if (known >= 0) {
      this.#backTo(known);
      return;
    }
    const tip = this.#way[this.#way.length - 1];
    const back = this.#previous(tip);
    if (back && same(back.place, place)) {
      this.#way = [back];
      this.actions.cut(back.index);
      return;
    }
    const ways = between(tip.place, place);
    if (ways.length === 1) {
      this.#retrace(tip.index, place) || this.#go(ways[0]);
    } else if (ways.length === 2) {
      this.#goRound(ways);
    }
  }

  /** @param {number} known the number of a place of this drag */
  #backTo(known) {
    if (known < this.#way.length - 1) {
      this.#way.length = known + 1;
      this.actions.cut(this.#way[known].index);
    }
  }

  /**
   * The place before the first one of this drag, which the line also came through.
   * @param {{place: Place, index: number}} tip
   */
  #previous({ place, index }) {
    const line = this.actions.line();
    if (this.#way.length > 1 || index === 0) {
      return null;
    }
    const parent = this.actions.parent(index);
    const heading = this.area.headingBetween(line[parent], line[index]);
    return { place: step(place, heading, -1), index: parent };
  }

  /**
   * Goes along the line where it runs already; it stays as it is.
   * @param {number} index
   * @param {Place} place
   */
  #retrace(index, place) {
    const next = this.#indexOf(this.view.cellAt(...place));
    const isNext = next > index && this.actions.parent(next) === index;
    if (isNext) {
      this.#way.push({ place, index: next });
    }
    return isNext;
  }

  /** @param {Heading} heading */
  #go(heading) {
    const tip = this.#way[this.#way.length - 1];
    const place = step(tip.place, heading, 1);
    if (this.actions.extend(tip.index, this.view.cellAt(...place))) {
      this.#way.push({ place, index: this.actions.line().length - 1 });
      return true;
    }
    return false;
  }

  /**
   * Goes to a cell across a corner, if that can be done in one way only.
   * @param {readonly Heading[]} ways
   */
  #goRound(ways) {
    const tip = this.#way[this.#way.length - 1];
    const line = this.actions.line();
    if (tip.index !== line.length - 1) {
      return;
    }
    const open = ways.filter((way) => this.actions.canExtend(this.view.cellAt(...step(tip.place, way, 1))));
    if (open.length === 1 && this.#go(open[0])) {
      this.#go(open[0] === ways[0] ? ways[1] : ways[0]);
    }
  }

  /** @param {Cell} cell */
  #indexOf(cell) {
    const number = this.area.number(cell);
    return this.actions.line().findIndex((other) => this.area.number(other) === number);
  }
}

/**
 * @param {Place} place
 * @param {Heading} heading
 * @param {number} far
 * @returns {Place}
 */
export function step([row, col], heading, far) {
  const [right, down] = direction(heading);
  return [row + down * far, col + right * far];
}

/**
 * The headings from a place to one beside it or across its corner; none for others.
 * @param {Place} from
 * @param {Place} to
 * @returns {Heading[]}
 */
export function between([row, col], [toRow, toCol]) {
  const [down, right] = [toRow - row, toCol - col];
  if (Math.abs(down) > 1 || Math.abs(right) > 1) {
    return [];
  }
  return HEADINGS.filter((heading) => {
    const [x, y] = direction(heading);
    return (x !== 0 && x === right) || (y !== 0 && y === down);
  });
}

/**
 * @param {Place} one
 * @param {Place} other
 */
export function same(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}
