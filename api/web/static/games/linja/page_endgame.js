/**
 * The page of linja.endgame: a turn is made on the board, the service holds it against the goal, and after a
 * wrong one the other side plays its best answer, slowly.
 */

import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { analysisAddress } from "./addresses.js";
import { opponent } from "./board.js";
import { ENDGAME } from "./endgame.js";
import { beginTurn } from "./play.js";
import { SlowTurn } from "./slow_turn.js";
import { TurnBoard } from "./turn_board.js";
import { stageOf, stepOf } from "./turn_choices.js";
import { movesOfTurn, notationOf } from "./turn_moves.js";
import { TurnStrip } from "./turn_strip.js";

/**
 * @typedef {import("./board.js").Player} Player
 * @typedef {import("./endgame.js").EndgamePuzzle} EndgamePuzzle
 * @typedef {import("./play.js").TurnMove} TurnMove
 * @typedef {import("./play.js").TurnPosition} TurnPosition
 * @typedef {import("../play.js").Phrase} Phrase
 * @typedef {import("../../frame/view.js").ViewContext<EndgamePuzzle, TurnPosition, TurnMove>} Context
 * @typedef {import("../../frame/view.js").View<TurnPosition, TurnMove>} View
 * @typedef {import("../../frame/view.js").Scene<TurnPosition, TurnMove>} Scene
 */

const SECONDS = 4;

