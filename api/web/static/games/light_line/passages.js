/** How a line of light passes its sections. */

import { endsOf, socketAcross } from "./cards.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").PlacedCard} PlacedCard
 * @typedef {import("./cards.js").Section} Section
 *
 * How a line passes a section: the sockets that it joins where it lies, and the one that joins it to the
 * section before. `entered` is null at the first section.
 * @typedef {object} Passage
 * @property {PlacedCard} placedCard
 * @property {readonly string[]} ends
 * @property {string | null} entered
 */

/**
 * Follows a legal line from section to section by sockets alone, whatever their colours.
 *
 * Two sections can be joined at both ends, as a ring of two. Either joint will do then, since that ring leads
 * on to no third card.
 * @param {ReadonlyMap<string, Card>} cards
 * @param {ReadonlyMap<string, PlacedCard>} placedCards
 * @param {readonly Section[]} line
 */
export function follow(cards, placedCards, line) {
  /** @type {Passage[]} */
  const passages = [];
  for (const { card, tube } of line) {
    const placedCard = /** @type {PlacedCard} */ (placedCards.get(card));
    const { tubes } = /** @type {Card} */ (cards.get(card));
    const ends = endsOf(tubes[tube], placedCard.turned);
    const before = passages.at(-1);
    passages.push({ placedCard, ends, entered: before ? enteredFrom(before, placedCard, ends) : null });
  }
  return passages;
}

/**
 * The sockets by which the line can go on.
 * @param {Passage} passage
 */
export function exitsOf({ ends, entered }) {
  return ends.filter((end) => end !== entered);
}

/**
 * The socket by which the line comes into a section from the one before.
 * @param {Passage} before
 * @param {PlacedCard} placedCard
 * @param {readonly string[]} ends
 */
function enteredFrom(before, { row, col }, ends) {
  const { placedCard } = before;
  for (const end of exitsOf(before)) {
    const [place, socket] = socketAcross([placedCard.row, placedCard.col], end);
    if (place[0] === row && place[1] === col && ends.includes(socket)) {
      return socket;
    }
  }
  return null;
}
