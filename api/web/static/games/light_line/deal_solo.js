/** light_line.solo on the deal desk. */

import { handDeal } from "./deal_hand.js";

export const DEAL = handDeal("light_line.solo", { wild: true });
