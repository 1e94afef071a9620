/** light_line.longest on the deal desk. */

import { handDeal } from "./deal_hand.js";

export const DEAL = handDeal("light_line.longest", { wild: false });
