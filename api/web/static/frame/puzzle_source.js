/** Finds out which puzzle a page is about: that of its record, or the one in the fragment of its address. */

import { readFragment } from "./address.js";
import { savedName } from "./saved_play.js";
import { post } from "./server.js";
import { load } from "./storage.js";

/**
 * What the service says in the page of what the page is about; see `api/web/routes`.
 * @typedef {ReturnType<typeof import("./page_data.js").pageData>} PageData
 *
 * The puzzle of the page.
 *
 * key      what its play is kept under: the id of its record, or its line of text
 * request  what calls take for it: the record, where there is one
 * address  where it can be found, without a state
 *
 * @typedef {object} Source
 * @property {string} key
 * @property {string} kind
 * @property {string} game
 * @property {object} puzzle
 * @property {object} request
 * @property {string} address
 * @property {string} title
 * @property {string} task
 * @property {number | null} target
 * @property {string | null} grade
 * @property {string | null} date
 * @property {number | null} difficulty
 * @property {string | null} moves      the state that the address names
 * @property {object} [read]            what the service read, where there is no record
 *
 * Why there is no puzzle: `absent`, none is named; `bad`, it cannot be read, and `detail` says why;
 * `unreachable`, the service would have to read it.
 * @typedef {{absent: true} | {bad: true, detail: string} | {unreachable: true}} NoSource
 */

/**
 * @param {PageData} data
 * @returns {Promise<Source | NoSource>}
 */
export async function findSource(data) {
  const { line, moves } = readFragment(window.location.hash);
  if (data.record) {
    return sourceOfRecord(data.record, moves);
  }
  return line === null ? { absent: true } : sourceOfLine(line, moves, data.language);
}

/**
 * @param {any} record
 * @param {string | null} moves
 * @returns {Source}
 */
function sourceOfRecord(record, moves) {
  return {
    key: record.id,
    kind: record.kind,
    game: gameOf(record.kind),
    puzzle: record.puzzle,
    request: record,
    address: `/p/${record.id}`,
    title: record.title,
    task: record.task,
    target: record.target,
    grade: record.grade,
    date: record.date ?? null,
    difficulty: record.difficulty,
    moves,
  };
}

/**
 * @param {string} line
 * @param {string | null} moves
 * @param {string} language
 * @returns {Promise<Source | NoSource>}
 */
async function sourceOfLine(line, moves, language) {
  let reply = await post("read", { puzzle: line }, language);
  if (reply.state === "refused" && line.includes("%")) {
    // On its way the address may have been encoded once more.
    reply = await post("read", { puzzle: decoded(line) }, language);
  }
  if (reply.state === "refused") {
    const { detail, errors } = reply.problem;
    return { bad: true, detail: errors?.[0]?.detail ?? detail ?? "" };
  }
  const read = reply.state === "answered" ? reply.answer : load(savedName(line))?.puzzle;
  if (!read) {
    return { unreachable: true };
  }
  const { kind, puzzle, text, title, task } = read;
  const address = `/play#${text}`;
  const [grade, date, difficulty, target] = [null, null, null, read.target ?? null];
  const found = { key: text, kind, game: gameOf(kind), puzzle, request: puzzle, address, title, task };
  return { ...found, target, grade, date, difficulty, moves, read };
}

/** @param {string} line */
function decoded(line) {
  try {
    return decodeURIComponent(line);
  } catch {
    return line;
  }
}

/**
 * The address of a kind begins with its game.
 * @param {string} kind
 */
function gameOf(kind) {
  return kind.slice(0, kind.indexOf("."));
}

/**
 * Loads what the frame does not know: the kind's module, the texts, and the game's style.
 * @param {Source} source
 * @param {PageData} data
 * @returns {Promise<{kindPage: import("./view.js").KindPage, texts: import("./texts.js").Catalogue}>}
 */
export async function loadKind({ kind, game }, data) {
  const name = kind.slice(game.length + 1);
  const [module, page, own] = await Promise.all([
    import(`../games/${game}/page_${name}.js`),
    loadTexts(data.language, "page"),
    loadTexts(data.language, game),
    loadStyle(`${data.static}games/${game}/style.css`),
  ]);
  return { kindPage: module.PAGE, texts: { ...page, ...own } };
}

/**
 * Loads the texts of the page, or of a game.
 * @param {string} language
 * @param {string} name
 * @returns {Promise<import("./texts.js").Catalogue>}
 */
export async function loadTexts(language, name) {
  return (await import(`../texts/${language}/${name}.js`)).default;
}

/**
 * Waits until a style that the page may not have yet is there; a view measures what it draws.
 * @param {string} address
 * @returns {Promise<void>}
 */
function loadStyle(address) {
  if (document.querySelector(`link[href="${CSS.escape(address)}"]`)) {
    return Promise.resolve();
  }
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
