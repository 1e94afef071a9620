/**
 * How the LIGHT-LINE! kinds with cards in the hand are played: cards are laid, and then a line is followed.
 *
 * - Rows count downwards and columns to the right from the first card, which lies at row 0, column 0, and is
 *   not turned. This loses nothing, since shifting a layout or turning all of it leaves it the same.
 * - Cards are laid in any order, each beside a placed one. Cards apart from the others would never be on the
 *   line.
 * - No card is laid once the line has begun.
 * - A line begins with any tube on the table and grows at one end only; its second section decides at which.
 *   So a play that begins in the middle of the only line is lost: begin at one of its ends.
 * - A play is over as soon as the line cannot go on.
 *
 * The other rules of each kind are in its module.
 */

import { phrase } from "../../frame/texts.js";
import { boolean, flag, integer, isObject, object, text } from "../json_shapes.js";
import { refuseIllegal } from "../play.js";
import { BLACK, endsOf, keyOf, neighbours, socketAcross } from "./cards.js";
import { layWords, placementNotation, sectionWords, shortNames, tubeNames } from "./names.js";
import { exitsOf, follow } from "./passages.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").Cell} Cell
 * @typedef {import("./cards.js").PlacedCard} PlacedCard
 * @typedef {import("./cards.js").Section} Section
 * @typedef {import("../play.js").Outcome} Outcome
 * @typedef {import("../play.js").Phrase} Phrase
 *
 * A puzzle; `length` is the number of cards to lay, where a kind has one.
 * @typedef {{readonly cards: readonly Card[], readonly length?: number}} Deal
 *
 * End the line where it is.
 * @typedef {{readonly stop: true}} Stop
 *
 * To lay a card, to follow the line into a section, or to stop.
 * @typedef {PlacedCard | Section | Stop} LineMove
 */

/** What lies on the table, in the order of laying, and the line so far. */
export class LinePosition {
  /** @type {ReadonlyMap<string, PlacedCard> | undefined} */
  #placedCards;

  /**
   * @param {Deal} puzzle
   * @param {ReadonlyMap<string, Card>} cards the cards by their ids
   * @param {ReadonlyMap<string, string>} names the names of the cards in moves, by their ids
   * @param {readonly PlacedCard[]} layout
   * @param {readonly Section[]} line
   * @param {boolean} stopped
   */
  constructor(puzzle, cards, names, layout = [], line = [], stopped = false) {
    this.puzzle = puzzle;
    this.cards = cards;
    this.names = names;
    this.layout = layout;
    this.line = line;
    this.stopped = stopped;
    Object.freeze(this);
  }

