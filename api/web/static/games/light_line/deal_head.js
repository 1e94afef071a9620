/** light_line.head on the deal desk. */

import { handDeal } from "./deal_hand.js";

export const DEAL = handDeal("light_line.head", { wild: false, hasLength: true });
