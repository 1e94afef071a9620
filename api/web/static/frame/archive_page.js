/** The calendar of all days, with what the reader has solved of each. */

import { markDays, showStreak } from "./days.js";
import { pageData } from "./page_data.js";
import { RESULTS } from "./records.js";
import { watch } from "./storage.js";

const { texts } = pageData();

function show() {
  showStreak(texts);
  markDays(texts);
}

show();
watch(RESULTS, show);
window.addEventListener("pageshow", (event) => event.persisted && show());