  /** The placed cards by their ids. */
  get placedCards() {
    return (this.#placedCards ??= new Map(this.layout.map((placedCard) => [placedCard.card, placedCard])));
  }

  /** The cards that are not laid. */
  get hand() {
    return this.puzzle.cards.filter(({ id }) => !this.placedCards.has(id));
  }

  /** The cards that the line has met. */
  get passed() {
    return new Set(this.line.map(({ card }) => card));
  }

  /**
   * The sections on the table, each with the card on which it lies and the sockets that it joins.
   * @returns {{section: Section, placedCard: PlacedCard, ends: readonly [string, string]}[]}
   */
  sections() {
    return this.puzzle.cards.flatMap(({ id, tubes }) => {
      const placedCard = this.placedCards.get(id);
      if (placedCard === undefined) {
        return [];
      }
      return tubes.map((tube, i) => {
        return { section: { card: id, tube: i }, placedCard, ends: endsOf(tube, placedCard.turned) };
      });
    });
  }

  /**
   * @param {string} id
   * @returns {Card}
   */
  card(id) {
    return /** @type {Card} */ (this.cards.get(id));
  }

  /**
   * The name of a card in moves.
   * @param {string} id
   */
  nameOf(id) {
    return this.names.get(id) ?? id;
  }

  /** @param {Section} section */
  colour({ card, tube }) {
    return this.card(card).tubes[tube][0];
  }

  /**
   * The position after a legal move.
   * @param {LineMove} move
   */
  after(move) {
    const { puzzle, cards, names, layout, line } = this;
    if ("stop" in move) {
      return new LinePosition(puzzle, cards, names, layout, line, true);
    }
    return "tube" in move
      ? new LinePosition(puzzle, cards, names, layout, [...line, move])
      : new LinePosition(puzzle, cards, names, [...layout, move], line);
  }
}

const PLACED = object({ card: text, row: integer, col: integer, turned: boolean });
const SECTION = object({ card: text, tube: integer });
const STOP = object({ stop: flag });

/**
 * The play of a kind.
 * @param {(position: LinePosition) => readonly LineMove[]} moves the legal moves
 * @param {(position: LinePosition) => Outcome} end how a play ended in which no move is left
 * @returns {import("../play.js").Play<Deal, LinePosition, LineMove>}
 */
export function linePlay(moves, end) {
  return {
    begin(puzzle) {
      const cards = new Map(puzzle.cards.map((card) => [card.id, card]));
      return new LinePosition(puzzle, cards, shortNames([...cards.keys()]));
    },

    player: () => null,

    moves,

    after(position, move) {
      refuseIllegal(moves(position), move);
      return position.after(move);
    },

    outcome: (position) => (moves(position).length ? null : end(position)),

    solution: ({ layout, line }) => ({ layout, line }),

    describe,

    notation,

    parseMove,

    serialiseMove: (move) => move,
  };
}

/**
 * @param {LinePosition} position
 * @param {LineMove} move
 */
function describe(position, move) {
  if ("stop" in move) {
    return phrase("light_line.play.stop");
  }
  const card = position.nameOf(move.card);
  if ("tube" in move) {
    const tube = sectionWords(position.card(move.card), move.tube);
    return phrase(`light_line.play.${position.line.length ? "follow" : "begin"}`, { card, tube });
  }
  return layWords(move, card, position.layout);
}

/**
 * A move as it is typed: a card and where it lies, a card and a tube's letter, or `stop`.
 *
 * `07 -1,0`: row -1, column 0. `07 -1,0 t`: the same, turned. `07 R`: the red tube.
 * @param {LinePosition} position
 * @param {LineMove} move
 */
function notation(position, move) {
  if ("stop" in move) {
    return "stop";
  }
  const isSection = "tube" in move;
  const what = isSection ? tubeNames(position.card(move.card))[move.tube] : placementNotation(move);
  return `${position.nameOf(move.card)} ${what}`;
}

/**
 * A move from JSON; which one it is shows in the names of its fields.
 * @param {unknown} document
 * @returns {LineMove}
 */
function parseMove(document) {
  if (isObject(document) && "stop" in document) {
    return STOP(document);
  }
  return isObject(document) && "tube" in document ? SECTION(document) : PLACED(document);
}

/**
 * The ways to lay a card of the hand.
 * @param {LinePosition} position
 * @returns {PlacedCard[]}
 */
export function placements({ hand, layout }) {
  if (!layout.length) {
    return hand.map(({ id }) => ({ card: id, row: 0, col: 0, turned: false }));
  }
  const cells = cellsBeside(layout.map(({ row, col }) => [row, col]));
  return hand.flatMap(({ id }) =>
    cells.flatMap(([row, col]) => [false, true].map((turned) => ({ card: id, row, col, turned }))),
  );
}

/**
 * The free places beside those that are taken, row by row.
 * @param {readonly Cell[]} occupied
 */
export function cellsBeside(occupied) {
  const cells = new Map(occupied.flatMap(neighbours).map((cell) => [keyOf(cell), cell]));
  occupied.forEach((cell) => cells.delete(keyOf(cell)));
  return [...cells.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

/**
 * The sections with which the line can begin or go on.
 *
 * It goes on where sockets meet, in one colour, and never into a section that it has; `wild`: black goes with
 * every colour.
 * @param {LinePosition} position
 * @param {boolean} wild
 * @returns {Section[]}
 */
export function sectionsAhead(position, wild) {
  const sections = position.sections();
  const last = follow(position.cards, position.placedCards, position.line).at(-1);
  if (last === undefined) {
    return sections.map(({ section }) => section);
  }
  const from = last.placedCard;
  const across = new Set(exitsOf(last).map((end) => keyOf(...socketAcross([from.row, from.col], end))));
  const ahead = sections.filter(
    ({ section, placedCard: { row, col }, ends }) =>
      ends.some((end) => across.has(keyOf([row, col], end))) &&
      !position.line.some(({ card, tube }) => card === section.card && tube === section.tube) &&
      inOneColour(position, section, wild),
  );
  return ahead.map(({ section }) => section);
}

/**
 * @param {LinePosition} position
 * @param {Section} section
 * @param {boolean} wild
 */
function inOneColour(position, section, wild) {
  const colours = new Set([...position.line, section].map((step) => position.colour(step)));
  if (wild) {
    colours.delete(BLACK);
  }
  return colours.size <= 1;
}

/**
 * Why the line did not get as far as it should.
 * @param {LinePosition} position
 * @returns {Phrase}
 */
export function noWayOn(position) {
  const last = position.line.at(-1);
  if (last === undefined) {
    return phrase("light_line.play.no_tube");
  }
  const { passed, layout } = position;
  const parts = { card: position.nameOf(last.card), passed: passed.size, cards: layout.length };
  return phrase("light_line.play.no_way_on", parts);
}
