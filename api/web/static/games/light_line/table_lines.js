/** The lines of the cards on a table, in one colour each, and the longest of them. */

import { BLACK, endsOf, keyOf, socketAcross } from "./cards.js";
import { socketsOf, wholeLine } from "./grown_lines.js";
import { follow } from "./passages.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").PlacedCard} PlacedCard
 * @typedef {import("./cards.js").Placement} Placement
 * @typedef {import("./cards.js").Section} Section
 * @typedef {import("./grown_lines.js").GrownLine} GrownLine
 *
 * Where the cards lie, by their ids.
 * @typedef {ReadonlyMap<string, Placement>} Table
 * @typedef {ReadonlyMap<string, Card>} Cards
 *
 * What counts as a line. `wild`: black goes with every colour. `once`: it has no card twice.
 * @typedef {{readonly wild: boolean, readonly once: boolean}} LineRule
 *
 * A section as a line runs through it, from one socket to the other.
 * @typedef {object} Pass
 * @property {Section} section
 * @property {import("./cards.js").Colour} colour
 * @property {Placement} placement
 * @property {string} enter
 * @property {string} exit
 */

/**
 * Every line on the table from end to end, also those of a single section.
 *
 * Where black is wild, a black tube may lie on a line of each colour.
 * @param {Cards} cards
 * @param {Table} table
 * @param {boolean} wild
 * @returns {GrownLine[]}
 */
export function linesOn(cards, table, wild) {
  const layout = [...table].map(([id, placement]) => {
    return /** @type {const} */ ([/** @type {Card} */ (cards.get(id)), placement]);
  });
  if (!wild) {
    return wholeLines(layout, null);
  }
  const colours = new Set(layout.flatMap(([card]) => card.tubes.map(([colour]) => colour)));
  if (colours.size > 1) {
    colours.delete(BLACK);
  }
  return [...colours].flatMap((colour) => {
    const inColour = layout.map(([card, placement]) => {
      return /** @type {const} */ ([withBlackAs(card, colour), placement]);
    });
    return wholeLines(inColour, colour);
  });
}

/**
 * @param {Card} card
 * @param {import("./cards.js").Colour} colour
 * @returns {Card}
 */
function withBlackAs({ id, tubes }, colour) {
  return { id, tubes: tubes.map(([own, one, other]) => [own === BLACK ? colour : own, one, other]) };
}

/**
 * @param {readonly (readonly [Card, Placement])[]} layout
 * @param {string | null} colour of the lines, or null for all
 */
function wholeLines(layout, colour) {
  const sockets = socketsOf(layout);
  /** @param {string} socket */
  const at = (socket) => sockets.get(socket);
  /** @type {Set<Section>} */
  const seen = new Set();
  /** @type {GrownLine[]} */
  const lines = [];
  for (const tube of sockets.values()) {
    if (!seen.has(tube.section) && (colour === null || tube.colour === colour)) {
      const line = wholeLine(at, tube);
      line.sections.forEach((section) => seen.add(section));
      lines.push(line);
    }
  }
  return lines;
}

/**
 * The cards that a line meets.
 * @param {readonly Section[]} sections
 */
export function cardsOn(sections) {
  return new Set(sections.map(({ card }) => card));
}

/**
 * The line that meets the most cards; the shortest of those.
 * @param {Cards} cards
 * @param {Table} table
 * @param {LineRule} rule
 * @returns {readonly Section[]}
 */
export function longestLine(cards, table, { wild, once }) {
  /** @type {readonly Section[]} */
  let longest = [];
  let most = 0;
  for (const line of linesOn(cards, table, wild)) {
    const sections = once ? longestStretch(line) : line.sections;
    const n = cardsOn(sections).size;
    if (n > most || (n === most && sections.length < longest.length)) {
      [longest, most] = [sections, n];
    }
  }
  return longest;
}

/**
 * The longest stretch of a line that has no card twice.
 * @param {GrownLine} line
 * @returns {readonly Section[]}
 */
function longestStretch({ sections, ring }) {
  const steps = ring ? [...sections, ...sections] : sections;
  /** @type {readonly Section[]} */
  let longest = [];
  let first = 0;
  for (let next = 0; next < steps.length; next += 1) {
    const again = steps.slice(first, next).findIndex(({ card }) => card === steps[next].card);
    first += again + 1;
    if (next + 1 - first > longest.length) {
      longest = steps.slice(first, next + 1);
    }
  }
  return longest;
}

/**
 * The sections of the lines that run over a card and over others.
 * @param {readonly GrownLine[]} lines
 * @param {string} id
 */
export function linesOver(lines, id) {
  return lines.filter((line) => {
    const met = cardsOn(line.sections);
    return met.has(id) && met.size > 1;
  });
}

/**
 * How a line runs through its sections.
 * @param {Cards} cards
 * @param {Table} table
 * @param {readonly Section[]} line
 * @returns {Pass[]}
 */
export function passesOf(cards, table, line) {
  const placed = new Map([...table].map(([card, placement]) => [card, { card, ...placement }]));
  const passages = follow(cards, placed, line);
  return passages.map(({ placedCard, ends, entered }, i) => {
    const next = passages[i + 1];
    const exit = entered === null ? exitTo(placedCard, ends, next) : ends[0] === entered ? ends[1] : ends[0];
    const enter = entered ?? (ends[0] === exit ? ends[1] : ends[0]);
    const { tubes } = /** @type {Card} */ (cards.get(line[i].card));
    return { section: line[i], colour: tubes[line[i].tube][0], placement: placedCard, enter, exit };
  });
}

/**
 * The end of a first section by which the line goes on.
 * @param {PlacedCard} placedCard
 * @param {readonly string[]} ends
 * @param {import("./passages.js").Passage | undefined} next
 */
function exitTo({ row, col }, ends, next) {
  const toNext = ends.find((end) => {
    const [place, socket] = socketAcross([row, col], end);
    const is = next?.placedCard;
    return is !== undefined && place[0] === is.row && place[1] === is.col && socket === next?.entered;
  });
  return toNext ?? ends[1];
}

/**
 * The sockets of a card that meet a tube of a neighbour, with that neighbour, and whether they join.
 * @param {Cards} cards
 * @param {Table} table
 * @param {string} id
 * @param {boolean} wild
 */
export function meetingsOf(cards, table, id, wild) {
  const placement = /** @type {Placement} */ (table.get(id));
  const others = [...table].filter(([other]) => other !== id);
  const sockets = socketsOf(others.map(([other, lies]) => [/** @type {Card} */ (cards.get(other)), lies]));
  return /** @type {Card} */ (cards.get(id)).tubes.flatMap((tube, i) =>
    endsOf(tube, placement.turned).flatMap((end) => {
      const met = sockets.get(keyOf(...socketAcross([placement.row, placement.col], end)));
      if (met === undefined) {
        return [];
      }
      const isWild = wild && (tube[0] === BLACK || met.colour === BLACK);
      return [{ tube: i, socket: end, neighbour: met.section.card, joins: met.colour === tube[0] || isWild }];
    }),
  );
}
