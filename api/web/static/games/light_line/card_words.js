/** Cards in words, for screen readers: their tubes, where they lie, and what they join. */

import { phrase } from "../../frame/texts.js";
import { endsOf } from "./cards.js";
import { numberedColours, sectionWords, whereOf } from "./names.js";
import { meetingsOf } from "./table_lines.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").Placement} Placement
 * @typedef {import("./table_lines.js").Cards} Cards
 * @typedef {import("./table_lines.js").Table} Table
 * @typedef {import("../play.js").Phrase} Phrase
 */

/** How the cards of a puzzle are named. */
export class CardWords {
  /**
   * @param {Cards} cards
   * @param {ReadonlyMap<string, string>} names
   * @param {boolean} wild
   * @param {(key: string) => string} text
   */
  constructor(cards, names, wild, text) {
    this.text = text;
    this.cards = cards;
    this.names = names;
    this.wild = wild;
  }

  /** @param {string} id */
  name(id) {
    return this.names.get(id) ?? id;
  }

  /**
   * The letters on a card's tubes.
   * @param {string} id
   */
  letters(id) {
    const colours = numberedColours(/** @type {Card} */ (this.cards.get(id)));
    return colours.map(([colour, number]) => this.text(`light_line.drawing.letter.${colour}`) + number);
  }

  /**
   * A card and its tubes.
   * @param {string} id
   * @param {boolean} turned
   * @returns {Phrase}
   */
  card(id, turned) {
    const card = /** @type {Card} */ (this.cards.get(id));
    const tubes = card.tubes.map((tube, i) => {
      const [from, to] = endsOf(tube, turned).map((end) => phrase(`light_line.page.socket.${end}`));
      return phrase("light_line.page.tube", { colour: sectionWords(card, i), from, to });
    });
    const what = tubes.length ? tubes : [phrase("light_line.page.no_tubes")];
    return phrase(`light_line.page.${turned ? "card_turned" : "card"}`, { card: this.name(id), tubes: what });
  }

  /**
   * What a card joins where it lies.
   * @param {Table} table
   * @param {string} id
   * @returns {Phrase}
   */
  joins(table, id) {
    const card = /** @type {Card} */ (this.cards.get(id));
    const joined = meetingsOf(this.cards, table, id, this.wild).filter(({ joins }) => joins);
    if (!joined.length) {
      return phrase("light_line.page.joins_nothing");
    }
    const what = joined.map(({ tube, neighbour }) => {
      return phrase("light_line.page.join", { colour: sectionWords(card, tube), card: this.name(neighbour) });
    });
    return phrase("light_line.page.joins", { joins: what });
  }

  /**
   * A card on the table: where it lies, its tubes, and what they join.
   * @param {Table} table
   * @param {string} id
   * @returns {Phrase}
   */
  laid(table, id) {
    const placement = /** @type {Placement} */ (table.get(id));
    const where = this.where(table, placement);
    const card = this.card(id, placement.turned);
    return phrase("light_line.page.laid_card", { where, card, joins: this.joins(table, id) });
  }

  /**
   * A place, counted from the top left card.
   * @param {Table} table
   * @param {{row: number, col: number}} place
   * @returns {Phrase}
   */
  where(table, place) {
    return table.size ? whereOf(place, [...table.values()]) : phrase("light_line.page.first_place");
  }

  /**
   * A free place, and what a card would join there.
   * @param {Table} table
   * @param {{row: number, col: number}} place
   * @param {{id: string, turned: boolean} | null} held
   * @returns {Phrase}
   */
  freePlace(table, place, held) {
    const where = this.where(table, place);
    if (held === null) {
      return phrase("light_line.page.free_place", { where });
    }
    const then = new Map(table).set(held.id, { ...place, turned: held.turned });
    const joins = this.joins(then, held.id);
    return phrase("light_line.page.free_place_for", { where, card: this.name(held.id), joins });
  }
}
