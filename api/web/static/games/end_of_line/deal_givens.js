/**
 * The given cards of a cover puzzle on the deal desk: one is chosen and laid with a tap; further taps turn
 * it.
 */

import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { Area, HEADINGS } from "./board.js";
import { isSame } from "./deal_area.js";
import { Tiles } from "./deal_cards.js";
import { boardCell } from "./play.js";

/**
 * @typedef {import("./board.js").AreaDocument} AreaDocument
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./deal_cover.js").CoverDeal} CoverDeal
 * @typedef {import("./play_cover.js").Given} Given
 */

const TEXTS = "end_of_line.page.deal";

export class GivenCards {
  /**
   * The sort that the next tap lays.
   * @type {Card}
   */
  #chosen = "S";

  /**
   * @param {import("../../frame/deal_kind.js").EditorContext<CoverDeal>} context
   * @param {() => CoverDeal} present
   */
  constructor(context, present) {
    this.context = context;
    this.present = present;
    this.tiles = new Tiles(context, (card) => {
      this.#chosen = card;
      this.show();
    });
    this.element = element("div", { class: "eol-deal-giving" }, this.tiles.element);
  }

  show() {
    this.tiles.show(this.present().tray, `${TEXTS}.give`, this.#chosen);
  }

  /**
   * Lays a card on a cell; one that lies there is turned, and in the end taken away.
   * @param {Cell} cell
   */
  tap(cell) {
    const deal = this.present();
    const given = deal.givens.find((other) => isSame(other.cell, cell));
    const next = given === undefined ? { cell, card: this.#chosen } : turned(given);
    const others = deal.givens.filter((other) => other !== given);
    const givens = next === null ? others : sorted([...others, next]);
    const blocked = deal.blocked.filter((other) => !isSame(other, cell));
    const card = (next ?? given)?.card ?? "";
    const said = phrase(
      `${TEXTS}.${sayingOf(next)}`,
      { card, cell: boardCell(cell), heading: headingOf(next) },
    );
    this.context.change({ ...deal, givens, blocked }, said);
  }

  /** @type {(looks: import("./cell_looks.js").CellLook[], area: Area) => void} */
  look = (looks, area) => {
    for (const { cell, card, heading = null } of this.present().givens) {
      Object.assign(looks[area.number(cell)], { ground: "given", card: { card, heading, tried: false } });
    }
  };

  /** @type {(number: number) => string | null} */
  name = (number) => {
    const area = new Area(this.present());
    const given = this.present().givens.find(({ cell }) => area.number(cell) === number) ?? null;
    if (given === null) {
      return null;
    }
    const key = `end_of_line.page.cell.${given.heading ? "given" : "given_open"}`;
    return this.context.text(key, { card: given.card, heading: headingOf(given) });
  };

  /**
   * The given cards that an area has room for.
   * @param {AreaDocument} area
   */
  within({ rows, cols, start, blocked }) {
    const taken = [start.cell, ...blocked];
    const isLeft = (/** @type {Given} */ { cell }) =>
      cell[0] < rows && cell[1] < cols && !taken.some((other) => isSame(other, cell));
    return { givens: this.present().givens.filter(isLeft) };
  }
}

/** @param {Given | null} given */
function sayingOf(given) {
  if (given === null) {
    return "not_given";
  }
  return given.heading ? "given_heading" : "given";
}

/** @param {Given | null} given */
function headingOf(given) {
  return given?.heading ? phrase(`end_of_line.drawing.heading.${given.heading}`) : "";
}

/**
 * The given card after a tap: entered from every side in turn, and then taken away.
 * @param {Given} given
 * @returns {Given | null}
 */
function turned({ cell, card, heading }) {
  if (heading === HEADINGS[HEADINGS.length - 1]) {
    return null;
  }
  return { cell, card, heading: HEADINGS[heading === undefined ? 0 : HEADINGS.indexOf(heading) + 1] };
}

/** @param {readonly Given[]} givens */
function sorted(givens) {
  return [...givens].sort(({ cell: one }, { cell: other }) => one[0] - other[0] || one[1] - other[1]);
}
