/** What a player has chosen for the next card: the card, its cell, and the card that it continues. */

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./play.js").OrientedCard} OrientedCard
 *
 * @typedef {object} LinePosition
 * @property {import("./board.js").Area} area
 * @property {readonly OrientedCard[]} line the start card, then every card in order of placing
 * @property {ReadonlySet<number>} free
 *
 * Where a card is laid. `reverse`: it continues the last card but one.
 * @typedef {{readonly cell: Cell, readonly reverse?: true}} Placing
 *
 * From where the line can come to a cell: the last card, the last but one, or both.
 * @typedef {{next: boolean, behind: boolean}} Ways
 */

/**
 * What can be laid in a position. C says which card, M is a move.
 *
 * placings  where cards can be laid
 * cards     the cards that can be laid, each sort once
 * faceOf    the type of a card
 * lay       the move that lays a card
 *
 * @template C, M
 * @typedef {object} Options
 * @property {readonly Placing[]} placings
 * @property {readonly C[]} cards
 * @property {(card: C) => Card} faceOf
 * @property {(card: C, placing: Placing) => M} lay
 */

/** @template C, M */
export class CardChoice {
  /** @type {C | null} */
  card = null;
  /**
   * The number of the cell that waits for a card.
   * @type {number | null}
   */
  cell = null;
  /** Whether a card continues the last but one where it could continue either. */
  prefersBehind = false;

  /**
   * @param {LinePosition} position
   * @param {Options<C, M>} options
   */
  constructor(position, { placings, cards, faceOf, lay }) {
    this.position = position;
    this.cards = cards;
    this.faceOf = faceOf;
    this.lay = lay;
    /**
     * From where the line can come to each cell, by the cells' numbers.
     * @type {Map<number, Ways>}
     */
    this.reachable = new Map();
    for (const { cell, reverse } of placings) {
      const number = position.area.number(cell);
      const known = this.reachable.get(number) ?? { next: false, behind: false };
      known[reverse ? "behind" : "next"] = true;
      this.reachable.set(number, known);
    }
  }

  /**
   * Whether the line can go to a cell.
   * @param {number} number
   */
  leadsTo(number) {
    return this.reachable.has(number);
  }

  /**
   * Whether the line can go to a cell from the last card.
   * @param {number} number
   */
  continuesLast(number) {
    return this.reachable.get(number)?.next ?? false;
  }

  /** The numbers of the cells that the line can go to. */
  get ways() {
    return [...this.reachable.keys()].filter((number) => this.leadsTo(number));
  }

  get cells() {
    return this.ways.map((number) => this.position.area.cells[number]);
  }

  /** Whether some cell can be reached from the last card and from the last but one. */
  get isTwofold() {
    return [...this.reachable.values()].some(({ next, behind }) => next && behind);
  }

  /** The card that would be placed: the chosen one, or the only one. */
  get cardToPlace() {
    return this.card ?? (this.cards.length === 1 ? this.cards[0] : null);
  }

  /** The card that is shown where it could be laid. */
  get previewed() {
    return this.card;
  }

  /**
   * Has the next card continue the last card but one, if the line can come from there to a cell. Returns
   * whether it can.
   * @param {number} number
   */
  goBehind(number) {
    const isBehind = this.reachable.get(number)?.behind ?? false;
    this.prefersBehind ||= isBehind;
    return isBehind;
  }

  /**
   * Whether a card placed on a cell would continue the last card but one.
   * @param {number} number
   */
  goesBehind(number) {
    const ways = this.reachable.get(number);
    return ways !== undefined && ways.behind && (!ways.next || this.prefersBehind);
  }

  /**
   * @param {C} card
   * @param {number} number
   */
  move(card, number) {
    const cell = this.position.area.cells[number];
    return this.lay(card, this.goesBehind(number) ? { cell, reverse: true } : { cell });
  }

  /**
   * How a cell shows what can be done there.
   * @param {number} number
   * @returns {import("./cell_looks.js").Target}
   */
  target(number) {
    const { area, line } = this.position;
    const isBehind = this.goesBehind(number);
    const from = line[line.length - (isBehind ? 2 : 1)].cell;
    const way = this.cell === number ? "chosen" : isBehind ? "behind" : "next";
    const card = this.previewed === null ? null : this.faceOf(this.previewed);
    return { way, entry: area.headingBetween(from, area.cells[number]), card };
  }
}
