/**
 * The parts of the page to play on, in the order in which they are read. Where each stands, on a phone and on
 * a large screen, is for `play.css`.
 */

import { element } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @typedef {(name: string, parts?: Readonly<Record<string, import("../games/play.js").Part>>) => string} Text
 * @typedef {import("./puzzle_source.js").Source} Source
 * @typedef {import("./puzzle_source.js").PageData} PageData
 * @typedef {ReturnType<typeof layOut>} Layout
 */

/**
 * @param {Source} source
 * @param {PageData} data
 * @param {Text} text
 */
export function layOut(source, data, text) {
  const clock = element("button", { type: "button", class: "play-clock", title: text("play.clock_toggle") });
  // Where there is no room for the whole task, a tap unfolds it.
  const words = element("p", {}, source.task);
  words.addEventListener("click", () => words.classList.toggle("unfolded"));
  const rules = element("a", { href: data.rules, class: "play-rules" }, text("play.rules"));
  const task = element("div", { class: "play-task" }, words, rules);
  const tools = element("div", { class: "play-tools" });
  const notice = element("section", { class: "play-notice", hidden: true });
  const moves = element("section", { class: "play-moves", "aria-label": text("play.moves") });
  return {
    head: head(source, data, text, clock),
    clock,
    task,
    hint: element("div", { class: "play-hint", role: "group", "aria-label": text("play.hints"), hidden: true }),
    board: element("div", { class: "play-board" }),
    status: element("p", { class: "play-status" }),
    side: element("div", { class: "play-side" }, tools, notice, moves),
    tools,
    notice,
    moves,
    controls: element("div", { class: "play-controls", role: "toolbar", "aria-label": text("play.controls") }),
    live: element("div", { class: "play-live unseen", role: "status", "aria-live": "polite" }),
  };
}

/**
 * @param {Source} source
 * @param {PageData} data
 * @param {Text} text
 * @param {HTMLElement} clock
 */
function head(source, data, text, clock) {
  const day = source.date === null ? null : shortDay(source.date, data.language);
  const back = element(
    "a",
    { class: "play-back", href: dayAddress(source.date, data.query), "aria-label": text("play.back") },
    icon("back"),
    day === null ? null : element("span", {}, day),
  );
  return element("div", { class: "play-head" }, back, element("h1", {}, source.title), clock);
}

/**
 * @param {string | null} date
 * @param {string} query that of links to other pages
 */
export function dayAddress(date, query) {
  return `${date === null ? "/" : `/day/${date}`}${query}`;
}

/**
 * @param {string} date
 * @param {string} language
 */
function shortDay(date, language) {
  const format = new Intl.DateTimeFormat(locale(language), { day: "numeric", month: "short", timeZone: "UTC" });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/**
 * Days stand before months in every language of these pages.
 * @param {string} language
 */
export function locale(language) {
  return language === "en" ? "en-GB" : language;
}

/**
 * Puts the page together.
 * @param {Layout} layout
 */
export function showLayout(layout) {
  const main = document.querySelector("main") ?? document.body.appendChild(element("main"));
  main.classList.add("play-page");
  const { head, task, hint, board, status, side, controls, live } = layout;
  main.replaceChildren(head, task, hint, board, status, side, controls, live);
  document.body.classList.add("playing");
}
