/** Shows in words what is known of a deal, and offers what can be done with it. */

import { button } from "./deal_controls.js";
import { element, fill } from "./dom.js";

/**
 * @typedef {import("./deal_questions.js").Findings} Findings
 * @typedef {(key: string, parts?: Readonly<Record<string, any>>) => string} Text
 *
 * What there is to be shown. `missing` says what a deal lacks that is not complete; `best` is the best score
 * from the start; `canShow`: a solution can be shown.
 * @typedef {object} Answer
 * @property {Findings | null} findings
 * @property {string | null} missing
 * @property {boolean} hasBegun
 * @property {boolean} isOver
 * @property {number | null} best
 * @property {string | null} nudge
 * @property {boolean} canShow
 * @property {boolean} hasLink
 */

/**
 * @param {Text} text
 * @param {Readonly<Record<"longer" | "again" | "solution" | "copy" | "play", () => void>>} offers
 *   what a press of a button does
 */
export function createAnswers(text, offers) {
  const word = element("p", { class: "word" });
  const more = element("p", { class: "findings" });
  const nudge = element("p", { class: "nudge" });
  const words = element("div", { class: "answer", role: "status" }, word, more, nudge);
  const say = (/** @type {string} */ name) => text(`page.deal.${name}`);
  const buttons = {
    longer: button({ label: say("longer"), press: offers.longer }),
    again: button({ label: say("again"), press: offers.again }),
    solution: button({ label: say("solution"), icon: "eye", isCompact: true, press: offers.solution }),
    copy: button({ label: say("copy"), icon: "share", isCompact: true, press: offers.copy }),
    play: button({ label: say("open"), icon: "ahead", isCompact: true, press: offers.play }),
  };
  const row = element("div", { class: "offers" }, ...Object.values(buttons));
  return {
    element: element("section", { class: "answers", "aria-label": say("answers") }, words, row),

    /** @param {Answer} answer */
    show(answer) {
      const { findings } = answer;
      const lines = linesOf(text, answer);
      words.dataset.state = stateOf(answer);
      setText(word, lines.word);
      setText(more, lines.more);
      setText(nudge, answer.nudge ?? "");
      const isSolved = findings?.status === "solved" && !answer.isOver;
      buttons.longer.hidden = !(findings?.status === "unknown" && findings.state === "done");
      buttons.again.hidden = findings?.state !== "unreachable" && findings?.state !== "busy";
      buttons.solution.hidden = !(isSolved && answer.canShow);
      buttons.copy.hidden = !answer.hasLink;
      buttons.play.hidden = !answer.hasLink || !answer.canShow;
    },
  };
}

/**
 * A live region tells only what changes.
 * @param {HTMLElement} target
 * @param {string} text
 */
function setText(target, text) {
  if (target.textContent !== text) {
    fill(target, text);
  }
}

/**
 * How the answer looks.
 * @param {Answer} answer
 */
function stateOf({ findings, missing }) {
  if (missing !== null || findings === null) {
    return "missing";
  }
  if (["unreachable", "busy", "refused"].includes(findings.state)) {
    return "none";
  }
  return findings.status ?? "asking";
}

/**
 * @param {Text} text
 * @param {Answer} answer
 * @returns {{word: string, more: string}}
 */
function linesOf(text, answer) {
  const { findings, missing } = answer;
  if (missing !== null || findings === null) {
    return { word: missing ?? "", more: "" };
  }
  if (findings.isSearchingLonger) {
    return { word: text("page.deal.searching_longer"), more: "" };
  }
  if (findings.state === "unreachable" || findings.state === "busy") {
    return { word: text(`page.deal.${findings.state}`), more: "" };
  }
  if (findings.state === "refused") {
    return { word: text("page.deal.refused"), more: findings.reason ?? "" };
  }
  return { word: firstWord(text, answer, findings), more: details(text, answer, findings).join(" ") };
}

/**
 * @param {Text} text
 * @param {Answer} answer
 * @param {Findings} findings
 */
function firstWord(text, { hasBegun, isOver }, { status }) {
  if (isOver && status === "solved") {
    return text("page.deal.done");
  }
  const name = status === null ? "asking" : `${status}${hasBegun ? "_from_here" : ""}`;
  return text(`page.deal.${name}`);
}

/**
 * @param {Text} text
 * @param {Answer} answer
 * @param {Findings} findings
 * @returns {string[]}
 */
function details(text, answer, findings) {
  const { status, state, reason, best, isProven, isUnique, value } = findings;
  if (status === "impossible") {
    return [sentence(reason ?? text("page.deal.every_way"))];
  }
  if (status !== "solved") {
    return [];
  }
  const lines = [];
  if (best !== null) {
    lines.push(bestLine(text, answer, best, isProven));
  }
  if (value !== null) {
    const outcome = value === 0 ? "draw" : value > 0 ? "win" : "loss";
    lines.push(text(`page.deal.value.${outcome}`, { n: Math.abs(value) }));
  }
  if (isUnique !== null) {
    lines.push(text(`page.deal.${isUnique ? "unique" : "not_unique"}`));
  }
  return state === "asking" && !lines.length ? [text("page.deal.asking_more")] : lines;
}

/**
 * @param {Text} text
 * @param {Answer} answer
 * @param {number} score the best one from here
 * @param {boolean} isProven
 */
function bestLine(text, { hasBegun, best }, score, isProven) {
  if (!isProven) {
    return text("page.deal.best_so_far", { score });
  }
  if (!hasBegun) {
    return text("page.deal.best", { score });
  }
  if (best === null) {
    return text("page.deal.best_here", { score });
  }
  return text(best === score ? "page.deal.best_still" : "page.deal.best_from_here", { score, best });
}

/** @param {string} text */
function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
