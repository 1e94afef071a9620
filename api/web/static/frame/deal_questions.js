/**
 * Asks the service about a deal, and tells what it learns as soon as it is known: first whether it can be
 * done, then how well, and in how many ways.
 *
 * A question that nobody waits for any longer is cancelled: the page hangs up, and the service ends its work.
 * Answers are kept as long as the page is open, so that undo brings them back at once.
 */

import { isSame } from "./history.js";

/**
 * A deal as the service is asked about it; `progress` is null at its start.
 * @typedef {{readonly puzzle: any, readonly progress: object | null}} Subject
 *
 * What is known of a deal. Each is null as long as it is not known.
 *
 * state       asking, or done; unreachable where nobody answers, busy where the service has no time for it;
 *             refused with the reason in `reason`
 * status      whether it can be done: "unknown" where the time was not enough
 * reason      why it cannot be done, where a simple reason shows that
 * best        the best score
 * isProven    whether that is proved to be the best
 * isUnique    whether there is exactly one solution
 * value       the outcome that the player to move can force
 * isSearchingLonger  whether a longer search is under way
 *
 * @typedef {object} Findings
 * @property {"asking" | "done" | "unreachable" | "busy" | "refused"} state
 * @property {"solved" | "impossible" | "unknown" | null} status
 * @property {string | null} reason
 * @property {number | null} best
 * @property {boolean} isProven
 * @property {boolean | null} isUnique
 * @property {number | null} value
 * @property {boolean} isSearchingLonger
 *
 * @typedef {import("./server.js").Reply} Reply
 * @typedef {(path: string, body: object | null, signal: AbortSignal) => Promise<Reply>} Ask
 */

/** @type {Findings} */
const NOTHING = Object.freeze({
  state: "asking",
  status: null,
  reason: null,
  best: null,
  isProven: false,
  isUnique: null,
  value: null,
  isSearchingLonger: false,
});
// The most deals whose answers are kept.
const MOST_KEPT = 500;
// Seconds of a search that was asked to take longer, and between two looks at how it is getting on.
const LONGER_SECONDS = 120;
const PAUSE = 1000;

export class Questions {
  /** @type {Map<string, Findings>} */
  #kept = new Map();
  #controller = new AbortController();
  /** @type {Subject | null} */
  #subject = null;
  /** @type {Findings | null} */
  #told = null;

  /**
   * @param {Ask} ask
   * @param {(findings: Findings | null) => void} tell
   */
  constructor(ask, tell) {
    this.ask = ask;
    this.tell = (/** @type {Findings | null} */ findings) => {
      this.#told = findings;
      tell(findings);
    };
  }

  /**
   * What is known of a deal; null where it was not asked about.
   * @param {Subject} subject
   */
  known(subject) {
    return this.#kept.get(keyOf(subject)) ?? null;
  }

  /**
   * Asks about another deal, and about the one before no more; null is about none.
   * @param {Subject | null} subject
   */
  async about(subject) {
    if (subject !== null && this.#subject !== null && isSame(subject, this.#subject)) {
      this.tell(this.#told);
      return;
    }
    this.#controller.abort();
    this.#subject = subject;
    if (subject === null) {
      this.tell(null);
      return;
    }
    const known = this.known(subject);
    if (known !== null) {
      this.tell(known);
      return;
    }
    this.#controller = new AbortController();
    await this.#inquire(subject, this.#controller.signal);
  }

  /** Asks again about the same deal. */
  async again() {
    const subject = this.#subject;
    this.#subject = null;
    await this.about(subject);
  }

  /**
   * @param {Subject} subject
   * @param {AbortSignal} signal
   */
  async #inquire(subject, signal) {
    this.tell(NOTHING);
    const first = await this.ask("solve", { ...bodyOf(subject), goal: "any" }, signal);
    if (signal.aborted) {
      return;
    }
    const found = firstFindings(first);
    this.tell(found);
    if (found.status !== "solved") {
      this.#finish(subject, found);
      return;
    }
    const second = await this.ask("check", bodyOf(subject), signal);
    if (!signal.aborted) {
      this.#finish(subject, withCheck(found, second));
    }
  }

