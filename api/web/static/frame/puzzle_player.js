/**
 * Plays a puzzle on a page: holds the parts together, and knows no game.
 *
 * Every change of the session ends up in `#changed`: the view draws it at once; what can wait (lists, saving,
 * speech) is done right after.
 */

import { LiveRegion, Notice, StatusLine } from "./announcements.js";
import { readMoves } from "./address.js";
import { Controls } from "./controls.js";
import { Done } from "./done.js";
import { FirstHints } from "./first_hints.js";
import { element, fill } from "./dom.js";
import { listenToKeys } from "./keyboard.js";
import { layOut, showLayout } from "./layout.js";
import { MovesList } from "./moves_list.js";
import { PlaySession } from "./play_session.js";
import { recordBegun } from "./records.js";
import { SavedPlay } from "./saved_play.js";
import { post } from "./server.js";
import { choices, choose, viewSettings, watchChoices } from "./settings.js";
import { Stopwatch, clockTime } from "./stopwatch.js";
import { render, textOf } from "./texts.js";

/**
 * @typedef {import("./play_session.js").Change} Change
 * @typedef {import("./puzzle_source.js").PageData} PageData
 * @typedef {import("./puzzle_source.js").Source} Source
 */

// What can wait for the next moment does, so that a move is drawn first; during a drag it waits for longer, so that
// the next move of the drag is drawn first as well.
const LATER = 20;
const LATER_IN_DRAG = 120;
// After this long a move that is the only one makes itself.
const AUTO_MOVE = 200;
const TOPICS_OF_MOVES = ["check", "done", "link"];

export class PuzzlePlayer {
  /** @type {number | undefined} */
  #later;
  /** @type {Change | null} */
  #unspoken = null;
  #warned = false;
  /** @type {import("./check_steps.js").CheckSteps | undefined} */
  #checkSteps;
  /** @type {import("./solution.js").SolutionShow | undefined} */
  #solution;
  /** @type {readonly any[]} */
  #shown = [];
  #isPressed = false;

  /**
   * @param {PageData} data
   * @param {Source} source
   * @param {import("./view.js").KindPage} kindPage
   * @param {import("./texts.js").Catalogue} catalogue
   */
  constructor(data, source, kindPage, catalogue) {
    this.data = data;
    this.source = source;
    this.kindPage = kindPage;
    this.catalogue = catalogue;
    this.play = kindPage.play;
    this.settings = viewSettings;
    /** @type {import("./layout.js").Text} */
    this.text = (name, parts) => textOf(catalogue, `page.${name}`, parts);
    /** @type {(part: import("../games/play.js").Part) => string} */
    this.render = (part) => render(catalogue, part);
    this.session = new PlaySession(this.play, source.puzzle, kindPage.hasOpponent);
    this.saved = new SavedPlay(source.key, source.read);
    this.layout = layOut(source, data, this.text);
    this.live = new LiveRegion(this.layout.live);
    this.status = new StatusLine(this.layout.status);
    this.notice = new Notice(this.layout.notice, this.live, this.text("play.close"));
    this.view = kindPage.createView(this.#viewContext());
    this.done = new Done(this);
    this.moves = new MovesList(this);
    this.controls = new Controls(this, { check: () => this.check(), more: () => this.openMore() });
    this.hints = new FirstHints(this);
    this.stopwatch = new Stopwatch();
    /** @type {readonly any[] | null} */
    this.movesOfAddress = null;
  }

  /** Shows the page, with what was played before or what the address names. */
  open() {
    const { layout, view, session, saved } = this;
    fill(layout.board, view.board);
    fill(layout.tools, view.tools);
    fill(layout.moves, element("h2", {}, this.text("play.moves")), this.moves.element);
    showLayout(layout);
    const taken = saved.take(session);
    this.stopwatch = new Stopwatch(saved.progress.seconds);
    session.onChange((change) => this.#changed(change));
    this.#draw();
    this.#update();
    if (taken === "broken") {
      this.#inform("saved_broken");
    }
    this.#takeMovesOfAddress();
    this.#listen();
    if (session.isEmpty) {
      this.hints.begin();
    } else if (session.outcome?.solved) {
      this.done.show();
    }
  }

  check() {
    if (!this.session.isShowingSolution) {
      this.#use(import("./check_steps.js"), ({ CheckSteps }) => {
        this.#checkSteps ??= new CheckSteps(this);
        void this.#checkSteps.check();
      });
    }
  }

