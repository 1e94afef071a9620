/** The dialog with the reader's own statistics, which are on the device and nowhere else. */

import { openDialog } from "./dialogs.js";
import { element } from "./dom.js";
import { loadTexts } from "./puzzle_source.js";
import { begunPuzzles, results, streak, summaries, today } from "./records.js";
import { clockTime } from "./stopwatch.js";
import { phrase, textOf } from "./texts.js";

/**
 * @typedef {import("./texts.js").Catalogue} Catalogue
 * @typedef {import("./records.js").Summary} Summary
 * @typedef {(kind: string, grade: string | null) => string} Names
 * @typedef {(name: string, parts?: Readonly<Record<string, import("../games/play.js").Part>>) => string} Text
 */

/**
 * @param {{language: string}} data
 * @param {Catalogue} catalogue
 */
export async function openStatistics(data, catalogue) {
  /** @type {Text} */
  const text = (name, parts) => textOf(catalogue, `page.stats.${name}`, parts);
  const solved = results();
  const rows = summaries(solved);
  const { current, longest } = streak(solved, begunPuzzles(), today());
  const figures = element(
    "dl",
    { class: "figures" },
    ...figure(text("solved"), Object.keys(solved).length),
    ...figure(text("streak"), current),
    ...figure(text("longest"), longest),
  );
  const names = await kindNames(rows, data.language, catalogue);
  const content = rows.length ? table(rows, names, text) : element("p", { class: "soft" }, text("none"));
  const where = element("p", { class: "soft" }, text("where"));
  openDialog(text("title"), textOf(catalogue, "page.play.close"), [figures, content, where]);
}

/**
 * @param {string} name
 * @param {number} value
 */
function figure(name, value) {
  return [element("div", {}, element("dt", {}, name), element("dd", {}, String(value)))];
}

/**
 * @param {Summary[]} rows
 * @param {Names} names
 * @param {Text} text
 */
function table(rows, names, text) {
  const heads = ["solved", "alone", "best", "median"];
  const head = element("tr", {}, ...heads.map((name) => element("th", { scope: "col" }, text(`head.${name}`))));
  const groups = rows.map(({ kind, grade, solved, alone, best, median }) => {
    const name = element("th", { scope: "rowgroup", colspan: heads.length }, names(kind, grade));
    const cells = [String(solved), String(alone), time(best), time(median)];
    const figures = element("tr", {}, ...cells.map((cell) => element("td", {}, cell)));
    return element("tbody", {}, element("tr", {}, name), figures);
  });
  return element("table", { class: "statistics" }, element("thead", {}, head), ...groups);
}

/** @param {number | null} seconds */
function time(seconds) {
  return seconds === null ? "–" : clockTime(seconds);
}

/**
 * Returns the names of kinds, those of other games included; their ids where the texts cannot be had.
 * @param {Summary[]} rows
 * @param {string} language
 * @param {Catalogue} catalogue
 * @returns {Promise<Names>}
 */
async function kindNames(rows, language, catalogue) {
  const missing = rows.map(({ kind }) => kind).filter((kind) => !Object.hasOwn(catalogue, `${kind}.full_name`));
  const games = [...new Set(missing.map((kind) => kind.slice(0, kind.indexOf("."))))];
  const loaded = await Promise.all(games.map((game) => loadTexts(language, game).catch(() => ({}))));
  /** @type {Catalogue} */
  const all = Object.assign({}, catalogue, ...loaded);
  return (kind, grade) => {
    const name = all[`${kind}.full_name`] ?? kind;
    const gradeName = phrase(`frame.book.grades.${grade}`);
    return grade === null ? name : textOf(all, "frame.title.graded", { name, grade: gradeName });
  };
}
