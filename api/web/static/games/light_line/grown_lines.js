/** The lines of a single colour that grow by the last card of a layout. */

import { endsOf, keyOf, socketAcross } from "./cards.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").Cell} Cell
 * @typedef {import("./cards.js").Placement} Placement
 * @typedef {import("./cards.js").Section} Section
 *
 * A line's sections in order; those of a ring in order from any one.
 * @typedef {{readonly sections: readonly Section[], readonly ring: boolean}} GrownLine
 *
 * A tube that lies on the table.
 * @typedef {object} LaidTube
 * @property {Section} section
 * @property {string} colour
 * @property {Cell} place
 * @property {readonly [string, string]} ends
 *
 * The tubes by their sockets.
 * @typedef {ReadonlyMap<string, LaidTube>} Sockets
 */

/**
 * The tubes of cards where they lie, by their sockets.
 * @param {readonly (readonly [Card, Placement])[]} layout
 * @returns {Sockets}
 */
export function socketsOf(layout) {
  /** @type {Map<string, LaidTube>} */
  const sockets = new Map();
  for (const [card, { row, col, turned }] of layout) {
    card.tubes.forEach((tube, i) => {
      const ends = endsOf(tube, turned);
      /** @type {LaidTube} */
      const laid = { section: { card: card.id, tube: i }, colour: tube[0], place: [row, col], ends };
      ends.forEach((end) => sockets.set(keyOf(laid.place, end), laid));
    });
  }
  return sockets;
}

/**
 * The whole lines that have sections of the new card and of other cards, longest first.
 *
 * A line without sections of other cards did not grow: it is new.
 * @param {Sockets} lying the tubes of the other cards
 * @param {Card} card the new card
 * @param {Placement} placement where it lies
 * @returns {GrownLine[]}
 */
export function grownLines(lying, card, placement) {
  const fresh = socketsOf([[card, placement]]);
  /** @param {string} socket */
  const at = (socket) => fresh.get(socket) ?? lying.get(socket);
  /** @type {GrownLine[]} */
  const lines = [];
  for (const first of new Set(fresh.values())) {
    if (lines.some((line) => line.sections.includes(first.section))) {
      continue;
    }
    lines.push(wholeLine(at, first));
  }
  const grown = lines.filter((line) => line.sections.some((section) => section.card !== card.id));
  return grown.sort((one, other) => other.sections.length - one.sections.length);
}

/**
 * The line on which a tube lies, from end to end.
 * @param {(socket: string) => LaidTube | undefined} at the tube at a socket
 * @param {LaidTube} first
 * @returns {GrownLine}
 */
export function wholeLine(at, first) {
  const after = sectionsFrom(at, first, 0);
  const before = sectionsFrom(at, first, 1);
  const ring = after.length > 0 && after.length === before.length && after.every((x) => before.includes(x));
  const behind = ring ? [] : before.reverse();
  return { sections: [...behind, first.section, ...after], ring };
}

/**
 * The sections that follow a tube from one of its ends on, until the line ends or is back at the tube.
 * @param {(socket: string) => LaidTube | undefined} at
 * @param {LaidTube} first
 * @param {0 | 1} end
 */
function sectionsFrom(at, first, end) {
  /** @type {Section[]} */
  const sections = [];
  let tube = first;
  let out = first.ends[end];
  for (;;) {
    const [place, socket] = socketAcross(tube.place, out);
    const next = at(keyOf(place, socket));
    if (next === undefined || next.colour !== first.colour || next === first) {
      return sections;
    }
    sections.push(next.section);
    out = next.ends[0] === socket ? next.ends[1] : next.ends[0];
    tube = next;
  }
}
