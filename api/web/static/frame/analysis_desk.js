/**
 * The analysis of a game: holds the record, the board, the values and the computer together; knows no game.
 *
 * Every change ends up in `#changed`, which draws everything anew from the record.
 */

import { layOutAnalysis } from "./analysis_layout.js";
import { LiveRegion } from "./announcements.js";
import { ComputerPlayer } from "./computer_player.js";
import { fill } from "./dom.js";
import { openGameText, openSetup } from "./analysis_dialogs.js";
import { GameRecord } from "./game_record.js";
import { PositionValues } from "./position_values.js";
import { post } from "./server.js";
import { viewSettings } from "./settings.js";
import { load, save } from "./storage.js";
import { render, textOf } from "./texts.js";
import { TurnList } from "./turn_list.js";
import { ValueGraph } from "./value_graph.js";
import { ValuedTurns } from "./valued_turns.js";

/**
 * @typedef {import("./analysis_game.js").AnalysisGame} AnalysisGame
 * @typedef {import("../games/play.js").Part} Part
 *
 * @typedef {{game: string, language: string, query: string, name: string, rules: string}} PageData
 */

const CHOICES = "input[type=radio], input[type=checkbox]";
const FIELDS = "input:not([type=radio], [type=checkbox]), textarea, select, dialog";

export class AnalysisDesk {
  #refused = 0;

  /**
   * @param {PageData} data
   * @param {AnalysisGame} game
   * @param {import("./texts.js").Catalogue} catalogue
   */
  constructor(data, game, catalogue) {
    this.data = data;
    this.game = game;
    this.saved = `analysis.${data.game}`;
    /** @type {(key: string, parts?: Readonly<Record<string, Part>>) => string} */
    this.anyText = (key, parts) => textOf(catalogue, key, parts);
    /** @type {import("./valued_turns.js").Text} */
    this.text = (name, parts) => textOf(catalogue, `page.analysis.${name}`, parts);
    /** @type {(part: Part) => string} */
    this.render = (part) => render(catalogue, part);
    /** @type {(path: string, body: object) => Promise<any>} */
    this.ask = async (path, body) => {
      const reply = await post(path, body, data.language);
      return reply.state === "answered" ? reply.answer : null;
    };
    this.record = new GameRecord(game);
    this.values = new PositionValues(game, this.ask);
    this.computer = new ComputerPlayer(game, this.ask);
    this.showsValues = true;
    this.board = game.createBoard(this.#boardContext());
    this.graph = new ValueGraph((at) => this.goTo(at));
    this.turns = new TurnList(this.text, (at) => this.goTo(at));
    this.valued = new ValuedTurns(this.text, (turn) => this.play(turn));
    this.layout = layOutAnalysis(this);
    this.live = new LiveRegion(this.layout.live);
  }

  open() {
    const isBroken = !this.#takeAddress();
    this.layout.show();
    window.addEventListener("hashchange", () => {
      if (window.location.hash.slice(1) !== this.record.fragment) {
        this.#begin(!this.#takeAddress());
      }
    });
    window.addEventListener("online", () => this.#changed());
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#begin(isBroken);
  }

  /** @param {boolean} isBroken whether the address names a game that is none */
  #begin(isBroken) {
    this.#changed();
    if (isBroken) {
      this.refuse(this.text("address_broken"));
    }
  }

  /** @param {any} turn */
  play(turn) {
    const { record, game } = this;
    const position = record.position;
    record.play(turn);
    this.live.say(this.text("played", { player: game.player(position), turn: game.notation(position, turn) }));
    this.#changed();
  }

  /** @param {number} at */
  goTo(at) {
    this.record.goTo(at);
    const { last } = this.record;
    const turn = last ? this.game.notation(last.before, last.turn) : this.text("beginning");
    this.live.say(this.text("at_turn", { n: this.record.at, turn }));
    this.#changed();
  }

  /** Takes back the last turn, and the computer's answer to it. */
  takeBack() {
    const { record, computer } = this;
    const isMine = (/** @type {number} */ at) => !computer.plays(this.game.player(record.positions[at]));
    let at = record.at - 1;
    while (at > 0 && !isMine(at)) {
      at -= 1;
    }
    if (at >= 0) {
      record.goTo(at);
      record.cut();
      this.live.say(this.text("taken_back", { n: at }));
      this.#changed();
    }
  }

  /**
   * Begins a new game in a position.
   * @param {any} document
   */
  begin(document) {
    this.record.begin(document);
    this.live.say(this.text("new_game_begun"));
    this.#changed();
  }

  takeUpFormer() {
    this.record.takeUpFormer();
    this.#changed();
  }

  /**
   * Has the computer play a side, or none.
   * @param {string | null} side
   */
  setComputer(side) {
    this.computer.side = side;
    this.showsValues = side === null;
    this.#changed();
  }

  /** @param {number} strength */
  setStrength(strength) {
    this.computer.strength = strength;
    this.#changed();
  }

  /** @param {boolean} shows */
  setShowsValues(shows) {
    this.showsValues = shows;
    this.#changed();
  }

  setUp() {
    openSetup(this);
  }

  openText() {
    openGameText(this);
  }

  /** @param {string} text */
  takeText(text) {
    const bad = this.record.takeText(text);
    if (bad === null) {
      this.#changed();
    }
    return bad;
  }

  /** @param {string} words */
  refuse(words) {
    this.layout.refused.textContent = words;
    this.live.say(words);
    window.clearTimeout(this.#refused);
    this.#refused = window.setTimeout(() => fill(this.layout.refused), 5000);
  }

  /** @returns {import("./analysis_game.js").BoardContext} */
  #boardContext() {
    return {
      text: this.anyText,
      render: this.render,
      play: (turn) => this.play(turn),
      refuse: (phrase) => this.refuse(this.render(phrase)),
      say: (phrase) => this.live.say(this.render(phrase)),
      motion: () => viewSettings().motion,
    };
  }

  #changed() {
    const { record, computer } = this;
    const { position, last } = record;
    fill(this.layout.refused);
    computer.cancel();
    const isComputers = this.#isComputersTurn();
    this.board.show(position, last, isComputers || this.game.end(position) !== null);
    this.#keep();
    this.#update();
    if (isComputers) {
      void this.#answer();
    }
    if (this.showsValues) {
      void this.#fill();
    }
  }

