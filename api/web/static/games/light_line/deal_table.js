/** The table of light_line.place on the deal desk: where the cards lie. A tap takes one up, another lays it. */

import { button } from "../../frame/deal_controls.js";
import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { cellsBeside } from "./play.js";
import { cardLooks } from "./deal_pool.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").Cell} Cell
 * @typedef {import("./deal_place.js").PlaceDeal} PlaceDeal
 */

const TEXTS = "light_line.page.deal";

/**
 * @param {import("../../frame/deal_kind.js").EditorContext<PlaceDeal>} context
 * @param {() => PlaceDeal} present
 */
export function createTablePanel(context, present) {
  const { text } = context;
  /**
   * The name of the card that is in hand.
   * @type {string | null}
   */
  let held = null;
  const table = element("div", { class: "light-deal-table", role: "group", "aria-label": text(`${TEXTS}.panel.table`) });
  const waiting = element("div", { class: "light-chosen", role: "group", "aria-label": text(`${TEXTS}.waiting`) });
  const turn = button({ label: text(`${TEXTS}.turn`), press: () => turnHeld() });
  const row = element("div", { class: "light-deal-row" }, turn);

  function turnHeld() {
    const deal = present();
    const layout = deal.layout.map((laid) => (laid.card.id === held ? { ...laid, turned: !laid.turned } : laid));
    context.change({ ...deal, layout }, phrase(`${TEXTS}.turned`, { card: held ?? "" }));
  }

  /** @param {string} id */
  function take(id) {
    if (held === id && present().layout.some(({ card }) => card.id === id)) {
      turnHeld();
      return;
    }
    held = id;
    show(present());
  }

  /** @param {Cell} place */
  function lay([placeRow, col]) {
    const deal = present();
    const waits = deal.waiting.find(({ id }) => id === held);
    const moved = deal.layout.find(({ card }) => card.id === held);
    const laid = waits ? { card: waits, row: placeRow, col, turned: false } : moved && { ...moved, row: placeRow, col };
    if (laid) {
      held = null;
      const others = deal.layout.filter(({ card }) => card.id !== laid.card.id);
      const rest = deal.waiting.filter(({ id }) => id !== laid.card.id);
      const said = phrase(`${TEXTS}.laid`, { card: laid.card.id });
      context.change({ ...deal, layout: [...others, laid], waiting: rest }, said);
    }
  }

  /** @param {PlaceDeal} deal */
  function show(deal) {
    const all = [...deal.waiting, ...deal.layout.map(({ card }) => card)];
    held = all.some(({ id }) => id === held) ? held : (deal.waiting[0]?.id ?? null);
    const looks = cardLooks(all, false, context);
    const faces = deal.waiting.map((card) => cardButton(card, looks, false));
    fill(waiting, ...faces);
    waiting.hidden = !faces.length;
    turn.setAttribute("aria-disabled", String(!deal.layout.some(({ card }) => card.id === held)));
    showTable(deal, looks);
  }

  /**
   * @param {Card} card
   * @param {ReturnType<typeof cardLooks>} looks
   * @param {boolean} turned
   */
  function cardButton(card, looks, turned) {
    const face = looks.face(card);
    face.classList.toggle("turned", turned);
    const label = turned ? text(`${TEXTS}.turned_card`, { card: looks.label(card) }) : looks.label(card);
    const attributes = { type: "button", class: "light-choice", "aria-label": label, "aria-pressed": String(card.id === held) };
    return element("button", { ...attributes, onclick: () => take(card.id) }, face);
  }

  /**
   * @param {PlaceDeal} deal
   * @param {ReturnType<typeof cardLooks>} looks
   */
  function showTable({ layout }, looks) {
    const rest = layout.filter(({ card }) => card.id !== held);
    /** @type {Cell[]} */
    const taken = layout.map((laid) => [laid.row, laid.col]);
    const isTaken = (/** @type {Cell} */ cell) => taken.some((other) => other[0] === cell[0] && other[1] === cell[1]);
    const free = cellsBeside((rest.length ? rest : layout).map((laid) => [laid.row, laid.col])).filter((cell) => !isTaken(cell));
    const cells = [...taken, ...free];
    const [top, left] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
    const cards = layout.map((laid) => at(cardButton(laid.card, looks, laid.turned), laid.row - top, laid.col - left));
    const places = held === null ? [] : free.map((cell) => {
      const where = { row: cell[0] - top, col: cell[1] - left };
      const label = text(`${TEXTS}.place`, { cell: where });
      const place = element("button", { type: "button", class: "light-free", "aria-label": label, onclick: () => lay(cell) });
      return at(place, where.row, where.col);
    }); // prettier-ignore
    fill(table, ...cards, ...places);
  }

  return {
    panel: {
      name: phrase(`${TEXTS}.panel.table`),
      element: element("section", { class: "light-line light-deal" }, waiting, table, row),
    },
    show,

    /** @param {KeyboardEvent} event */
    key(event) {
      const isTurn = event.key.toLowerCase() === "t" && held !== null && table.contains(document.activeElement);
      if (isTurn) {
        turnHeld();
      }
      return isTurn;
    },
  };
}

/**
 * @param {HTMLElement} target
 * @param {number} row
 * @param {number} col
 */
function at(target, row, col) {
  target.style.gridArea = `${row + 1} / ${col + 1}`;
  return target;
}
