/** light_line.head: lay a given number of the cards, with a line of one colour once through each. */

import { phrase } from "../../frame/texts.js";
import { lost, solved } from "../play.js";
import { linePlay, noWayOn, placements, sectionsAhead } from "./play.js";

/** Lay the number of cards, then follow a line with one section on each until it has passed all. */
export const HEAD = linePlay(
  (position) => {
    const length = lengthOf(position);
    if (position.layout.length < length) {
      return placements(position);
    }
    if (position.line.length === length) {
      return [];
    }
    return sectionsAhead(position, false).filter((section) => !position.passed.has(section.card));
  },
  (position) => {
    const length = lengthOf(position);
    if (position.layout.length < length) {
      return lost(phrase("light_line.play.too_few_cards", { length }));
    }
    return position.line.length < length ? lost(noWayOn(position)) : solved();
  },
);

/**
 * The number of cards to lay, which may be more than there are.
 * @param {import("./play.js").LinePosition} position
 */
function lengthOf({ puzzle }) {
  return /** @type {number} */ (puzzle.length);
}
