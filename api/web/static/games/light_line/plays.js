/** The plays of LIGHT-LINE! by the ids of their kinds. */

import { HEAD } from "./head.js";
import { LONGEST } from "./longest.js";
import { PLACE } from "./place.js";
import { SOLO } from "./solo.js";

export const PLAYS = {
  "light_line.solo": SOLO,
  "light_line.longest": LONGEST,
  "light_line.head": HEAD,
  "light_line.place": PLACE,
};
