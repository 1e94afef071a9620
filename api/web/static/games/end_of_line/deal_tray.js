/** Lays out the tray of a cover puzzle on the deal desk: a tap for each card more or less. */

import { button } from "../../frame/deal_controls.js";
import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { CARDS } from "./board.js";
import { createTiles, STANDARD } from "./deal_cards.js";
import { MOST_CARDS } from "./deal_deck.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {Readonly<Record<Card, number>>} Counts
 */

const TEXTS = "end_of_line.page.deal";
/** @type {Counts} */
export const NO_CARDS = { S: 0, L: 0, R: 0, LS: 0, SR: 0, LR: 0, LSR: 0, LSR0: 0 };

/**
 * How many cards a tray has.
 * @param {Counts} tray
 */
export function sizeOf(tray) {
  return CARDS.reduce((sum, card) => sum + tray[card], 0);
}

/**
 * @template {{readonly tray: Counts}} S
 * @param {import("../../frame/deal_kind.js").EditorContext<S>} context
 * @param {() => S} present
 */
export function createTrayPanel(context, present) {
  const { text } = context;
  const count = element("p", { class: "eol-deal-count" });
  const tiles = createTiles(context, (card) => add(card, 1));
  const fewer = CARDS.map((card) => {
    const label = text(`${TEXTS}.fewer`, { card });
    return element("button", { type: "button", class: "step", "aria-label": label, onclick: () => add(card, -1) }, "−");
  });
  const places = [...tiles.element.children].map((tile, i) => element("div", { class: "eol-tray-place" }, tile, fewer[i]));
  const setTo = (/** @type {Counts} */ tray, /** @type {string} */ key) => () => {
    context.change({ ...present(), tray }, phrase(`${TEXTS}.${key}_said`));
  };
  const standard = button({ label: text(`${TEXTS}.standard`), press: setTo(STANDARD, "standard") });
  const none = button({ label: text(`${TEXTS}.none`), press: setTo(NO_CARDS, "none") });

  /**
   * @param {Card} card
   * @param {number} by
   */
  function add(card, by) {
    const { tray } = present();
    const n = tray[card] + by;
    if (n >= 0 && sizeOf(tray) + by <= MOST_CARDS) {
      context.change({ ...present(), tray: { ...tray, [card]: n } }, phrase(`${TEXTS}.in_tray`, { card, n }));
    }
  }

  return {
    panel: {
      name: phrase(`${TEXTS}.panel.tray`),
      element: element(
        "section",
        { class: "eol-deal eol-deal-tray" },
        element("div", { class: "eol-tiles" }, ...places),
        element("div", { class: "eol-deal-row" }, count, standard, none),
      ),
    },
    add,

    /** @param {S} state */
    show({ tray }) {
      tiles.show(tray, `${TEXTS}.tray`);
      fewer.forEach((less, i) => less.setAttribute("aria-disabled", String(tray[CARDS[i]] === 0)));
      fill(count, text(`${TEXTS}.cards`, { n: sizeOf(tray) }));
    },
  };
}
