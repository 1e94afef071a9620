/** Lays out a cover puzzle on the deal desk: the tray, the area and the given cards. */

import { phrase } from "../../frame/texts.js";
import { Area, CARDS } from "./board.js";
import { AreaPanel, STANDARD_AREA, parseArea } from "./deal_area.js";
import { STANDARD } from "./deal_cards.js";
import { GivenCards } from "./deal_givens.js";
import { NO_CARDS, TrayPanel, sizeOf } from "./deal_tray.js";

/**
 * @typedef {import("./board.js").AreaDocument} AreaDocument
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./play_cover.js").Given} Given
 *
 * @typedef {Readonly<Record<Card, number>>} Counts
 * @typedef {AreaDocument & {readonly tray: Counts, readonly givens: readonly Given[]}} CoverDeal
 */

const TEXTS = "end_of_line.page.deal";

/** @type {import("../../frame/deal_kind.js").DealKind<CoverDeal>} */
export const DEAL = {
  begin: () => ({ ...STANDARD_AREA, tray: STANDARD, givens: [] }),

  load({ rows, cols, start, blocked, tray, givens }) {
    return { rows, cols, start, blocked, tray: { ...NO_CARDS, ...tray }, givens };
  },

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
    const areGivens = givens.every(
      (/** @type {any} */ { cell, card }) => Array.isArray(cell) && CARDS.includes(card),
    );
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
  const tray = new TrayPanel(context, present);
  const giving = new GivenCards(context, present);
  const area = new AreaPanel(context, present, { giving });
  return {
    panels: [tray.panel, area.panel],

    show(state) {
      deal = state;
      tray.show(deal);
      giving.show();
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
