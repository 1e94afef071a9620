/** Lays out a solo game as it stands: the line so far, card by card and cell by cell. */

import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { lineCards } from "./card_looks.js";
import { isSame } from "./deal_area.js";
import { DealBoard } from "./deal_board.js";
import { Tiles } from "./deal_cards.js";
import {
  cardsToLay,
  effectsToSpend,
  gameOf,
  hasUnknownCard,
  isPlacing,
  openPlaces,
  withCard,
} from "./deal_game.js";
import { boardCell } from "./play.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./deal_game.js").OpenPlace} OpenPlace
 * @typedef {import("./deal_solo.js").SoloDeal} SoloDeal
 */

const TEXTS = "end_of_line.page.deal";

export class LinePanel {
  /**
   * The card that is to be laid next, or the cell on which a card is to be laid, where one of them is chosen.
   * @type {Card | null}
   */
  #card = null;
  /** @type {Cell | null} */
  #cell = null;

  /**
   * @param {import("../../frame/deal_kind.js").EditorContext<SoloDeal>} context
   * @param {() => SoloDeal} present
   */
  constructor(context, present) {
    this.context = context;
    this.present = present;
    this.board = new DealBoard(context, (cell) => this.#tapCell(cell));
    this.tiles = new Tiles(context, (card) => this.tapCard(card));
    this.round = element("p", { class: "eol-deal-count" });
    this.energy = element("div", { class: "eol-deal-energy" });
    const row = element("div", { class: "eol-deal-row" }, this.round, this.energy);
    const looks = { class: "eol-deal eol-deal-line" };
    this.panel = {
      name: phrase(`${TEXTS}.panel.line`),
      element: element("section", looks, this.board.element, row, this.tiles.element),
    };
  }

  /** @param {Card} card */
  tapCard(card) {
    const places = openPlaces(this.present());
    const place = places.length === 1 ? places[0] : places.find((open) => this.#isChosen(open));
    if (place) {
      this.#lay(card, place);
    } else if (places.length === 0) {
      this.context.refuse(phrase(`${TEXTS}.no_place`));
    } else {
      this.#card = this.#card === card ? null : card;
      this.show();
    }
  }

  /** @param {Cell} cell */
  #tapCell(cell) {
    const deal = this.present();
    const place = openPlaces(deal).find((open) => isSame(open.cell, cell));
    const index = gameOf(deal).moves.findIndex((move) => isPlacing(move) && isSame(move.cell, cell));
    if (place && this.#card !== null) {
      this.#lay(this.#card, place);
    } else if (place) {
      this.#cell = this.#isChosen(place) ? null : cell;
      this.show();
    } else if (index >= 0) {
      const said = phrase(`${TEXTS}.taken_up`, { cell: boardCell(cell) });
      this.context.change({ ...deal, laid: deal.laid.slice(0, index) }, said);
    } else {
      this.context.refuse(phrase(`${TEXTS}.not_there`));
    }
  }

  /** @param {OpenPlace} place */
  #isChosen({ cell }) {
    return this.#cell !== null && isSame(this.#cell, cell);
  }

  /**
   * @param {Card} card
   * @param {OpenPlace} place
   */
  #lay(card, { cell, reverse }) {
    const next = withCard(this.present(), reverse ? { card, cell, reverse } : { card, cell });
    if (next === null) {
      const why = hasUnknownCard(this.present()) ? `${TEXTS}.none_left` : `${TEXTS}.not_in_hand`;
      this.context.refuse(phrase(why, { card }));
    } else {
      [this.#card, this.#cell] = [null, null];
      this.context.change(next, phrase("end_of_line.play.place", { card, cell: boardCell(cell) }));
    }
  }

  show() {
    const deal = this.present();
    const { position } = gameOf(deal);
    const places = openPlaces(deal);
    if (!places.some((place) => this.#isChosen(place))) {
      this.#cell = null;
    }
    this.board.show(deal, lineCards(position.line), {
      add: (looks, area) => places.forEach((place) => this.#lookAt(place, looks, area)),
      name: (number) => this.#nameOf(number, places),
    });
    this.tiles.show(cardsToLay(deal), `${TEXTS}.lay`, this.#card);
    this.#showRound(deal);
  }

  /**
   * @param {OpenPlace} place
   * @param {import("./cell_looks.js").CellLook[]} looks
   * @param {import("./board.js").Area} area
   */
  #lookAt(place, looks, area) {
    const { line } = gameOf(this.present()).position;
    const from = line[line.length - (place.reverse ? 2 : 1)].cell;
    const way = this.#isChosen(place) ? "chosen" : place.reverse ? "behind" : "next";
    const target = { way, entry: area.headingBetween(from, place.cell), card: this.#card };
    Object.assign(looks[area.number(place.cell)], { target });
  }

  /**
   * @param {number} number
   * @param {readonly OpenPlace[]} places
   */
  #nameOf(number, places) {
    const { area, line } = gameOf(this.present()).position;
    const index = line.findIndex((laid) => area.number(laid.cell) === number);
    if (index > 0) {
      return this.context.text(`${TEXTS}.cell.laid`, { n: index });
    }
    const isOpen = places.some(({ cell }) => area.number(cell) === number);
    return isOpen ? this.context.text(`${TEXTS}.cell.open`) : null;
  }

  /** @param {SoloDeal} deal */
  #showRound(deal) {
    const { text } = this.context;
    const { position } = gameOf(deal);
    const parts = { round: position.rounds.length, n: position.cardsToPlace(), energy: position.energy };
    fill(this.round, position.free.size ? text(`${TEXTS}.round`, parts) : text(`${TEXTS}.covered`));
    const spent = position.rounds.at(-1)?.energy;
    const buttons = effectsToSpend(deal).map((effect) => this.#energyButton(effect));
    fill(this.energy, ...buttons, spent && text(`end_of_line.drawing.energy.${spent}`));
  }

  /** @param {import("./play_solo.js").Effect} effect */
  #energyButton(effect) {
    const spend = () => {
      const deal = this.present();
      const laid = [...gameOf(deal).moves, { energy: effect }];
      this.context.change({ ...deal, laid }, phrase(`end_of_line.play.spend.${effect}`));
    };
    const label = this.context.text(`end_of_line.drawing.energy.${effect}`);
    return element("button", { type: "button", class: "option", onclick: spend }, label);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.board.key(event);
  }
}