class EndgameView {
  /** @type {Scene | null} */
  #scene = null;
  #slowly = new SlowTurn();
  /** @type {TurnPosition | null} the other side's answer to a wrong turn, as far as it is shown */
  #answer = null;
  /** @type {string} the turn that was answered last */
  #answered = "";
  /** @type {string[]} */
  #tried = [];

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    const { text, render, make, refuse, say } = context;
    this.turnBoard = new TurnBoard({
      text, render, make, refuse, say,
      motion: () => context.settings().motion,
      selected: () => this.#showStrip(),
    }); // prettier-ignore
    this.strip = new TurnStrip(text, make);
    this.message = element("p", { class: "linja-message" });
    this.actions = element("div", { class: "linja-buttons" });
    this.tried = element("p", { class: "linja-tried" });
    const verdict = element("div", { class: "linja-verdict" }, this.message, this.actions);
    this.tools = element("div", { class: "linja-tools" }, this.strip.element, verdict, this.tried);
    this.board = this.turnBoard.element;
    this.show = this.show.bind(this);
    this.key = this.key.bind(this);
    this.celebrate = this.celebrate.bind(this);
  }

  get keys() {
    const { text } = this.context;
    return [
      { keys: "↑ ↓", text: text("linja.page.keys.rows") },
      { keys: "Enter", text: text("linja.page.keys.enter") },
      { keys: "0 – 7", text: text("linja.page.keys.numbers") },
      { keys: "← →", text: text("linja.page.keys.sides") },
      { keys: "N", text: text("linja.page.keys.no_extra") },
      { keys: "Esc", text: text("linja.page.keys.escape") },
    ];
  }

  hints = ["first", "second", "extra"].map((name) => phrase(`linja.page.hint.${name}`));

  /** @param {Scene} scene */
  show(scene) {
    const turn = scene.outcome ? notationOf(scene.position) : "";
    if (turn !== this.#answered || scene.locked) {
      this.#slowly.cancel();
      this.#answer = null;
      this.#answered = "";
    }
    this.#scene = scene;
    this.#showBoard(scene);
    this.#showStrip();
    this.#showVerdict(scene);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  key(event) {
    const scene = this.#scene;
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    const isExtra = scene !== null && !scene.locked && stageOf(scene.position) === "extra";
    if (isExtra && isPlain && event.key.toLowerCase() === "n") {
      this.context.make({ extra: null });
      return true;
    }
    return this.turnBoard.key(event);
  }

  /**
   * Who is ahead now.
   * @param {Scene} scene
   * @returns {Phrase[]}
   */
  reached({ position: { board, options } }) {
    return [standing(board.margin("A", options))];
  }

  celebrate() {
    this.turnBoard.celebrate();
  }

  /** @param {Scene} scene */
  #showBoard(scene) {
    if (this.#answer) {
      return;
    }
    const before = scene.last && scene.moves.length ? this.#positionBefore(scene) : null;
    const last = before && scene.last ? stepOf(before, scene.last) : null;
    this.turnBoard.show({ position: scene.position, last, locked: scene.locked });
  }

  /** @param {Scene} scene */
  #positionBefore({ moves }) {
    return moves.slice(0, -1).reduce(ENDGAME.after, ENDGAME.begin(this.context.puzzle));
  }

  #showStrip() {
    if (this.#scene) {
      const { position, locked } = this.#scene;
      this.strip.show(this.#answer ?? position, this.turnBoard.goals, locked);
    }
  }

  /** @param {Scene} scene */
  #showVerdict(scene) {
    const { outcome, verdict, locked, position } = scene;
    const isOver = outcome && (verdict?.valid || locked);
    fill(this.actions, isOver && this.#analyseLink());
    this.tools.classList.toggle("linja-judged", Boolean(outcome) && !locked);
    if (!outcome || locked) {
      this.#say(null);
    } else if (verdict === null) {
      // The frame says it where nobody can judge the turn.
      this.#say(phrase("linja.page.judging", { turn: notationOf(position) }));
    } else if (verdict.valid) {
      this.#say(phrase("linja.page.right", { turn: notationOf(position) }), "good");
    } else {
      this.#wrong(scene, verdict);
    }
    const hasTried = this.#tried.length > 0 && !verdict?.valid && !locked;
    fill(this.tried, hasTried && this.context.text("linja.page.tried", { turns: this.#tried }));
  }

  /**
   * @param {Scene} scene
   * @param {import("../../frame/view.js").Verdict} verdict
   */
  #wrong({ position }, verdict) {
    const turn = notationOf(position);
    if (!this.#tried.includes(turn)) {
      this.#tried.push(turn);
    }
    this.#offerAgain();
    if (turn !== this.#answered) {
      this.#answered = turn;
      this.#say(phrase("linja.page.wrong", { turn }), "wrong", verdict.violations[0]?.message);
      void this.#refute(position);
    }
  }

  #offerAgain() {
    const { text, goTo } = this.context;
    const again = { type: "button", class: "button main", onclick: () => goTo([]) };
    fill(this.actions, element("button", again, text("linja.page.again")));
  }

  /**
   * Has the other side make its best turn.
   * @param {TurnPosition} position after the wrong turn
   */
  async #refute({ before, board, player, options, turn }) {
    if (board.over) {
      return;
    }
    const { A, B } = board;
    const other = opponent(player);
    const puzzle = { ...this.context.puzzle, A, B, to_move: other, goal: "margin" };
    const wrong = this.#answered;
    const answer = await this.context.ask("solve", { puzzle, moves: true, seconds: SECONDS });
    const best = answer?.moves?.[0];
    if (!best || wrong !== this.#answered || before === board || !turn) {
      return;
    }
    const start = beginTurn(board, other, options);
    this.#slowly.play(
      start,
      movesOfTurn(start, best.turn),
      (after, last) => this.#showAnswer(after, last),
      (after) => this.#concluded(after, other, best.value),
    );
  }

  /**
   * @param {TurnPosition} position
   * @param {import("./board_drawing.js").Step | null} last
   */
  #showAnswer(position, last) {
    this.#answer = position;
    this.turnBoard.show({ position, last, locked: true });
    this.#showStrip();
    this.#say(phrase("linja.page.answers", { player: position.player, turn: notationOf(position) }), "wrong");
  }

  /**
   * @param {TurnPosition} position
   * @param {Player} player who has answered
   * @param {number} value
   */
  #concluded(position, player, value) {
    const parts = { player, turn: notationOf(position), result: result(player, value) };
    this.#say(phrase("linja.page.refuted", parts), "wrong");
  }

  /**
   * @param {Phrase | null} words
   * @param {string} tone
   * @param {string} [more]
   */
  #say(words, tone = "plain", more = "") {
    const said = words === null ? "" : `${this.context.render(words)} ${more}`.trim();
    if (said && said !== this.message.textContent) {
      this.context.say(phrase("linja.page.said", { words: said }));
    }
    this.message.className = `linja-message linja-message-${tone}`;
    this.message.textContent = said;
  }

  #analyseLink() {
    const { puzzle, text } = this.context;
    const turn = this.#scene && notationOf(this.#scene.position);
    const href = analysisAddress(puzzle, turn ? [turn] : []);
    return element("a", { class: "button", href }, text("linja.page.analyse"));
  }
}

/**
 * Who is ahead by how much.
 * @param {number} margin A's
 * @returns {Phrase}
 */
export function standing(margin) {
  if (margin === 0) {
    return phrase("linja.drawing.nobody_ahead");
  }
  return phrase("linja.drawing.ahead", { player: margin > 0 ? "A" : "B", by: Math.abs(margin) });
}

/**
 * Who wins by how much.
 * @param {Player} player
 * @param {number} value
 * @returns {Phrase}
 */
export function result(player, value) {
  if (value === 0) {
    return phrase("linja.drawing.nobody_wins");
  }
  return phrase("linja.drawing.wins", { player: value > 0 ? player : opponent(player), by: Math.abs(value) });
}

/** @type {import("../../frame/view.js").KindPage<EndgamePuzzle, TurnPosition, TurnMove>} */
export const PAGE = {
  play: ENDGAME,
  createView: (context) => new EndgameView(context),
  movesOf: (puzzle, solution) => movesOfTurn(ENDGAME.begin(puzzle), solution.turn),
  needsVerdict: true,
  saysVerdict: true,
};
