/** The table of a puzzle of one card to lay, on the deal desk: a tap takes a card up, another lays it. */

import { button } from "../../frame/deal_controls.js";
import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { keyOf } from "./cards.js";
import { cardLooks } from "./deal_pool.js";
import { cellsBeside } from "./play.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").Cell} Cell
 * @typedef {import("./deal_place.js").LaidCard} LaidCard
 * @typedef {import("./deal_place.js").PlaceDeal} PlaceDeal
 * @typedef {ReturnType<typeof cardLooks>} Looks
 */

const TEXTS = "light_line.page.deal";

export class TablePanel {
  /**
   * The name of the card that is in hand.
   * @type {string | null}
   */
  #held = null;

  /**
   * @param {import("../../frame/deal_kind.js").EditorContext<PlaceDeal>} context
   * @param {() => PlaceDeal} present
   */
  constructor(context, present) {
    this.context = context;
    this.present = present;
    const group = (/** @type {string} */ looks, /** @type {string} */ name) =>
      element("div", { class: looks, role: "group", "aria-label": context.text(`${TEXTS}.${name}`) });
    this.table = group("light-deal-table", "panel.table");
    this.waiting = group("light-chosen", "waiting");
    this.turn = button({ label: context.text(`${TEXTS}.turn`), press: () => this.#turnHeld() });
    const row = element("div", { class: "light-deal-row" }, this.turn);
    this.panel = {
      name: phrase(`${TEXTS}.panel.table`),
      element: element("section", { class: "light-line light-deal" }, this.waiting, this.table, row),
    };
  }

  #turnHeld() {
    const deal = this.present();
    const turned = (/** @type {LaidCard} */ laid) => ({ ...laid, turned: !laid.turned });
    const layout = deal.layout.map((laid) => (laid.card.id === this.#held ? turned(laid) : laid));
    this.context.change({ ...deal, layout }, phrase(`${TEXTS}.turned`, { card: this.#held ?? "" }));
  }

  /**
   * Takes a card in hand; one that is, is turned.
   * @param {string} id
   */
  #take(id) {
    if (this.#held === id && this.present().layout.some(({ card }) => card.id === id)) {
      this.#turnHeld();
    } else {
      this.#held = id;
      this.show();
    }
  }

  /** @param {Cell} place */
  #lay([row, col]) {
    const deal = this.present();
    const waiting = deal.waiting.find(({ id }) => id === this.#held);
    const found = waiting ? { card: waiting, turned: false } : deal.layout.find(
      ({ card }) => card.id === this.#held,
    );
    if (found) {
      const { id } = found.card;
      this.#held = null;
      const layout = [...deal.layout.filter(({ card }) => card.id !== id), { ...found, row, col }];
      const rest = deal.waiting.filter((card) => card.id !== id);
      this.context.change({ ...deal, layout, waiting: rest }, phrase(`${TEXTS}.laid`, { card: id }));
    }
  }

  show() {
    const { layout, waiting } = this.present();
    const all = [...waiting, ...layout.map(({ card }) => card)];
    this.#held = all.some(({ id }) => id === this.#held) ? this.#held : (waiting[0]?.id ?? null);
    const looks = cardLooks(all, false, this.context);
    fill(this.waiting, ...waiting.map((card) => this.#cardButton(card, looks, false)));
    this.waiting.hidden = !waiting.length;
    const canTurn = layout.some(({ card }) => card.id === this.#held);
    this.turn.setAttribute("aria-disabled", String(!canTurn));
    this.#showTable(layout, looks);
  }

  /**
   * @param {Card} card
   * @param {Looks} looks
   * @param {boolean} turned
   */
  #cardButton(card, looks, turned) {
    const face = looks.face(card);
    face.classList.toggle("turned", turned);
    const name = looks.label(card);
    const label = turned ? this.context.text(`${TEXTS}.turned_card`, { card: name }) : name;
    const isHeld = String(card.id === this.#held);
    const named = { "aria-label": label, "aria-pressed": isHeld, onclick: () => this.#take(card.id) };
    return element("button", { type: "button", class: "light-choice", ...named }, face);
  }

  /**
   * @param {readonly LaidCard[]} layout
   * @param {Looks} looks
   */
  #showTable(layout, looks) {
    const rest = layout.filter(({ card }) => card.id !== this.#held);
    const taken = new Set(layout.map(({ row, col }) => keyOf([row, col])));
    const beside = cellsBeside((rest.length ? rest : layout).map(({ row, col }) => [row, col]));
    const free = beside.filter((cell) => !taken.has(keyOf(cell)));
    const top = Math.min(...layout.map(({ row }) => row), ...free.map(([row]) => row));
    const left = Math.min(...layout.map(({ col }) => col), ...free.map(([, col]) => col));
    const cards = layout.map(({ card, row, col, turned }) =>
      placed(this.#cardButton(card, looks, turned), row - top, col - left),
    );
    const places = (this.#held === null ? [] : free).map((cell) => this.#placeButton(cell, top, left));
    fill(this.table, ...cards, ...places);
  }

  /**
   * @param {Cell} cell
   * @param {number} top
   * @param {number} left
   */
  #placeButton(cell, top, left) {
    const where = { row: cell[0] - top, col: cell[1] - left };
    const label = this.context.text(`${TEXTS}.place`, { cell: where });
    const press = () => this.#lay(cell);
    const target = element(
      "button",
      { type: "button", class: "light-free", "aria-label": label, onclick: press },
    );
    return placed(target, where.row, where.col);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isHere = this.#held !== null && this.table.contains(document.activeElement);
    const isTurn = isHere && event.key.toLowerCase() === "t";
    if (isTurn) {
      this.#turnHeld();
    }
    return isTurn;
  }
}

/**
 * @param {HTMLElement} target
 * @param {number} row
 * @param {number} col
 */
function placed(target, row, col) {
  target.style.gridArea = `${row + 1} / ${col + 1}`;
  return target;
}
