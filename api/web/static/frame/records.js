/**
 * What the reader has solved and begun, kept on the device: results, statistics, the streak and the calendar.
 *
 * Days are those of the puzzles, which are UTC, written YYYY-MM-DD.
 */

import { load, save } from "./storage.js";

/**
 * A puzzle that was solved. `grade` and `date` are null where it is no puzzle of the bank or of a day; `helped`:
 * by a check or the solution; `solved`: the moment, an ISO time.
 * @typedef {object} Result
 * @property {string} kind
 * @property {string | null} grade
 * @property {string | null} date
 * @property {number} seconds
 * @property {number | null} score
 * @property {number | null} target
 * @property {boolean} helped
 * @property {string} solved
 *
 * A puzzle in which a move was made; `at` is when that was, an ISO time.
 * @typedef {object} Begun
 * @property {string} kind
 * @property {string | null} grade
 * @property {string | null} date
 * @property {string} at
 *
 * @typedef {Readonly<Record<string, Result>>} Results
 * @typedef {Readonly<Record<string, Begun>>} BegunPuzzles
 *
 * What was solved of one kind and grade. Times are in seconds; null where all were helped.
 * @typedef {object} Summary
 * @property {string} kind
 * @property {string | null} grade
 * @property {number} solved
 * @property {number} alone
 * @property {number | null} best
 * @property {number | null} median
 */

export const RESULTS = "results";
export const BEGUN = "begun";
const DAY = 24 * 60 * 60 * 1000;
const GRADES = ["easy", "medium", "hard", "expert"];

/** @returns {Results} the results by the ids of the puzzles */
export function results() {
  return entries(load(RESULTS), (value) => typeof value.solved === "string");
}

/** @returns {BegunPuzzles} the puzzles begun, by their ids, those that were solved later included */
export function begunPuzzles() {
  return entries(load(BEGUN), (value) => typeof value.at === "string");
}

/**
 * Returns the entries that have the form of this version.
 * @param {any} stored
 * @param {(value: any) => boolean} isOne
 */
function entries(stored, isOne) {
  const isEntry = (/** @type {any} */ value) => typeof value?.kind === "string" && isOne(value);
  return Object.fromEntries(Object.entries(stored ?? {}).filter(([, value]) => isEntry(value)));
}

/**
 * Notes that a puzzle was begun, once. Returns whether the device keeps it.
 * @param {string} id
 * @param {Begun} begun
 */
export function recordBegun(id, begun) {
  const before = begunPuzzles();
  return Object.hasOwn(before, id) || save(BEGUN, { ...before, [id]: begun });
}

/**
 * Notes that a puzzle was solved; a later result counts only where its score is higher. Returns whether the
 * device keeps it.
 * @param {string} id
 * @param {Result} result
 */
export function recordResult(id, result) {
  const before = results();
  const first = before[id];
  if (first !== undefined && (result.score ?? 0) <= (first.score ?? 0)) {
    return true;
  }
  // A better score does not make a puzzle one that was solved later.
  const solved = first?.solved ?? result.solved;
  return save(RESULTS, { ...before, [id]: { ...result, solved } });
}

/**
 * Removes a result that turned out to be none.
 * @param {string} id
 */
export function forgetResult(id) {
  const { [id]: _, ...others } = results();
  save(RESULTS, others);
}

/**
 * Whether the score of a result is the best there is, or there is none to reach.
 * @param {Result} result
 */
export function reachesTarget({ score, target }) {
  return target === null || (score !== null && score >= target);
}

/**
 * Returns how many puzzles of each day were solved, whenever that was.
 * @param {Results} solved
 * @returns {Map<string, number>}
 */
export function solvedByDay(solved) {
  const counts = new Map();
  for (const { date } of Object.values(solved)) {
    if (date !== null) {
      counts.set(date, (counts.get(date) ?? 0) + 1);
    }
  }
  return counts;
}

/**
 * Returns the days in a row, up to today or yesterday, on which a puzzle of the day was solved, and the most
 * days in a row there ever were. A puzzle begun on its day may be finished on the next.
 * @param {Results} solved
 * @param {BegunPuzzles} begun
 * @param {string} today
 * @returns {{current: number, longest: number}}
 */
export function streak(solved, begun, today) {
  const inTime = Object.entries(solved).filter(([id, result]) => isInTime(result, begun[id]));
  const days = [...new Set(inTime.map(([, { date }]) => Number(dayNumber(String(date)))))].sort((a, b) => a - b);
  let [run, longest] = [0, 0];
  days.forEach((day, i) => {
    run = i > 0 && day === days[i - 1] + 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  const last = days.at(-1);
  return { current: last !== undefined && last >= dayNumber(today) - 1 ? run : 0, longest };
}

/**
 * @param {Result} result
 * @param {Begun | undefined} begun
 */
function isInTime({ date, solved }, begun) {
  if (date === null) {
    return false;
  }
  const late = dayNumber(solved) - dayNumber(date);
  return late === 0 || (late === 1 && begun !== undefined && dayNumber(begun.at) === dayNumber(date));
}

/**
 * Returns the number of a day, counted from 1970, of a date or an ISO time.
 * @param {string} time
 */
function dayNumber(time) {
  return Math.floor(Date.parse(time.slice(0, 10)) / DAY);
}

/** @returns {string} today's date, in UTC */
export function today() {
  return new Date().toISOString().slice(0, 10);
}

/**
 * Returns what was solved of each kind and grade, the kinds in the order of their ids.
 * @param {Results} solved
 * @returns {Summary[]}
 */
export function summaries(solved) {
  /** @type {Map<string, Result[]>} */
  const groups = new Map();
  for (const result of Object.values(solved)) {
    const key = `${result.kind} ${GRADES.indexOf(result.grade ?? "")}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => summary(group));
}

/**
 * @param {Result[]} group
 * @returns {Summary}
 */
function summary(group) {
  const alone = group.filter((result) => !result.helped && reachesTarget(result));
  const times = alone.map((result) => result.seconds).sort((a, b) => a - b);
  return {
    kind: group[0].kind,
    grade: group[0].grade,
    solved: group.length,
    alone: alone.length,
    best: times[0] ?? null,
    median: times[Math.floor((times.length - 1) / 2)] ?? null,
  };
}
