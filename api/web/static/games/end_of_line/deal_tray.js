/** Lays out the tray of a cover puzzle on the deal desk: a tap for each card more or less. */

import { button } from "../../frame/deal_controls.js";
import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { CARDS } from "./board.js";
import { STANDARD, Tiles } from "./deal_cards.js";
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

/** @template {{readonly tray: Counts}} S */
export class TrayPanel {
  /**
   * @param {import("../../frame/deal_kind.js").EditorContext<S>} context
   * @param {() => S} present
   */
  constructor(context, present) {
    this.context = context;
    this.present = present;
    this.count = element("p", { class: "eol-deal-count" });
    this.tiles = new Tiles(context, (card) => this.add(card, 1));
    this.fewer = CARDS.map((card) => {
      const label = context.text(`${TEXTS}.fewer`, { card });
      const press = () => this.add(card, -1);
      return element("button", { type: "button", class: "step", "aria-label": label, onclick: press }, "−");
    });
    const places = this.tiles.buttons.map((tile, i) =>
      element("div", { class: "eol-tray-place" }, tile, this.fewer[i]),
    );
    const all = [this.#setter("standard", STANDARD), this.#setter("none", NO_CARDS)];
    this.panel = {
      name: phrase(`${TEXTS}.panel.tray`),
      element: element(
        "section",
        { class: "eol-deal" },
        element("div", { class: "eol-tiles" }, ...places),
        element("div", { class: "eol-deal-row" }, this.count, ...all),
      ),
    };
  }

  /**
   * A button that sets all counts at once.
   * @param {"standard" | "none"} name
   * @param {Counts} tray
   */
  #setter(name, tray) {
    const said = phrase(`${TEXTS}.${name}_said`);
    const press = () => this.context.change({ ...this.present(), tray }, said);
    return button({ label: this.context.text(`${TEXTS}.${name}`), press });
  }

  /**
   * @param {Card} card
   * @param {number} by
   */
  add(card, by) {
    const { tray } = this.present();
    const n = tray[card] + by;
    if (n >= 0 && sizeOf(tray) + by <= MOST_CARDS) {
      const said = phrase(`${TEXTS}.in_tray`, { card, n });
      this.context.change({ ...this.present(), tray: { ...tray, [card]: n } }, said);
    }
  }

  /** @param {S} state */
  show({ tray }) {
    this.tiles.show(tray, `${TEXTS}.tray`);
    this.fewer.forEach((less, i) => less.setAttribute("aria-disabled", String(tray[CARDS[i]] === 0)));
    fill(this.count, this.context.text(`${TEXTS}.cards`, { n: sizeOf(tray) }));
  }
}
