/** Lays out a cover puzzle on the deal desk: the tray, the area and the given cards. */

import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { Area, CARDS, HEADINGS } from "./board.js";
import { createAreaPanel, isSame, parseArea, STANDARD_AREA } from "./deal_area.js";
import { createTiles, STANDARD } from "./deal_cards.js";
import { createTrayPanel, NO_CARDS, sizeOf } from "./deal_tray.js";
import { boardCell } from "./play.js";

/**
 * @typedef {import("./board.js").AreaDocument} AreaDocument
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").Heading} Heading
 * @typedef {import("./play_cover.js").Given} Given
 *
 * @typedef {AreaDocument & {readonly tray: Readonly<Record<Card, number>>, readonly givens: readonly Given[]}} CoverDeal
 */

const TEXTS = "end_of_line.page.deal";

/** @type {import("../../frame/deal_kind.js").DealKind<CoverDeal>} */
export const DEAL = {
  begin: () => ({ ...STANDARD_AREA, tray: STANDARD, givens: [] }),

  load: ({ rows, cols, start, blocked, tray, givens }) => ({
    rows, cols, start, blocked, tray: { ...NO_CARDS, ...tray }, givens,
  }), // prettier-ignore

  read({ rows, cols, start, blocked, tray, givens }) {
    const missing = new Area({ rows, cols, start, blocked }).freeCells.length - sizeOf(tray);
    if (missing > 0) {
      return phrase(`${TEXTS}.missing_in_tray`, { n: missing });
    }
    const counts = Object.fromEntries(CARDS.filter((card) => tray[card]).map((card) => [card, tray[card]]));
    const puzzle = { kind: "end_of_line.cover", rows, cols, start, blocked, tray: counts, givens };
    return { puzzle, moves: [] };
  },

  parse(stored) {
    const { tray, givens } = stored;
    const areCounts = CARDS.every((card) => Number.isInteger(tray[card]) && tray[card] >= 0);
    const areGivens = givens.every((/** @type {any} */ { cell, card }) => Array.isArray(cell) && CARDS.includes(card));
    if (!areCounts || !areGivens) {
      throw new RangeError("this is no deal");
    }
    return { ...parseArea(stored), tray, givens };
  },

  createEditor,
};

/**
 * @param {import("../../frame/deal_kind.js").EditorContext<CoverDeal>} context
 * @returns {import("../../frame/deal_kind.js").Editor<CoverDeal>}
 */
function createEditor(context) {
  let deal = DEAL.begin();
  const present = () => deal;
  const tray = createTrayPanel(context, present);
  const giving = createGiving(context, present);
  const area = createAreaPanel(context, present, { giving });
  return {
    panels: [tray.panel, area.panel],

    show(state) {
      deal = state;
      tray.show(deal);
      giving.show(deal);
      area.show(deal);
    },

    key(event) {
      const card = CARDS[Number(event.key) - 1];
      if (card) {
        tray.add(card, 1);
      }
      return card !== undefined || area.key(event);
    },
  };
}

/**
 * The cards that are given: one is chosen and laid with a tap; further taps on it turn it, and take it away.
 * @param {import("../../frame/deal_kind.js").EditorContext<CoverDeal>} context
 * @param {() => CoverDeal} present
 */
function createGiving(context, present) {
  /** @type {Card} */
  let chosen = "S";
  const tiles = createTiles(context, (card) => {
    chosen = card;
    show(present());
  });

  /** @param {CoverDeal} deal */
  function show({ tray }) {
    tiles.show(tray, `${TEXTS}.give`, chosen);
  }

  /** @param {Cell} cell */
  function tap(cell) {
    const deal = present();
    const given = deal.givens.find((other) => isSame(other.cell, cell));
    const next = given === undefined ? { cell, card: chosen } : turned(given);
    const others = deal.givens.filter((other) => other !== given);
    const givens = next === null ? others : sorted([...others, next]);
    const blocked = deal.blocked.filter((other) => !isSame(other, cell));
    const words = { cell: boardCell(cell), card: (next ?? given)?.card ?? "" };
    const heading = next?.heading ? phrase(`end_of_line.drawing.heading.${next.heading}`) : "";
    const key = next === null ? "not_given" : next.heading ? "given_heading" : "given";
    context.change({ ...deal, givens, blocked }, phrase(`${TEXTS}.${key}`, { ...words, heading }));
  }

  return {
    element: element("div", { class: "eol-deal-giving" }, tiles.element),
    tap,
    show,

    /**
     * @param {import("./cell_looks.js").CellLook[]} looks
     * @param {Area} area
     */
    look(looks, area) {
      for (const { cell, card, heading = null } of present().givens) {
        const number = area.number(cell);
        looks[number] = { ...looks[number], ground: "given", card: { card, heading, tried: false } };
      }
    },

    /** @param {number} number */
    name(number) {
      const area = new Area(present());
      const given = present().givens.find(({ cell }) => area.number(cell) === number);
      if (given === undefined) {
        return null;
      }
      const { card, heading } = given;
      const words = { card, heading: heading ? phrase(`end_of_line.drawing.heading.${heading}`) : "" };
      return context.text(`end_of_line.page.cell.${heading ? "given" : "given_open"}`, words);
    },

    /** @param {AreaDocument} area */
    within({ rows, cols, start, blocked }) {
      const isLeft = (/** @type {Given} */ { cell }) =>
        cell[0] < rows && cell[1] < cols && ![start.cell, ...blocked].some((other) => isSame(other, cell));
      return { givens: present().givens.filter(isLeft) };
    },
  };
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
  return { cell, card, heading: heading === undefined ? HEADINGS[0] : HEADINGS[HEADINGS.indexOf(heading) + 1] };
}

/** @param {readonly Given[]} givens */
function sorted(givens) {
  return [...givens].sort(({ cell: one }, { cell: other }) => one[0] - other[0] || one[1] - other[1]);
}
