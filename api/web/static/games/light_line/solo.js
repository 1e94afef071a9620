/** light_line.solo: place all cards so that one line, with black as a wildcard, passes every card. */

import { lost, solved } from "../play.js";
import { linePlay, noWayOn, placements, sectionsAhead } from "./play.js";

/** Lay all the cards, then follow a line until it has passed every card. */
export const SOLO = linePlay(
  (position) => {
    if (position.hand.length) {
      return placements(position);
    }
    return passedAll(position) ? [] : sectionsAhead(position, true);
  },
  (position) => (passedAll(position) ? solved() : lost(noWayOn(position))),
);

/** @param {import("./play.js").LinePosition} position */
function passedAll({ passed, puzzle }) {
  return passed.size === puzzle.cards.length;
}
