/** What every page does, whatever else it is for. */

import { keepPages, registerServiceWorker } from "./service_worker.js";
import { apply } from "./settings.js";

/** Keeps this page for when there is no network; the worker was not there yet when the first one was fetched. */
function keep() {
  registerServiceWorker();
  const pictures = [...document.images].map((image) => image.currentSrc || image.src);
  const icons = [...document.querySelectorAll("link")].filter((link) => /icon|manifest/.test(link.rel));
  void keepPages([window.location.href.split("#")[0], ...pictures, ...icons.map((link) => link.href)]);
}

apply();
// Not before the page is there: keeping everything for later takes a while.
if (document.readyState === "complete") {
  keep();
} else {
  window.addEventListener("load", keep, { once: true });
}
