/**
 * What a player of Cover writes on the board besides the line: sides of cells that are crossed out, pieces of
 * the line in pencil, and given cards turned for a try. A side is written as its cell and E or S: `2,3,E`.
 */

import { HEADINGS } from "./board.js";
import { isObject } from "../json_shapes.js";

/**
 * @typedef {import("./board.js").Area} Area
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").Heading} Heading
 * @typedef {"crosses" | "pencils"} Mark
 */

export class CoverNotes {
  /**
   * Reads notes as they were saved; what is none is left out.
   * @param {Area} area
   * @param {unknown} saved
   */
  constructor(area, saved) {
    const { crosses, pencils, turned } = /** @type {Record<string, unknown>} */ (
      isObject(saved) ? saved : {}
    );
    this.area = area;
    this.crosses = new Set(texts(crosses));
    this.pencils = new Set(texts(pencils));
    /** @type {Map<string, Heading>} */
    this.turned = new Map();
    for (const [cell, heading] of Object.entries(isObject(turned) ? turned : {})) {
      if (HEADINGS.includes(heading)) {
        this.turned.set(cell, heading);
      }
    }
  }

  toJson() {
    return {
      crosses: [...this.crosses],
      pencils: [...this.pencils],
      turned: Object.fromEntries(this.turned),
    };
  }

  /**
   * Makes a mark on a side, or takes it away; a side bears one mark. Returns whether it is there now.
   * @param {Mark} mark
   * @param {Cell} cell
   * @param {Heading} side
   */
  toggle(mark, cell, side) {
    const name = this.#nameOf(cell, side);
    const isNew = !this[mark].has(name);
    this.crosses.delete(name);
    this.pencils.delete(name);
    if (isNew) {
      this[mark].add(name);
    }
    return isNew;
  }

  /**
   * Turns a given card on by a quarter; after the last one its direction is open again.
   * @param {Cell} cell
   * @returns {Heading | null}
   */
  turn(cell) {
    const heading = this.headingOf(cell);
    const next = HEADINGS[heading === null ? 0 : HEADINGS.indexOf(heading) + 1] ?? null;
    if (next === null) {
      this.turned.delete(String(cell));
    } else {
      this.turned.set(String(cell), next);
    }
    return next;
  }

  /**
   * The heading in which a card is tried.
   * @param {Cell} cell
   */
  headingOf(cell) {
    return this.turned.get(String(cell)) ?? null;
  }

  /**
   * The sides of a cell with a mark.
   * @param {Mark} mark
   * @param {Cell} cell
   * @param {readonly Heading[]} [sides]
   */
  sides(mark, cell, sides = HEADINGS) {
    return this[mark].size ? sides.filter((side) => this[mark].has(this.#nameOf(cell, side))) : [];
  }

  /**
   * @param {Cell} cell
   * @param {Heading} side
   */
  #nameOf(cell, side) {
    if (side === "E" || side === "S") {
      return `${cell},${side}`;
    }
    return `${this.area.neighbour(cell, side)},${side === "N" ? "S" : "E"}`;
  }
}

/** @param {unknown} value */
function texts(value) {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
