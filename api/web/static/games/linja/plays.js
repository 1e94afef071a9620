/** The plays of Linja by the ids of their kinds. */

import { ENDGAME } from "./endgame.js";

export const PLAYS = { "linja.endgame": ENDGAME };
