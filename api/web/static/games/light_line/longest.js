/** light_line.longest: one line of a single colour that meets as many of the cards as possible. */

import { lost, solved } from "../play.js";
import { linePlay, noWayOn, placements, sectionsAhead } from "./play.js";

/**
 * Lay any of the cards, begin a line with any tube on the table, and stop at any time.
 *
 * Where the line cannot go on it ends by itself.
 */
export const LONGEST = linePlay(
  (position) => {
    if (position.stopped) {
      return [];
    }
    const ahead = sectionsAhead(position, false);
    if (!position.line.length) {
      return [...placements(position), ...ahead];
    }
    return ahead.length ? [...ahead, { stop: true }] : [];
  },
  (position) => (position.line.length ? solved(position.passed.size) : lost(noWayOn(position))),
);
