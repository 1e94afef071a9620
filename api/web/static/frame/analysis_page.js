/** Opens the page to explore the positions of a game, and to play it against the computer. */

import { AnalysisDesk } from "./analysis_desk.js";
import { element } from "./dom.js";
import { pageData } from "./page_data.js";
import { registerServiceWorker } from "./service_worker.js";
import { apply } from "./settings.js";

async function open() {
  const data = /** @type {any} */ (pageData());
  apply();
  registerServiceWorker();
  const [{ ANALYSIS }, page, own] = await Promise.all([
    import(`../games/${data.game}/analysis.js`),
    import(`../texts/${data.language}/page.js`),
    import(`../texts/${data.language}/${data.game}.js`),
  ]);
  new AnalysisDesk(data, ANALYSIS, { ...page.default, ...own.default }).open();
}

open().catch((error) => {
  // The page's own words cannot be had: what the server wrote stays, with the browser's message.
  const main = document.querySelector("main") ?? document.body;
  main.append(element("p", { role: "alert" }, String(error)));
  throw error;
});
