/**
 * Check, as the reader meets it: whether there is a mistake; where, if that is asked; and what, if that is.
 *
 * It never says more than was asked.
 */

import { Checker, isMistake } from "./checking.js";

/**
 * @typedef {import("./puzzle_player.js").PuzzlePlayer} PuzzlePlayer
 * @typedef {import("./checking.js").Mistake} Mistake
 * @typedef {import("./announcements.js").NoticeContent} NoticeContent
 */

const TOPIC = "check";

export class CheckSteps {
  /** @param {PuzzlePlayer} player */
  constructor(player) {
    const { source, kindPage, play, data } = player;
    this.player = player;
    const progressOf = kindPage.progressOf ?? play.solution;
    this.checker = new Checker(source.request, source.target, progressOf, data.language);
  }

  /** The first step: is there a mistake? */
  async check() {
    const { session, play } = this.player;
    const { moves, outcome, position } = session;
    if (outcome !== null) {
      this.#sayOutcome(outcome);
      return;
    }
    this.#show({ lines: [this.#text("checking")] });
    const found = await this.checker.check(position);
    if (moves !== session.moves || this.player.notice.topic !== TOPIC) {
      return;
    }
    this.player.countCheck();
    if (isMistake(found)) {
      this.#sayMistake(found);
    } else {
      const n = play.moves(position).length;
      this.#show({ lines: [this.#text(`check_${found.state}`, { n, best: found.best ?? 0 })], tone: "good" }, found);
    }
  }

  /** @param {import("./view.js").Outcome} outcome */
  #sayOutcome({ solved, reason }) {
    if (solved) {
      this.player.done.show();
    } else {
      const lines = [this.#text("check_over", { reason: reason ?? this.#text("no_way_on") })];
      this.#show({ lines, tone: "wrong", actions: this.#whereActions() });
    }
  }

  /** @param {import("./checking.js").Finding} found */
  #sayMistake({ state, best }) {
    const line = this.#text(`check_${state}`, { best: best ?? 0, target: this.player.source.target ?? 0 });
    this.#show({ lines: [line], tone: "wrong", actions: this.#whereActions() });
  }

  #whereActions() {
    return [{ text: this.#text("ask_where"), act: () => void this.#findWhere(), main: true, keep: true }];
  }

  /** The second step: where is it? */
  async #findWhere() {
    const { session } = this.player;
    const { moves } = session;
    this.#show({ lines: [this.#text("looking")] });
    const mistake = await this.checker.findMistake(session.positions.along(moves));
    if (moves !== session.moves || this.player.notice.topic !== TOPIC) {
      return;
    }
    if (mistake === null) {
      this.#show({ lines: [this.#text("where_unknown")] });
      return;
    }
    session.markWrong(mistake.index);
    const isFirst = mistake.index === 0 && moves.length > 1;
    const key = isFirst ? "where_first" : mistake.exact ? "where" : "where_at_latest";
    this.#show({
      lines: [this.#text(key, { move: mistake.index + 1 })],
      tone: "wrong",
      actions: [
        { text: this.#text("ask_what"), act: () => this.#sayWhat(mistake), keep: true },
        this.#takeBack(mistake),
      ],
    });
  }

  /**
   * The third step: what is it?
   * @param {Mistake} mistake
   */
  #sayWhat(mistake) {
    const { session, play } = this.player;
    const { index, finding } = mistake;
    const position = session.positions.along(session.moves)[index];
    const move = play.describe(position, session.moves[index]);
    const what = this.#text("what", { move: index + 1, description: move });
    const why = finding.state === "short" ? this.#text("what_short", { best: finding.best ?? 0 }) : finding.reason;
    const lines = [what, why ?? this.#text("what_no_reason")];
    this.#show({ lines, tone: "wrong", actions: [this.#takeBack(mistake)] });
  }

  /** @param {Mistake} mistake */
  #takeBack({ before }) {
    const { session } = this.player;
    return { text: this.#text("take_back"), act: () => session.goTo(session.moves.slice(0, before)), main: true };
  }

  /**
   * @param {Omit<NoticeContent, "topic">} content
   * @param {import("./checking.js").Finding} [found]
   */
  #show(content, found) {
    const isOpen = found !== undefined && ["unknown", "unreachable", "none"].includes(found.state);
    const tone = isOpen ? "plain" : content.tone;
    this.player.notice.show({ topic: TOPIC, ...content, tone });
  }

  /**
   * @param {string} name
   * @param {Readonly<Record<string, import("../games/play.js").Part>>} [parts]
   */
  #text(name, parts) {
    return this.player.text(`play.${name}`, parts);
  }
}
