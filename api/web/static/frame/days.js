/** What pages with days have in common: the streak, and how many puzzles of each day the reader has solved. */

import { element } from "./dom.js";
import { begunPuzzles, results, solvedByDay, streak, today } from "./records.js";
import { textOf } from "./texts.js";

/** @typedef {import("./texts.js").Catalogue} Catalogue */

/**
 * Shows the streak, if there is one.
 * @param {Catalogue} texts
 */
export function showStreak(texts) {
  const place = document.getElementById("streak");
  const { current } = streak(results(), begunPuzzles(), today());
  if (place !== null) {
    place.hidden = current === 0;
    place.textContent = current === 0 ? "" : textOf(texts, "page.front.streak", { n: current });
  }
}

/**
 * Marks the links to days with how many of their puzzles are solved.
 * @param {Catalogue} texts
 */
export function markDays(texts) {
  const counts = solvedByDay(results());
  for (const link of document.querySelectorAll("a")) {
    if (link.dataset.date !== undefined) {
      mark(link, counts.get(link.dataset.date) ?? 0, texts);
    }
  }
}

/**
 * @param {HTMLAnchorElement} link
 * @param {number} n
 * @param {Catalogue} texts
 */
function mark(link, n, texts) {
  link.classList.toggle("solved", n > 0);
  link.querySelector(".count")?.remove();
  link.removeAttribute("aria-label");
  if (n > 0) {
    link.setAttribute("aria-label", `${link.textContent?.trim()}, ${textOf(texts, "page.front.count", { n })}`);
    link.append(element("span", { class: "count" }, `✓ ${n}`));
  }
}
