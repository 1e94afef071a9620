/**
 * The page of a day: marks what the reader has solved and begun, and has "play" lead to what comes next.
 *
 * All of it works without this module, which only knows more: what is kept on the device.
 */

import { element, fill } from "./dom.js";
import { markDays, showStreak } from "./days.js";
import { pageData } from "./page_data.js";
import { BEGUN, RESULTS, begunPuzzles, results } from "./records.js";
import { keepPages } from "./service_worker.js";
import { watch } from "./storage.js";
import { phrase, textOf } from "./texts.js";

/**
 * @typedef {import("./records.js").Begun} Begun
 * @typedef {import("./records.js").BegunPuzzles} BegunPuzzles
 * @typedef {import("./records.js").Result} Result
 * @typedef {import("./records.js").Results} Results
 */

// How many puzzles begun are listed, and how old they may be.
const MOST_BEGUN = 3;
const BEGUN_DAYS = 14;
const DAY = 24 * 60 * 60 * 1000;

const DATA = pageData();

/**
 * @param {string} name
 * @param {Record<string, import("../games/play.js").Part>} parts
 */
function text(name, parts = {}) {
  return textOf(DATA.texts, `page.front.${name}`, parts);
}

/** Shows what is kept on the device now. */
function show() {
  const solved = results();
  const begun = Object.fromEntries(Object.entries(begunPuzzles()).filter(([id]) => !(id in solved)));
  for (const link of puzzleLinks(document)) {
    mark(link, link.dataset.puzzle ?? "", solved, begun);
  }
  const offered = cards().map((card) => offer(card, solved, begun));
  showStreak(DATA.texts);
  markDays(DATA.texts);
  listBegun(begun, offered);
}

/**
 * @param {ParentNode} place
 * @returns {HTMLAnchorElement[]}
 */
function puzzleLinks(place) {
  return [...place.querySelectorAll("a")].filter((link) => link.dataset.puzzle !== undefined);
}

/** @returns {HTMLElement[]} */
function cards() {
  return [...document.querySelectorAll("article")];
}

/**
 * @param {HTMLAnchorElement} link
 * @param {string} id
 * @param {Results} solved
 * @param {BegunPuzzles} begun
 */
function mark(link, id, solved, begun) {
  link.classList.toggle("solved", id in solved);
  link.classList.toggle("begun", id in begun);
  const state = id in solved ? text("solved") : id in begun ? text("begun_one") : null;
  link.setAttribute("aria-label", [link.dataset.title, state].filter(Boolean).join(", "));
}

/**
 * Has the large button of a card lead to the puzzle that the reader would play next. Returns its id.
 * @param {HTMLElement} card
 * @param {Results} solved
 * @param {BegunPuzzles} begun
 */
function offer(card, solved, begun) {
  const links = puzzleLinks(card.querySelector(".grades") ?? card);
  const next = links.find((link) => String(link.dataset.puzzle) in begun) ?? following(links, solved);
  const play = card.querySelector("a.play");
  if (next === undefined || play === null) {
    return "";
  }
  const id = String(next.dataset.puzzle);
  const [word, state] = id in begun ? ["continue", "begun"] : id in solved ? ["again", "solved"] : ["play", "new"];
  play.className = `play ${state}`;
  play.setAttribute("href", next.href);
  play.setAttribute("aria-label", `${text(word)}: ${next.dataset.title}`);
  fill(play, element("span", { class: "do" }, text(word)), " ", element("span", { class: "which" }, gradeName(next)));
  const picture = card.querySelector("a.picture");
  const image = picture?.querySelector("img");
  const source = `/p/${id}.svg${DATA.query}`;
  picture?.setAttribute("href", next.href);
  if (image && image.getAttribute("src") !== source) {
    image.src = source;
  }
  return id;
}

/** @param {HTMLAnchorElement} link */
function gradeName(link) {
  return link.querySelector(".grade")?.textContent ?? "";
}

/**
 * Returns the first puzzle from the reader's usual grade on that is not solved; if there is none, the first of
 * all that is not; if all are, the last.
 * @param {HTMLAnchorElement[]} links
 * @param {Results} solved
 */
function following(links, solved) {
  const kind = links[0]?.closest("[data-kind]")?.getAttribute("data-kind");
  const earlier = Object.values(solved).filter((result) => result.kind === kind && result.grade !== null);
  const latest = earlier.sort((one, other) => other.solved.localeCompare(one.solved))[0];
  const usual = Math.max(0, links.findIndex((link) => link.dataset.grade === latest?.grade));
  const open = (/** @type {HTMLAnchorElement} */ link) => !(String(link.dataset.puzzle) in solved);
  return links.slice(usual).find(open) ?? links.find(open) ?? links.at(-1);
}

/**
 * Lists the latest puzzles that were begun, except for those that a card offers anyhow.
 * @param {BegunPuzzles} begun
 * @param {readonly string[]} offered
 */
function listBegun(begun, offered) {
  const place = document.getElementById("begun");
  const after = new Date(Date.now() - BEGUN_DAYS * DAY).toISOString();
  const latest = Object.entries(begun)
    .filter(([id, { kind, at }]) => !offered.includes(id) && at > after && `${kind}.full_name` in DATA.texts)
    .sort(([, one], [, other]) => other.at.localeCompare(one.at))
    .slice(0, MOST_BEGUN);
  if (place !== null) {
    place.hidden = latest.length === 0;
    place.querySelector("ul")?.remove();
    place.append(element("ul", {}, ...latest.map(([id, puzzle]) => element("li", {}, begunLink(id, puzzle)))));
  }
}

/**
 * @param {string} id
 * @param {Begun} puzzle
 */
function begunLink(id, { kind, grade, date }) {
  const name = phrase(`${kind}.full_name`);
  const graded = grade === null ? name : phrase("frame.title.graded", { name, grade: phrase(`frame.book.grades.${grade}`) });
  const title = date === null ? graded : phrase("frame.title.dated", { title: graded, date: dayName(date) });
  return element("a", { href: `/p/${id}${DATA.query}` }, textOf(DATA.texts, title.key, title.parts));
}

/**
 * Returns a day as people write it, with its year where that is not the page's.
 * @param {string} date
 */
function dayName(date) {
  const [year, month, day] = date.split("-").map(Number);
  const parts = { day, month: phrase(`frame.date.month.${month}`) };
  const isThisYear = date.slice(0, 4) === String(DATA.date).slice(0, 4);
  return isThisYear ? phrase("frame.date.this_year", parts) : phrase("frame.date.other_year", { ...parts, year });
}

show();
// The puzzles of a day that was opened can be played without a network, too.
window.addEventListener("load", () => void keepPages(puzzleLinks(document).map((link) => link.href)));
watch(RESULTS, show);
watch(BEGUN, show);
// A page that the browser kept as it was is shown again after the puzzle.
window.addEventListener("pageshow", (event) => event.persisted && show());
