/** Opens the page to play on: finds the puzzle, loads what belongs to its kind, and shows it. */

import { element, fill } from "./dom.js";
import { pageData } from "./page_data.js";
import { PuzzlePlayer } from "./puzzle_player.js";
import { findSource, loadKind, loadTexts } from "./puzzle_source.js";
import { textOf } from "./texts.js";

async function open() {
  const data = pageData();
  const source = await findSource(data);
  if ("puzzle" in source) {
    const { kindPage, texts } = await loadKind(source, data);
    document.title = source.title;
    new PuzzlePlayer(data, source, kindPage, texts).open();
  } else {
    showNoPuzzle(source, await loadTexts(data.language, "page"));
  }
}

/**
 * Asks for a puzzle where the address names none, or says what is wrong with the one it names.
 * @param {import("./puzzle_source.js").NoSource} problem
 * @param {import("./texts.js").Catalogue} texts
 */
function showNoPuzzle(problem, texts) {
  const text = (/** @type {string} */ name) => textOf(texts, `page.play.${name}`);
  const field = element("textarea", { rows: 4, id: "line", spellcheck: "false", autocapitalize: "off" });
  const go = element("button", { type: "button", class: "button main" }, text("open_line"));
  go.addEventListener("click", () => {
    window.location.hash = field.value.trim();
    window.location.reload();
  });
  const words = "absent" in problem ? "about_lines" : "bad" in problem ? "line_bad" : "line_unreachable";
  const main = document.querySelector("main") ?? document.body.appendChild(element("main"));
  main.classList.add("playing-nothing");
  const detail = "bad" in problem ? element("p", { class: "soft" }, problem.detail) : null;
  const heading = element("h1", {}, text("title"));
  const label = element("label", { for: "line" }, text("line_label"));
  fill(main, heading, element("p", {}, text(words)), detail, label, field, element("p", {}, go));
  window.addEventListener("hashchange", () => window.location.reload());
}

open().catch((error) => {
  // The page's own words cannot be had: what the server wrote stays, with the browser's message.
  const main = document.querySelector("main") ?? document.body;
  main.append(element("p", { role: "alert" }, String(error)));
  throw error;
});