  /**
   * Lets the service search for longer than calls may, as a job.
   * @returns {Promise<void>}
   */
  async longer() {
    const subject = this.#subject;
    if (subject === null) {
      return;
    }
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.tell({ ...NOTHING, isSearchingLonger: true });
    const body = { ...bodyOf(subject), seconds: LONGER_SECONDS };
    const job = await this.ask("jobs", { call: "check", body }, signal);
    const result = job.state === "answered" ? await this.#result(job.answer.id, signal) : job;
    if (!signal.aborted && result !== null) {
      this.#finish(subject, withCheck(NOTHING, result));
    }
  }

  /**
   * Waits for the result of a job; cancels the job when nobody waits for it any longer.
   * @param {string} id
   * @param {AbortSignal} signal
   * @returns {Promise<Reply | null>}
   */
  async #result(id, signal) {
    signal.addEventListener("abort", () => {
      void this.ask(`jobs/${id}`, null, new AbortController().signal);
    });
    while (!signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      const response = await fetch(`/v1/jobs/${id}`, { signal }).catch(() => null);
      const job = await response?.json().catch(() => null);
      if (job?.state === "done") {
        return { state: "answered", answer: job.result };
      }
      if (job?.state === "failed" || job?.state === "cancelled") {
        return { state: "refused", status: 0, problem: job.error ?? {} };
      }
    }
    return null;
  }

  /**
   * @param {Subject} subject
   * @param {Findings} findings
   */
  #finish(subject, findings) {
    /** @type {Findings} */
    const done = findings.state === "asking" ? { ...findings, state: "done" } : findings;
    if (done.state === "done" && done.status !== "unknown") {
      this.#keep(subject, done);
    }
    this.tell(done);
  }

  /**
   * @param {Subject} subject
   * @param {Findings} findings
   */
  #keep(subject, findings) {
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= MOST_KEPT) {
      this.#kept.delete(oldest);
    }
    this.#kept.set(keyOf(subject), findings);
  }
}

/**
 * The body of a call about a deal.
 * @param {Subject} subject
 */
export function bodyOf({ puzzle, progress }) {
  return progress === null ? { puzzle } : { puzzle, progress };
}

/** @param {Subject} subject */
function keyOf(subject) {
  return JSON.stringify(bodyOf(subject));
}

/**
 * @param {Reply} reply
 * @returns {Findings}
 */
function firstFindings(reply) {
  if (reply.state !== "answered") {
    return withoutAnswer(reply);
  }
  const { status, reason, value = null } = reply.answer;
  return { ...NOTHING, status, reason: status === "impossible" ? reason : null, value };
}

/**
 * @param {Findings} findings
 * @param {Reply} reply
 * @returns {Findings}
 */
function withCheck(findings, reply) {
  if (reply.state !== "answered") {
    // What is known already stays known.
    return findings.status === null ? withoutAnswer(reply) : findings;
  }
  const { status, best_score: best, unique, proven, reason } = reply.answer;
  return {
    ...findings,
    status: findings.status ?? (status === "solvable" ? "solved" : status),
    reason: status === "impossible" ? reason : null,
    best,
    isProven: proven,
    isUnique: unique,
  };
}

/**
 * @param {Exclude<Reply, {state: "answered"}>} reply
 * @returns {Findings}
 */
function withoutAnswer(reply) {
  if (reply.state === "unreachable") {
    return { ...NOTHING, state: "unreachable" };
  }
  if (reply.status === 429 || reply.status === 503) {
    return { ...NOTHING, state: "busy" };
  }
  return { ...NOTHING, state: "refused", reason: refusal(reply.problem) };
}

/**
 * Why a call was refused, in the words of the service.
 * @param {{detail?: string, errors?: readonly {detail: string}[]}} problem
 */
export function refusal({ detail, errors }) {
  return errors?.[0]?.detail ?? detail ?? "";
}
