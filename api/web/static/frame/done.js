/** The moment when a puzzle is done: it is verified, noted, and celebrated; and what one can do next. */

import { dayAddress } from "./layout.js";
import { begunPuzzles, forgetResult, recordResult, results, streak, today } from "./records.js";
import { post } from "./server.js";
import { clockTime } from "./stopwatch.js";

/**
 * @typedef {import("./puzzle_player.js").PuzzlePlayer} PuzzlePlayer
 * @typedef {import("./view.js").Verdict} Verdict
 */

const TOPIC = "done";
// How long the line may run along its way before the words come.
const CELEBRATION = 900;

export class Done {
  /** @param {PuzzlePlayer} player */
  constructor(player) {
    this.player = player;
  }

  /**
   * The last move of a finished play was made just now, or is judged only now.
   * @param {boolean} isOwn false where somebody else made the moves, which an address has brought
   */
  async finish(isOwn = true) {
    const { kindPage, session, saved } = this.player;
    const { moves } = session;
    if (!kindPage.needsVerdict) {
      this.#complete();
      this.#celebrate();
    } else if (!kindPage.saysVerdict) {
      this.#show({ lines: [this.#text("verifying")] });
    }
    const verdict = await this.#verify();
    if (session.moves !== moves) {
      return;
    }
    session.judge(verdict);
    if (verdict === null) {
      saved.progress.unjudged = isOwn;
      this.player.keep();
      this.#sayNotVerified(isOwn);
    } else if (verdict.valid && kindPage.needsVerdict) {
      if (isOwn) {
        this.#complete();
      }
      this.#celebrate();
    } else if (!verdict.valid) {
      this.#sayInvalid(verdict);
    }
  }

  /** Says once more what came of the play, as when the page is opened again. */
  show() {
    const { kindPage, session, saved } = this.player;
    if (session.outcome?.solved && kindPage.needsVerdict && !session.verdict?.valid) {
      void this.finish(saved.progress.unjudged === true);
    } else if (session.outcome?.solved) {
      this.#sayDone();
    }
  }

  /** @returns {Promise<Verdict | null>} null where the service cannot be reached, or cannot tell */
  async #verify() {
    const { play, session, source, data } = this.player;
    const body = { puzzle: source.request, solution: play.solution(session.position) };
    const reply = await post("verify", body, data.language);
    const isUndecided =
      reply.state === "answered" && !reply.answer.valid && reply.answer.violations.length === 0;
    return reply.state === "answered" && !isUndecided ? { target_met: null, ...reply.answer } : null;
  }

  get #score() {
    return this.player.session.verdict?.score ?? this.player.session.outcome?.score ?? null;
  }

  get #isBest() {
    const { target } = this.player.source;
    return target === null || (this.#score ?? -Infinity) >= target;
  }

  /** Notes the result, and stops the clock where nothing better is left to find. */
  #complete() {
    const { player } = this;
    const { source, saved, stopwatch } = player;
    if (player.session.moves === player.movesOfAddress) {
      // Somebody else found them.
      return;
    }
    const { kind, grade, date, target } = source;
    const solved = new Date().toISOString();
    const seconds = stopwatch.seconds;
    const helped = saved.progress.revealed || saved.progress.checks > 0;
    recordResult(source.key, { kind, grade, date, seconds, score: this.#score, target, helped, solved });
    if (this.#isBest) {
      // Who wants a better score goes on, and the clock with them.
      stopwatch.stop();
      saved.progress.solved ??= solved;
    }
    delete saved.progress.unjudged;
    player.keep();
  }

  #celebrate() {
    const { player } = this;
    const { session, view } = player;
    const { moves } = session;
    view.celebrate?.(session.scene());
    const wait = player.settings().motion && view.celebrate ? CELEBRATION : 0;
    window.setTimeout(() => {
      if (session.moves === moves) {
        this.#sayDone();
      }
    }, wait);
  }

  #sayDone() {
    const { player } = this;
    const { source, data } = player;
    const next = data.after ?? null;
    this.#show({
      title: this.#text(this.#isBest ? "done" : "done_short", { score: this.#score ?? 0 }),
      lines: [this.#timeLine(), this.#bestLine(), this.#streakLine()].filter((line) => line !== ""),
      tone: "good",
      actions: [
        { text: this.#text("share"), act: () => player.share(), keep: true },
        next === null
          ? { text: this.#text("next_today"), href: dayAddress(source.date, data.query), main: true }
          : { text: this.#text("next_day"), href: next, main: true },
      ],
    });
  }

  /** How long it took, unless somebody else did it: then the address has brought the moves. */
  #timeLine() {
    const { checks, revealed, solved } = this.player.saved.progress;
    if (solved === undefined && this.#isBest) {
      return "";
    }
    const time = clockTime(this.player.stopwatch.seconds);
    const how = revealed ? "after_solution" : checks > 0 ? "with_checks" : "without_help";
    return this.#text(`done_${how}`, { time, n: checks });
  }

  #bestLine() {
    const { target } = this.player.source;
    if (target === null) {
      return "";
    }
    return this.#text(this.#isBest ? "done_best" : "done_best_is", { score: target });
  }

  #streakLine() {
    const { current } = streak(results(), begunPuzzles(), today());
    return current > 1 ? this.#text("done_streak", { n: current }) : "";
  }

  /** @param {boolean} isOwn */
  #sayNotVerified(isOwn) {
    if (this.player.kindPage.needsVerdict) {
      const again = { text: this.#text("try_again"), act: () => void this.finish(isOwn), main: true };
      this.#show({ lines: [this.#text("not_verified")], actions: [again] });
    }
  }

  /** @param {Verdict} verdict */
  #sayInvalid({ violations }) {
    const { player } = this;
    forgetResult(player.source.key);
    delete player.saved.progress.solved;
    player.stopwatch.start();
    player.keep();
    if (player.kindPage.saysVerdict) {
      player.notice.hide(TOPIC);
      return;
    }
    const back = { text: this.#text("take_last_back"), act: () => player.session.undo(), main: true };
    const lines = violations.map((violation) => violation.message);
    this.#show({ title: this.#text("not_done"), lines, tone: "wrong", actions: [back] });
  }

  /** @param {Omit<import("./announcements.js").NoticeContent, "topic">} content */
  #show(content) {
    this.player.notice.show({ topic: TOPIC, ...content });
  }

  /**
   * @param {string} name
   * @param {Readonly<Record<string, import("../games/play.js").Part>>} [parts]
   */
  #text(name, parts) {
    return this.player.text(`play.${name}`, parts);
  }
}