  askForSolution() {
    this.#use(import("./solution.js"), ({ SolutionShow }) => {
      this.#solution ??= new SolutionShow(this);
      this.#solution.ask();
    });
  }

  share() {
    this.#use(import("./share.js"), ({ openShare }) => openShare(this));
  }

  openMore() {
    this.#use(import("./more_menu.js"), ({ openMore }) => openMore(this));
  }

  openKeys() {
    this.#use(import("./keys_dialog.js"), ({ openKeys }) => openKeys(this));
  }

  /**
   * Uses a part of the page that is not loaded before it is needed.
   * @template M
   * @param {Promise<M>} part
   * @param {(module: M) => void} use
   */
  #use(part, use) {
    part.then(use, () => this.#inform("part_unreachable"));
  }

  /** The reader asked whether the play can still be finished. */
  countCheck() {
    if (this.saved.progress.solved === undefined) {
      this.saved.progress.checks += 1;
      this.keep();
    }
  }

  /** The reader sees the solution. */
  countSolution() {
    if (this.saved.progress.solved === undefined) {
      this.saved.progress.revealed = true;
      this.keep();
    }
  }

  /** Keeps the play on the device, and says once where that is impossible. */
  keep() {
    this.saved.progress.seconds = this.stopwatch.seconds;
    if (!this.saved.keep(this.session) && !this.#warned) {
      this.#warned = true;
      this.#inform("not_saved");
    }
  }

  /** @returns {import("./view.js").ViewContext} */
  #viewContext() {
    const { source, session, play, catalogue, live, status } = this;
    return {
      puzzle: source.puzzle,
      play,
      target: source.target,
      text: (key, parts) => textOf(catalogue, key, parts),
      render: this.render,
      make: (move) => void session.make(move),
      goTo: (moves, notes) => void session.goTo(moves, notes),
      note: (notes) => session.note(notes),
      refuse: (phrase) => {
        status.refuse(this.render(phrase));
        live.say(this.render(phrase));
      },
      say: (phrase) => live.say(this.render(phrase)),
      ask: async (path, body) => {
        const reply = await post(path, body, this.data.language);
        return reply.state === "answered" ? reply.answer : null;
      },
      settings: this.settings,
    };
  }

  /** @param {Change} change */
  #changed(change) {
    const { session } = this;
    this.#draw(change.moved);
    this.#unspoken = change;
    if (session.moves !== this.#shown) {
      // What was said is about other moves than these.
      TOPICS_OF_MOVES.forEach((topic) => this.notice.hide(topic));
      this.#shown = session.moves;
    }
    window.clearTimeout(this.#later);
    this.#later = window.setTimeout(() => this.#settle(), this.#isPressed ? LATER_IN_DRAG : LATER);
    if (change.played) {
      this.#afterMove();
    }
  }

  /** What follows a move that was made just now. */
  #afterMove() {
    const { session, play } = this;
    const { moves, outcome, position } = session;
    if (outcome?.solved) {
      window.setTimeout(() => session.moves === moves && void this.done.finish(), LATER);
    } else if (outcome === null && this.settings().autoMove && !session.isOpponentsMove) {
      const legal = play.moves(position);
      if (legal.length === 1) {
        window.setTimeout(() => session.moves === moves && session.make(legal[0], true), AUTO_MOVE);
      }
    }
  }

  /** @param {any} last the move that was made just now */
  #draw(last = null) {
    this.view.show(this.session.scene(last));
  }

  /** Does what could wait: the lists, the words, and saving. */
  #settle() {
    this.#update();
    if (this.#unspoken !== null) {
      this.#speak(this.#unspoken);
      if (this.#unspoken.played) {
        this.hints.moved();
      }
    }
    this.#settled();
    if (!this.session.isShowingSolution) {
      this.#recordBegun();
      this.keep();
    }
  }

  #recordBegun() {
    const { kind, grade, date, key } = this.source;
    if (this.session.moves.length > 0) {
      recordBegun(key, { kind, grade, date, at: new Date().toISOString() });
    }
  }

  #update() {
    const scene = this.session.scene();
    const isLost = scene.outcome !== null && !scene.outcome.solved;
    const words = isLost ? [this.#lossOf(scene.outcome)] : this.view.reached(scene).map(this.render);
    this.status.showReached(words.join(" · "), isLost);
    this.controls.update();
    this.moves.update();
    document.body.classList.toggle("showing-solution", this.session.isShowingSolution);
  }

  /** @param {import("./view.js").Outcome | null} outcome */
  #lossOf(outcome) {
    return this.text("play.lost", { reason: outcome?.reason ?? this.text("play.no_way_on") });
  }

  /** @param {Change} change */
  #speak({ moved, undone, redone }) {
    const { session, play, live } = this;
    const { moves } = session.scene();
    if (moved !== null && moves.length > 0) {
      const before = session.positions.along(moves)[moves.length - 1];
      live.say(this.render(play.describe(before, moves[moves.length - 1])));
    } else if (undone || redone) {
      live.say(this.text(undone ? "play.undone" : "play.redone", { n: moves.length }));
    }
    live.say(this.layout.status.textContent ?? "");
  }

  /** @param {string} name */
  #inform(name) {
    this.notice.show({ topic: name, lines: [this.text(`play.${name}`)] });
  }

  /** Plays the moves that the address names, in one step: undo leads back to what was played before. */
  #takeMovesOfAddress() {
    const { source, session } = this;
    if (source.moves === null) {
      return;
    }
    const hadMoves = session.moves.length > 0;
    const line = source.address.includes("#") ? source.address : window.location.pathname + window.location.search;
    window.history.replaceState(null, "", line);
    const moves = this.#legalMoves(source.moves);
    session.goTo(moves ?? [], null, false);
    this.movesOfAddress = session.moves;
    if (moves === null || hadMoves) {
      const lines = [moves === null ? this.text("play.link_broken") : "", hadMoves ? this.text("play.link_over") : ""];
      this.notice.show({ topic: "link", lines: lines.filter((line) => line !== "") });
    }
  }

  /**
   * @param {string} text
   * @returns {readonly any[] | null} null where a move is not legal
   */
  #legalMoves(text) {
    try {
      return readMoves(this.play, this.source.puzzle, text);
    } catch (error) {
      if (error instanceof RangeError) {
        return null;
      }
      throw error;
    }
  }

  #listen() {
    const { session, saved, layout } = this;
    listenToKeys(this);
    for (const type of ["pointerdown", "pointerup", "pointercancel"]) {
      const note = () => (this.#isPressed = type === "pointerdown");
      window.addEventListener(type, note, { capture: true, passive: true });
    }
    saved.watch((stored) => this.#takeFromOtherTab(stored));
    watchChoices(() => this.#draw());
    window.addEventListener("lineworks-settings", () => this.#draw());
    layout.clock.addEventListener("click", () => choose({ clock: !choices().clock }));
    document.addEventListener("visibilitychange", () => this.#visibilityChanged());
    window.addEventListener("pagehide", () => this.#visibilityChanged());
    window.addEventListener("hashchange", () => window.location.reload());
    window.setInterval(() => this.#tick(), 1000);
    this.#runClock();
    this.#tick();
    session.onChange(() => this.#tick());
  }

  #tick() {
    const time = clockTime(this.stopwatch.seconds);
    const words = element("span", { class: "clock-time" }, time);
    if (this.layout.clock.textContent !== time) {
      fill(this.layout.clock, words);
      this.layout.clock.setAttribute("aria-label", this.text("play.clock", { time }));
    }
  }

  /** Runs the clock as long as the page is looked at and the puzzle is not solved. */
  #runClock() {
    if (document.visibilityState === "visible" && this.saved.progress.solved === undefined) {
      this.stopwatch.start();
    } else {
      this.stopwatch.stop();
    }
  }

  #visibilityChanged() {
    const isTaken = this.#takeFromOtherTab();
    this.#runClock();
    const isNew = this.#later !== undefined || this.stopwatch.seconds !== this.saved.progress.seconds;
    if (!isTaken && isNew && document.visibilityState === "hidden" && !this.session.isEmpty) {
      this.keep();
    }
  }

  /**
   * Takes over what another tab has kept, if that is newer. Returns whether it is.
   * @param {any} [stored]
   */
  #takeFromOtherTab(stored) {
    const isTaken = this.saved.take(this.session, stored) === "taken";
    if (isTaken) {
      this.#settled();
      this.stopwatch = new Stopwatch(this.saved.progress.seconds);
      this.#runClock();
      this.#draw();
      this.#update();
    }
    return isTaken;
  }

  /** There is nothing left that waits. */
  #settled() {
    window.clearTimeout(this.#later);
    this.#later = undefined;
    this.#unspoken = null;
  }
}