  #isComputersTurn() {
    const { record, game, computer } = this;
    return record.isAtEnd && game.end(record.position) === null && computer.plays(game.player(record.position));
  }

  async #answer() {
    const { computer, record, layout } = this;
    const position = record.position;
    layout.think(true);
    const turn = await computer.choose(position);
    layout.think(false);
    if (turn === undefined) {
      // Something else has been asked for since.
      return;
    }
    if (turn === null) {
      this.refuse(this.text("unreachable"));
      return;
    }
    this.board.replay(position, turn, () => record.position === position && record.isAtEnd && this.play(turn));
  }

  /** Asks for the values of all positions, that where one is first. */
  async #fill() {
    const { values, record } = this;
    const { position } = record;
    if (this.game.end(position) === null) {
      await values.analyse(position);
      if (record.position !== position) {
        return;
      }
      this.#update();
      this.#sayValue();
    }
    await values.fill(record.positions, () => this.#update());
  }

  #sayValue() {
    const words = this.#valueWords();
    if (words) {
      this.live.say(words);
    }
  }

  /** What best play leads to from where one is, in words. */
  #valueWords() {
    const { position } = this.record;
    const value = this.values.valueOf(position);
    if (value === null || this.game.end(position) !== null) {
      return "";
    }
    return this.text("best_play", { result: this.#result(value) });
  }

  /**
   * @param {number} value the first player's
   * @returns {string}
   */
  #result(value) {
    const [first, second] = this.game.players;
    return value === 0
      ? this.text("result_draw")
      : this.text("result_wins", { player: value > 0 ? first : second, n: Math.abs(value) });
  }

  #update() {
    const { record, game, layout, showsValues, values } = this;
    const { position } = record;
    const end = game.end(position);
    const words =
      end === null
        ? [this.text("to_move", { player: game.player(position) }), showsValues ? this.#valueWords() : ""]
        : [this.text("over", { result: this.#result(end.margin) })];
    layout.status.textContent = words.filter(Boolean).join(" · ");
    layout.update();
    this.turns.show(record, showsValues ? values : null);
    const notes = showsValues ? game.notes(position) : [];
    fill(layout.notes, ...notes.map((phrase) => layout.paragraph(this.render(phrase))));
    this.#updateValues(end !== null);
    const opinions = record.positions.map((each) => (showsValues ? values.valueOf(each) : null));
    const label = this.text("graph_label", { n: record.turns.length, now: words.filter(Boolean).join(", ") });
    this.graph.show(opinions, record.at, game.players, { label, unknown: this.text("graph_unknown") });
  }

  /** @param {boolean} isOver */
  #updateValues(isOver) {
    const { record, game, layout, values, valued } = this;
    const { position } = record;
    const key = `${game.writeLine(game.document(position))}${isOver}`;
    const notation = (/** @type {any} */ turn) => game.notation(position, turn);
    const analysis = values.known(position);
    const isPlaying = this.#isComputersTurn();
    let words = "";
    if (!this.showsValues || isOver || isPlaying) {
      words = isOver ? "" : this.text(isPlaying ? "computers_turn" : "hidden");
      valued.clear();
    } else if (analysis === null) {
      words = this.text("asking");
    } else if (analysis.moves) {
      valued.show(`${key} valued`, analysis.moves, notation);
    } else {
      const { retry, reason } = analysis;
      words = retry ? this.text(`${retry}_values`) : this.text("unknown", { reason: reason ?? "" });
      valued.showUnvalued(`${key} unvalued`, game.turns(position), notation);
    }
    layout.valuesNote.textContent = words;
  }

  /** Keeps the game in the address and on the device. */
  #keep() {
    const { computer, showsValues } = this;
    const { fragment } = this.record;
    const { side, strength, seed } = computer;
    window.history.replaceState(null, "", `${window.location.pathname}${window.location.search}#${fragment}`);
    save(this.saved, { fragment, side, strength, seed, showsValues });
  }

  /** @returns {boolean} false where the address names a game that is none */
  #takeAddress() {
    const { hash } = window.location;
    if (hash.length > 1) {
      return this.record.takeFragment(hash);
    }
    // Who comes without an address goes on with what was left here.
    const saved = load(this.saved);
    if (saved) {
      const { fragment, side, strength, seed, showsValues } = saved;
      this.computer.restore({ side, strength, seed });
      this.showsValues = showsValues !== false;
      this.record.takeFragment(String(fragment));
    }
    return true;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target, ctrlKey, altKey, metaKey, key } = event;
    const isIn = (/** @type {string} */ names) => target instanceof Element && target.closest(names) !== null;
    const isOthers = isIn(FIELDS) || (isIn(CHOICES) && (key === " " || key.startsWith("Arrow")));
    if (isOthers || ctrlKey || altKey || metaKey || event.defaultPrevented) {
      return;
    }
    const isButton = isIn("button, a, summary");
    const wants = !(isButton && (key === "Enter" || key === " ")) && this.board.key(event);
    if (wants || this.#act(key)) {
      event.preventDefault();
    }
  }

  /** @param {string} key */
  #act(key) {
    const { record } = this;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.goTo(record.at - 1),
      ArrowRight: () => this.goTo(record.at + 1),
      u: () => this.takeBack(),
      v: () => this.setShowsValues(!this.showsValues),
    };
    const name = key.length === 1 ? key.toLowerCase() : key;
    if (!Object.hasOwn(actions, name)) {
      return false;
    }
    actions[name]();
    return true;
  }
}

