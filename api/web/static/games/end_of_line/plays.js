/** The plays of END OF LINE by the ids of their kinds. */

import { CLASSIC } from "./play_classic.js";
import { COVER } from "./play_cover.js";
import { SOLO } from "./play_solo.js";

export const PLAYS = {
  "end_of_line.solo": SOLO,
  "end_of_line.cover": COVER,
  "end_of_line.classic": CLASSIC,
};
