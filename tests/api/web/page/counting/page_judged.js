/** The same, but whether a play is right is for the service to say. */

import { PAGE as UP } from "./page_up.js";

export const PAGE = { ...UP, needsVerdict: true };
