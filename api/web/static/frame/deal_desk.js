/** The desk of one kind: what is laid out, the play that goes on from there, and the answers about both. */

import { writeMoves } from "./address.js";
import { createAnswers } from "./deal_answers.js";
import { button } from "./deal_controls.js";
import { Game, progressAt, replay } from "./deal_game.js";
import { Layout, loadDeal, saveDeal } from "./deal_layout.js";
import { countWaysOn, MOST_WAYS } from "./deal_nudge.js";
import { Questions, bodyOf, refusal } from "./deal_questions.js";
import { element, fill } from "./dom.js";
import { isSame } from "./history.js";
import { icon } from "./icons.js";
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
  /** @type {import("./deal_questions.js").Findings | null} */
  #findings = null;
  /** @type {string | null} */
  #missing = null;
  /** @type {string | null} */
  #nudge = null;
  #nudging = new AbortController();
  /** @type {any} */
  #startFindings = null;
  /**
   * The line of text of a puzzle that the service has read.
   * @type {{puzzle: any, line: string} | null}
   */
  #line = null;
  #panel = 0;

  /** @param {DeskOptions} options */
  constructor({ kind, data, deals, page, catalogue, status }) {
    this.kind = kind;
    this.data = data;
    this.deals = deals;
    this.page = page;
    this.catalogue = catalogue;
    this.status = status;
    this.layout = new Layout([deals.begin()]);
    this.questions = new Questions(
      (path, body, signal) => ask(path, body, data.language, signal),
      (findings) => this.#learn(findings),
    );
    this.editor = deals.createEditor(this.#editorContext());
    this.answers = createAnswers((key, parts) => this.text(key, parts), {
      longer: () => void this.questions.longer(),
      again: () => void this.questions.again(),
      solution: () => void this.#openSolution(),
      copy: () => void this.#copy(),
      play: () => this.#openPlay(this.#game?.moves ?? this.#deal?.moves ?? []),
    });
    this.line = element("p", { class: "refusal", "aria-live": "polite" });
    this.place = element("div", { class: "deal-place" });
    this.bar = element("div", { class: "deal-bar" });
    this.switch = element("nav", { class: "panel-switch", "aria-label": this.text("page.deal.parts") });
    const work = element("div", { class: "deal-work" }, this.switch, this.place, this.line);
    const foot = element("div", { class: "deal-foot" }, this.answers.element, this.bar);
    this.element = element("div", { class: "deal-desk" }, work, foot);
    this.#createBar();
    this.#showEditor();
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
    if (moves !== null && this.#deal !== null && this.page !== null) {
      this.#play(moves);
    }
  }

  /**
   * Puts a deal on the desk.
   * @param {Deal} deal
   * @param {string} hash
   */
  load(deal, hash) {
    const stored = loadDeal(this.kind.kind, this.deals);
    if (stored.hash === hash) {
      this.restore(hash);
      return;
    }
    this.layout = stored.layout.add(this.deals.load(deal.puzzle));
    this.hash = hash;
    this.#changed();
    if (deal.moves.length && this.#deal !== null) {
      this.#play(deal.moves);
    }
  }

  /** Nobody waits for answers any longer. */
  close() {
    this.#nudging.abort();
    void this.questions.about(null);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element | null} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, select, textarea")) {
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
      change: (state, said) => {
        this.layout = this.layout.add(state);
        this.#changed();
        if (said) {
          this.#say(said);
        }
      },
      refuse: (words) => this.#refuse(words),
      say: (words) => this.#say(words),
      ask: async (path, body) => {
        const reply = await post(path, body, this.data.language);
        if (reply.state === "answered") {
          return { answer: reply.answer };
        }
        const isRefused = reply.state === "refused";
        return { isRefused, refusal: isRefused ? refusal(reply.problem) : this.text("page.deal.unreachable") };
      },
      data: (file) => import(`${this.data.static}games/${this.kind.game}/${file}.js`).then((m) => m.default),
      kept: (own) => load(name(own)),
      keep: (own, value) => save(name(own), value),
      settings: viewSettings,
    };
  }

  #createBar() {
    const name = (/** @type {string} */ key) => this.text(`page.deal.${key}`);
    this.undo = button({ label: name("undo"), icon: "undo", isQuiet: true, press: () => this.#undo() });
    this.redo = button({ label: name("redo"), icon: "redo", isQuiet: true, press: () => this.#redo() });
    this.clear = button({ label: name("clear"), icon: "trash", isQuiet: true, press: () => this.#clear() });
    this.nudge = button({ label: name("nudge"), press: () => void this.#giveNudge() });
    this.mode = button({ label: name("play"), isMain: true, press: () => this.#toggleGame() });
    this.bar.append(this.undo, this.redo, this.clear, this.nudge, this.mode);
  }

  /** Shows the panels of the editor. */
  #showEditor() {
    const { panels } = this.editor;
    panels.forEach(({ element: panel }, i) => {
      panel.classList.add("panel");
      panel.classList.toggle("is-open", i === this.#panel);
    });
    const openers = panels.map(({ name }, i) => {
      const open = () => {
        this.#panel = i;
        this.#showEditor();
        this.switch.querySelectorAll("button")[i].focus();
      };
      const isOpen = String(i === this.#panel);
      return element("button", { type: "button", class: "option", "aria-pressed": isOpen, onclick: open }, render(this.catalogue, name));
    });
    fill(this.switch, ...(panels.length > 1 ? openers : []));
    this.switch.hidden = panels.length < 2;
    this.place.className = "deal-place panels";
    fill(this.place, ...panels.map((panel) => panel.element));
  }

  /** Everything that follows from what is laid out. */
  #changed() {
    const { state } = this.layout;
    this.editor.show(state);
    const deal = this.deals.read(state);
    const isComplete = "puzzle" in deal;
    const isNew = !isComplete || this.#deal === null || !isSame(deal, this.#deal);
    this.#missing = isComplete ? null : render(this.catalogue, deal);
    this.#deal = isComplete ? deal : null;
    if (isNew) {
      this.#startFindings = null;
    }
    this.#refuse(null);
    this.#inquire();
  }

  /** Asks about what is on the desk now. */
  #inquire() {
    const subject = this.#subject();
    this.#nudging.abort();
    this.#nudge = null;
    this.#showBar();
    void this.questions.about(subject);
    this.#save();
  }

  /** @returns {Subject | null} */
  #subject() {
    if (this.#deal === null) {
      return null;
    }
    const { puzzle, moves } = this.#deal;
    if (this.#game !== null) {
      return { puzzle, progress: this.#game.progress };
    }
    return { puzzle, progress: this.#progressAfter(moves) };
  }

  /** @param {readonly any[]} moves */
  #progressAfter(moves) {
    if (!moves.length || this.page === null || this.#deal === null) {
      return null;
    }
    const { positions } = replay(this.page.play, this.#deal.puzzle, moves);
    return progressAt(this.page, positions[positions.length - 1]);
  }

  /** @param {import("./deal_questions.js").Findings | null} findings */
  #learn(findings) {
    this.#findings = findings;
    if (this.#subject()?.progress === null && findings?.isProven) {
      this.#startFindings = findings;
    }
    this.#showAnswers();
    if (findings !== null && findings.status !== null && this.#deal !== null) {
      void this.#readLine(this.#deal.puzzle);
    }
  }

  #showAnswers() {
    const game = this.#game;
    if (this.nudge) {
      const isSolved = this.#findings?.status === "solved" && this.#findings.state === "done";
      const ways = game === null || !isSolved || this.#nudge !== null ? 0 : game.page.play.moves(game.position).length;
      this.nudge.hidden = game === null;
      this.nudge.setAttribute("aria-disabled", String(ways === 0 || ways > MOST_WAYS));
    }
    const canPlay = this.page !== null;
    this.answers.show({
      findings: this.#findings,
      missing: this.#missing,
      hasBegun: (this.#subject()?.progress ?? null) !== null,
      isOver: game !== null && game.outcome !== null,
      best: this.#startFindings?.best ?? null,
      nudge: this.#nudge,
      canShow: canPlay,
      address: this.#line === null || this.#deal === null || !isSame(this.#line.puzzle, this.#deal.puzzle) ? null : "",
    });
  }

  /**
   * Learns the line of text of a puzzle, for links.
   * @param {any} puzzle
   */
  async #readLine(puzzle) {
    if (this.#line !== null && isSame(this.#line.puzzle, puzzle)) {
      this.#showAddress();
      return;
    }
    const reply = await post("read", { puzzle }, this.data.language);
    if (reply.state === "answered" && this.#deal !== null && isSame(this.#deal.puzzle, puzzle)) {
      this.#line = { puzzle, line: reply.answer.text };
      this.#showAddress();
      this.#showAnswers();
    }
  }

  /** Has the address of the page stand for what is on the desk. */
  #showAddress() {
    const hash = this.#fragment(this.#game?.moves ?? this.#deal?.moves ?? []);
    if (hash !== null && hash !== this.hash) {
      this.hash = hash;
      window.history.replaceState(null, "", hash);
      this.#save();
    }
  }

  /**
   * @param {readonly any[]} moves
   * @returns {string | null}
   */
  #fragment(moves) {
    if (this.#line === null || this.#deal === null || !isSame(this.#line.puzzle, this.#deal.puzzle)) {
      return null;
    }
    const words = moves.length && this.page ? `~${writeMoves(this.page.play, this.#deal.puzzle, moves)}` : "";
    // As browsers write it, so that the address is known again.
    return new URL(`#${this.#line.line}${words}`, window.location.href).hash;
  }

  #save() {
    saveDeal(this.kind.kind, { layout: this.layout, moves: this.#game?.moves ?? null, hash: this.hash });
  }

  #showBar() {
    const source = this.#game ?? this.layout;
    this.undo?.setAttribute("aria-disabled", String(!source.canUndo));
    this.redo?.setAttribute("aria-disabled", String(!source.canRedo));
    if (this.clear && this.mode) {
      this.clear.hidden = this.#game !== null;
      this.mode.hidden = this.page === null || (this.#deal === null && this.#game === null);
      const words = this.text(this.#game ? "page.deal.lay_out" : "page.deal.play");
      fill(this.mode, this.#game !== null && icon("back"), element("span", {}, words));
    }
  }

  #undo() {
    if (this.#game) {
      this.#game.undo();
      return;
    }
    this.layout = this.layout.undo();
    this.#changed();
  }

  #redo() {
    if (this.#game) {
      this.#game.redo();
      return;
    }
    this.layout = this.layout.redo();
    this.#changed();
  }

  #clear() {
    this.layout = this.layout.add(this.deals.begin());
    this.#changed();
    this.#say(phrase("page.deal.cleared"));
  }

  #toggleGame() {
    if (this.#game === null) {
      this.#play(this.#deal?.moves ?? []);
    } else {
      this.#game = null;
      this.#showEditor();
      this.#changed();
    }
  }

  /** @param {readonly any[]} moves */
  #play(moves) {
    if (this.page === null || this.#deal === null) {
      return;
    }
    this.#game = new Game(this.page, { ...this.#deal, moves }, {
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
    }); // prettier-ignore
    this.switch.hidden = true;
    this.place.className = "deal-place game";
    const board = element("div", { class: "deal-board" }, this.#game.view.board);
    fill(this.place, board, this.#game.view.tools);
    this.#inquire();
  }

  /** Counts the steps that lead on: a nudge that gives none of them away. */
  async #giveNudge() {
    const game = this.#game;
    if (game === null || this.nudge?.getAttribute("aria-disabled") === "true") {
      return;
    }
    this.#nudging = new AbortController();
    const { signal } = this.#nudging;
    this.#nudge = this.text("page.deal.counting");
    this.#showAnswers();
    const best = this.#findings?.best ?? null;
    const ways = await countWaysOn(game, best, (body) => ask("check", body, this.data.language, signal));
    if (!signal.aborted) {
      this.#nudge = ways === null ? this.text("page.deal.unreachable") : render(this.catalogue, ways);
      this.#showAnswers();
    }
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
      return;
    }
    this.#openPlay(this.page.movesOf(subject.puzzle, reply.answer.solution));
  }

  /** @param {readonly any[]} moves */
  #openPlay(moves) {
    const fragment = this.#fragment(moves);
    if (fragment !== null) {
      window.location.assign(`/play${this.data.query ?? ""}${fragment}`);
    }
  }

  async #copy() {
    this.#showAddress();
    const address = window.location.href;
    try {
      await navigator.clipboard.writeText(address);
      this.#say(phrase("page.deal.copied"));
      this.#refuse(phrase("page.deal.copied"));
    } catch {
      // Browsers allow it only on secure addresses: there the link can be copied by hand.
      const field = element("input", { class: "link", readonly: true, value: address, "aria-label": this.text("page.deal.link") });
      fill(this.line, field);
      field.select();
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
