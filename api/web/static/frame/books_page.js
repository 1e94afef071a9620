/** The page to order a book: posts the order, shows how far the printing has come, and offers the files. */

import { element, fill } from "./dom.js";
import { pageData } from "./page_data.js";
import { get, post } from "./server.js";
import { load, remove, save } from "./storage.js";
import { textOf } from "./texts.js";

/**
 * A job, as far as this page needs it.
 * @typedef {object} Job
 * @property {string} id
 * @property {"queued" | "running" | "done" | "failed" | "cancelled"} state
 * @property {number | null} progress
 * @property {{pdf: string, answers: string | null} | null} result
 * @property {{detail?: string} | null} error
 */

// The order that the reader waits for is kept, so that it is found again after the page was closed.
const KEPT = "book";
const PAUSE = 1000;

const DATA = pageData();
const FORM = /** @type {HTMLFormElement} */ (document.getElementById("order"));
const PLACE = /** @type {HTMLElement} */ (document.getElementById("job"));
const PROBLEM = /** @type {HTMLElement} */ (document.getElementById("problem"));

/**
 * @param {string} name
 * @param {Record<string, string | number>} parts
 */
function text(name, parts = {}) {
  return textOf(DATA.texts, `page.books.${name}`, parts);
}

/** Returns the order that the form states, as POST /v1/books takes it. */
function order() {
  const data = new FormData(FORM);
  const title = String(data.get("title") ?? "").trim();
  return {
    kinds: data.getAll("kinds").map(String),
    grades: data.getAll("grades").map(String),
    count: Number(data.get("count")),
    paper: String(data.get("paper")),
    answers: String(data.get("answers")),
    ink: String(data.get("ink")),
    language: String(data.get("language")),
    title: title === "" ? null : title,
    large_print: data.has("large_print"),
    cut_outs: data.has("cut_outs"),
  };
}

/** @param {string | null} words */
function showProblem(words) {
  PROBLEM.hidden = words === null;
  PROBLEM.textContent = words;
}

/** @param {SubmitEvent} event */
async function submit(event) {
  event.preventDefault();
  const ordered = order();
  if (ordered.kinds.length === 0 || ordered.grades.length === 0) {
    showProblem(text("one_kind"));
    return;
  }
  showProblem(null);
  const reply = await post("books", ordered, DATA.language);
  if (reply.state === "answered") {
    save(KEPT, reply.answer.id);
    follow(reply.answer);
  } else {
    showProblem(problemOf(reply));
  }
}

/** @param {import("./server.js").Reply} reply */
function problemOf(reply) {
  if (reply.state !== "refused") {
    return text("unreachable");
  }
  return text("refused", { detail: reply.problem.detail ?? String(reply.status) });
}

/**
 * Shows a job, and asks for it again until it is over.
 * @param {Job} job
 */
function follow(job) {
  const isOver = ["done", "failed", "cancelled"].includes(job.state);
  PLACE.hidden = false;
  FORM.hidden = true;
  if (job.state === "done" && job.result !== null) {
    fill(PLACE, element("p", {}, text("done")), files(job.result));
  } else if (isOver) {
    fill(PLACE, element("p", {}, job.state === "cancelled" ? text("cancelled") : text("failed")), buttons(again()));
  } else {
    showProgress(job);
    setTimeout(() => void ask(job.id), PAUSE);
  }
}

/** @param {Job} job */
function showProgress({ id, state, progress }) {
  const percent = Math.round(100 * (progress ?? 0));
  const words = state === "running" ? text("printing", { percent }) : text("waiting");
  const present = PLACE.querySelector("progress");
  if (present !== null && PLACE.firstElementChild !== null) {
    present.value = percent;
    PLACE.firstElementChild.textContent = words;
    return;
  }
  const bar = element("progress", { max: 100, value: percent, "aria-label": text("title") });
  const cancel = element("button", { type: "button", onclick: () => void end(id) }, text("cancel"));
  fill(PLACE, element("p", {}, words), bar, buttons(cancel));
}

/** @param {string} id */
async function ask(id) {
  const reply = await get(`/v1/books/${id}${DATA.query}`);
  if (reply.state === "answered") {
    follow(reply.answer);
  } else if (reply.state === "unreachable") {
    setTimeout(() => void ask(id), 5 * PAUSE);
  } else {
    orderAnother();
  }
}

/** @param {string} id */
async function end(id) {
  await fetch(`/v1/jobs/${id}`, { method: "DELETE" }).catch(() => null);
  void ask(id);
}

/** @param {{pdf: string, answers: string | null}} result */
function files({ pdf, answers }) {
  const link = (/** @type {string} */ href, /** @type {string} */ name, look = "button") =>
    element("a", { class: look, href, download: true }, text(name));
  return buttons(
    link(pdf, "download", "button main"),
    answers === null ? null : link(answers, "download_answers"),
    again(),
  );
}

/** @param {(HTMLElement | null)[]} children */
function buttons(...children) {
  return element("div", { class: "buttons" }, ...children);
}

function again() {
  return element("button", { type: "button", onclick: orderAnother }, text("again"));
}

function orderAnother() {
  remove(KEPT);
  fill(PLACE);
  PLACE.hidden = true;
  FORM.hidden = false;
}

FORM.addEventListener("submit", (event) => void submit(event));
const kept = load(KEPT);
if (typeof kept === "string" && /^[0-9a-f]{24}$/.test(kept)) {
  void ask(kept);
}
