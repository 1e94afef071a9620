/** The desk of one kind: what is laid out, the play that goes on from there, and the answers about both. */

import { createAnswers } from "./deal_answers.js";
import { createBar, createPanels } from "./deal_bar.js";
import { Game, progressAt, replay } from "./deal_game.js";
import { Layout, loadDeal, saveDeal } from "./deal_layout.js";
import { copyAddress, DealLink } from "./deal_link.js";
import { Nudge } from "./deal_nudge.js";
import { Questions, bodyOf, refusal } from "./deal_questions.js";
import { element, fill } from "./dom.js";
import { isSame } from "./history.js";
import { post, remove } from "./server.js";
import { viewSettings } from "./settings.js";
import { load, save } from "./storage.js";
import { phrase, render, textOf } from "./texts.js";

/**
 * @typedef {import("../games/play.js").Part} Part
 * @typedef {import("../games/play.js").Phrase} Phrase
 * @typedef {import("./deal_kind.js").Deal} Deal
 * @typedef {import("./deal_kind.js").DealKind} DealKind
 * @typedef {import("./deal_page.js").Kind} Kind
 * @typedef {import("./deal_questions.js").Findings} Findings
 * @typedef {import("./deal_questions.js").Subject} Subject
 * @typedef {import("./view.js").KindPage} KindPage
 *
 * `page` is null for a kind that cannot be played; `status` is the live region.
 * @typedef {{kind: Kind, data: import("./deal_page.js").PageData, deals: DealKind, page: KindPage | null,
 *   catalogue: import("./texts.js").Catalogue, status: HTMLElement}} DeskOptions
 */

export class Desk {
  /**
   * The fragment of the address that stands for what is on the desk.
   * @type {string | null}
   */
  hash = null;
  /** @type {Game | null} */
  #game = null;
  /** @type {Deal | null} */
  #deal = null;
  /** @type {Findings | null} */
  #findings = null;
  /** @type {string | null} */
  #missing = null;
  /** @type {number | null} */
  #bestAtStart = null;

  /** @param {DeskOptions} options */
  constructor({ kind, data, deals, page, catalogue, status }) {
    this.kind = kind;
    this.data = data;
    this.deals = deals;
    this.page = page;
    this.catalogue = catalogue;
    this.status = status;
    this.layout = new Layout([deals.begin()]);
    this.link = new DealLink(page, data.language);
    this.questions = new Questions(
      (path, body, signal) => ask(path, body, data.language, signal),
      (findings) => this.#learn(findings),
    );
    const check = (/** @type {object} */ body, /** @type {AbortSignal} */ signal) =>
      ask("check", body, data.language, signal);
    this.nudge = new Nudge(check, () => this.#show());
    this.editor = deals.createEditor(this.#editorContext());
    this.answers = this.#createAnswers();
    this.bar = createBar((key) => this.text(key), {
      undo: () => this.#undo(),
      redo: () => this.#redo(),
      clear: () => this.#clear(),
      nudge: () => void (this.#game && this.nudge.give(this.#game, this.#findings?.best ?? null)),
      play: () => this.#toggleGame(),
    });
    this.panels = this.#createPanels();
    this.line = element("p", { class: "refusal", "aria-live": "polite" });
    this.work = element("div", { class: "deal-work" }, this.panels, this.line);
    const foot = element("div", { class: "deal-foot" }, this.answers.element, this.bar.element);
    this.element = element("div", { class: "deal-desk" }, this.work, foot);
  }

  /**
   * @param {string} key
   * @param {Readonly<Record<string, Part>>} [parts]
   */
  text(key, parts = {}) {
    return textOf(this.catalogue, key, parts);
  }

  /**
   * Brings back what was laid out when the page was left.
   * @param {string} hash
   */
  restore(hash) {
    const { layout, moves, hash: savedHash } = loadDeal(this.kind.kind, this.deals);
    this.layout = layout;
    this.hash = hash && savedHash === hash ? hash : null;
    this.#changed();
    if (moves !== null) {
      this.#play(moves);
    }
  }

  /**
   * Puts a deal on the desk.
   * @param {Deal} deal
   * @param {string} hash
   */
  load({ puzzle, moves }, hash) {
    this.layout = loadDeal(this.kind.kind, this.deals).layout.add(this.deals.load(puzzle));
    this.hash = hash;
    this.#changed();
    if (moves.length) {
      this.#play(moves);
    }
  }

  /** Nobody waits for answers any longer. */
  close() {
    this.nudge.clear();
    void this.questions.about(null);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element | null} */ (event.target);
    const isOther = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
    if (isOther || target?.closest("input, select, textarea")) {
      return;
    }
    const isTaken = this.#game ? this.#game.view.key(event) : (this.editor.key?.(event) ?? false);
    const action = { u: () => this.#undo(), y: () => this.#redo() }[event.key.toLowerCase()];
    if (isTaken || action) {
      event.preventDefault();
    }
    if (!isTaken) {
      action?.();
    }
  }

  /** @returns {import("./deal_kind.js").EditorContext} */
  #editorContext() {
    const name = (/** @type {string} */ own) => `deal.${this.kind.game}.${own}`;
    return {
      text: (key, parts) => this.text(key, parts),
      render: (part) => render(this.catalogue, part),
      change: (state, said) => this.#change(state, said),
      refuse: (words) => this.#refuse(words),
      say: (words) => this.#say(words),
      ask: (path, body) => this.#askForEditor(path, body),
      data: (file) => import(`${this.data.static}games/${this.kind.game}/${file}.js`).then((m) => m.default),
      kept: (own) => load(name(own)),
      keep: (own, value) => save(name(own), value),
      settings: viewSettings,
    };
  }

  /**
   * @param {string} path
   * @param {object} body
   */
  async #askForEditor(path, body) {
    const reply = await post(path, body, this.data.language);
    if (reply.state === "answered") {
      return { answer: reply.answer };
    }
    const isRefused = reply.state === "refused";
    return { isRefused, refusal: isRefused ? refusal(reply.problem) : this.text("page.deal.unreachable") };
  }

  #createAnswers() {
    return createAnswers((key, parts) => this.text(key, parts), {
      longer: () => void this.questions.longer(),
      again: () => void this.questions.again(),
      solution: () => void this.#openSolution(),
      copy: () => void this.#copy(),
      play: () => this.#openPlay(this.#moves),
    });
  }

  #createPanels() {
    const panels = this.editor.panels.map((panel) => ({
      ...panel,
      name: render(this.catalogue, panel.name),
    }));
    return createPanels(panels, this.text("page.deal.parts"));
  }

  /**
   * @param {any} state
   * @param {Phrase} [said]
   */
  #change(state, said) {
    this.layout = this.layout.add(state);
    this.#changed();
    if (said) {
      this.#say(said);
    }
  }

  /** Everything that follows from what is laid out. */
  #changed() {
    const { state } = this.layout;
    this.editor.show(state);
    const deal = this.deals.read(state);
    const isComplete = "puzzle" in deal;
    if (!isComplete || this.#deal === null || !isSame(deal.puzzle, this.#deal.puzzle)) {
      this.#bestAtStart = null;
    }
    this.#missing = isComplete ? null : render(this.catalogue, deal);
    this.#deal = isComplete ? deal : null;
    if (this.#deal === null) {
      this.#setHash(null);
    }
    this.#refuse(null);
    this.#inquire();
  }

  /** Asks about what is on the desk now. */
  #inquire() {
    this.nudge.clear();
    void this.questions.about(this.#subject());
    this.#save();
  }

  /** The moves from the start to what is on the desk. */
  get #moves() {
    return this.#game?.moves ?? this.#deal?.moves ?? [];
  }

  /** @returns {Subject | null} */
  #subject() {
    if (this.#deal === null) {
      return null;
    }
    const { puzzle } = this.#deal;
    return { puzzle, progress: this.#game ? this.#game.progress : this.#progressAfter(this.#deal) };
  }

  /** @param {Deal} deal */
  #progressAfter({ puzzle, moves }) {
    if (!moves.length || this.page === null) {
      return null;
    }
    const { positions } = replay(this.page.play, puzzle, moves);
    return progressAt(this.page, positions[positions.length - 1]);
  }

  /** @param {Findings | null} findings */
  #learn(findings) {
    this.#findings = findings;
    if (findings?.isProven && this.#subject()?.progress === null) {
      this.#bestAtStart = findings.best;
    }
    this.#show();
    if (findings !== null && findings.status !== null) {
      void this.#learnLink();
    }
  }

  async #learnLink() {
    const deal = this.#deal;
    if (deal !== null) {
      await this.link.learn(deal.puzzle);
    }
    if (this.#deal !== null && this.link.knows(this.#deal.puzzle)) {
      this.#setHash(this.link.fragment({ puzzle: this.#deal.puzzle, moves: this.#moves }));
      this.#show();
    }
  }

  /** Shows the answers, and what can be done. */
  #show() {
    const game = this.#game;
    this.answers.show({
      findings: this.#findings,
      missing: this.#missing,
      hasBegun: (this.#subject()?.progress ?? null) !== null,
      isOver: game !== null && game.outcome !== null,
      best: this.#bestAtStart,
      nudge: this.nudge.words && render(this.catalogue, this.nudge.words),
      canShow: this.page !== null,
      hasLink: this.#deal !== null && this.link.knows(this.#deal.puzzle),
    });
    const { canUndo, canRedo } = game ?? this.layout;
    const canPlay = this.page !== null && (this.#deal !== null || game !== null);
    const canNudge = this.nudge.isReady(game, this.#findings);
    this.bar.show({ canUndo, canRedo, canPlay, isPlaying: game !== null, canNudge });
  }

  /**
   * Has the address of the page stand for what is on the desk.
   * @param {string | null} hash
   */
  #setHash(hash) {
    if (hash !== this.hash) {
      this.hash = hash;
      const { pathname, search } = window.location;
      window.history.replaceState(null, "", hash ?? pathname + search);
      this.#save();
    }
  }

  #save() {
    saveDeal(this.kind.kind, { layout: this.layout, moves: this.#game?.moves ?? null, hash: this.hash });
  }

  #undo() {
    this.#walk((history) => history.undo());
  }

  #redo() {
    this.#walk((history) => history.redo());
  }

  /** @param {(history: {undo: () => any, redo: () => any}) => any} step */
  #walk(step) {
    if (this.#game) {
      step(this.#game);
    } else {
      this.layout = step(this.layout);
      this.#changed();
    }
  }

  #clear() {
    this.#change(this.deals.begin(), phrase("page.deal.cleared"));
  }

  #toggleGame() {
    if (this.#game === null) {
      this.#play(this.#deal?.moves ?? []);
    } else {
      this.#game = null;
      fill(this.work, this.panels, this.line);
      this.#changed();
    }
  }

  /** @param {readonly any[]} moves */
  #play(moves) {
    if (this.page === null || this.#deal === null) {
      return;
    }
    this.#game = new Game(this.page, this.#deal, moves, this.#table());
    const { board, tools } = this.#game.view;
    const place = element(
      "div",
      { class: "deal-place game" },
      element("div", { class: "deal-board" }, board),
      tools,
    );
    fill(this.work, place, this.line);
    this.#inquire();
  }

  /** @returns {import("./deal_game.js").Table} */
  #table() {
    return {
      text: (key, parts) => this.text(key, parts),
      render: (part) => render(this.catalogue, part),
      refuse: (words) => this.#refuse(words),
      say: (words) => this.#say(words),
      ask: async (path, body) => {
        const reply = await post(path, body, this.data.language);
        return reply.state === "answered" ? reply.answer : null;
      },
      settings: viewSettings,
      changed: () => {
        this.#refuse(null);
        this.#inquire();
      },
    };
  }

  /** Has a best solution worked out, and opens the play page on it. */
  async #openSolution() {
    const subject = this.#subject();
    if (subject === null || this.page === null) {
      return;
    }
    const reply = await post("solve", { ...bodyOf(subject), goal: "best" }, this.data.language);
    if (reply.state !== "answered" || reply.answer.solution === null) {
      this.#refuse(phrase(reply.state === "answered" ? "page.deal.unknown" : "page.deal.unreachable"));
    } else {
      this.#openPlay(this.page.movesOf(subject.puzzle, reply.answer.solution));
    }
  }

  /** @param {readonly any[]} moves */
  #openPlay(moves) {
    const fragment = this.#deal && this.link.fragment({ puzzle: this.#deal.puzzle, moves });
    if (fragment) {
      window.location.assign(`/play${this.data.query ?? ""}${fragment}`);
    }
  }

  async #copy() {
    if (await copyAddress(this.line, this.text("page.deal.link"))) {
      this.#refuse(phrase("page.deal.copied"));
    }
  }

  /** @param {Phrase | null} words */
  #refuse(words) {
    fill(this.line, words === null ? "" : render(this.catalogue, words));
  }

  /** @param {Phrase} words */
  #say(words) {
    fill(this.status, render(this.catalogue, words));
  }
}

/**
 * POSTs a body, or with none deletes what is at a path.
 * @param {string} path
 * @param {object | null} body
 * @param {string} language
 * @param {AbortSignal} signal
 */
function ask(path, body, language, signal) {
  return body === null ? remove(path) : post(path, body, language, signal);
}
