/**
 * The record of a game: where it began, the turns, and where one looks at it.
 *
 * A turn made in the middle replaces those behind it; the game that was so left can be taken up again.
 */

/**
 * @typedef {import("./analysis_game.js").AnalysisGame} AnalysisGame
 *
 * A game that was left for another.
 * @typedef {{readonly document: any, readonly turns: readonly any[], readonly at: number}} Line
 */

const BETWEEN = ";";

export class GameRecord {
  /** @type {any} */
  #document;
  /** @type {readonly any[]} */
  #turns = [];
  /** @type {any[]} */
  #positions = [];
  /** @type {Line | null} */
  #former = null;

  /** @param {AnalysisGame} game */
  constructor(game) {
    this.game = game;
    this.at = 0;
    this.begin(game.start);
  }

  get document() {
    return this.#document;
  }

  get turns() {
    return this.#turns;
  }

  /** The positions before each turn and after the last one. */
  get positions() {
    return this.#positions;
  }

  get position() {
    return this.#positions[this.at];
  }

  get isAtEnd() {
    return this.at === this.#turns.length;
  }

  get former() {
    return this.#former;
  }

  /** The turn that led to where one looks, and the position before it; null at the beginning. */
  get last() {
    return this.at === 0 ? null : { before: this.#positions[this.at - 1], turn: this.#turns[this.at - 1] };
  }

  /**
   * The turn as people write it.
   * @param {number} index
   */
  notation(index) {
    return this.game.notation(this.#positions[index], this.#turns[index]);
  }

  /**
   * Begins a new game. Throws where a turn is not legal, and changes nothing then.
   * @param {any} document
   * @param {readonly any[]} turns
   * @param {number} at
   */
  begin(document, turns = [], at = turns.length) {
    const positions = [this.game.begin(document)];
    turns.forEach((turn) => positions.push(this.game.after(positions[positions.length - 1], turn)));
    if (this.#turns.length > 0) {
      this.#former = { document: this.#document, turns: this.#turns, at: this.at };
    }
    this.#document = document;
    this.#turns = turns;
    this.#positions = positions;
    this.at = Math.min(Math.max(0, at), turns.length);
  }

  /** Takes up the game that was left last; the present one is the one left then. */
  takeUpFormer() {
    if (this.#former !== null) {
      const { document, turns, at } = this.#former;
      this.begin(document, turns, at);
    }
  }

  /** @param {any} turn a legal one where one looks */
  play(turn) {
    const next = this.#turns[this.at];
    if (next !== undefined && JSON.stringify(next) === JSON.stringify(turn)) {
      this.at += 1;
      return;
    }
    const position = this.game.after(this.position, turn);
    if (!this.isAtEnd) {
      this.#former = { document: this.#document, turns: this.#turns, at: this.at };
    }
    this.#turns = [...this.#turns.slice(0, this.at), turn];
    this.#positions = [...this.#positions.slice(0, this.at + 1), position];
    this.at += 1;
  }

  /** @param {number} at */
  goTo(at) {
    this.at = Math.min(Math.max(0, at), this.#turns.length);
  }

  /** Takes back all turns behind where one looks. */
  cut() {
    if (!this.isAtEnd) {
      this.begin(this.#document, this.#turns.slice(0, this.at));
    }
  }

  /** The game in an address: where it began, its turns, and where one looks unless that is the end. */
  get fragment() {
    const words = this.#turns.map((_, i) => encodeURIComponent(this.notation(i)).replaceAll("%20", "+"));
    const parts = [this.game.writeLine(this.#document), words.join(BETWEEN), this.isAtEnd ? "" : String(this.at)];
    while (parts.length > 1 && parts[parts.length - 1] === "") {
      parts.pop();
    }
    return parts.join("~");
  }

  /**
   * Takes the game of an address. Returns whether it is one; changes nothing otherwise.
   * @param {string} fragment
   */
  takeFragment(fragment) {
    const [line, turns = "", at = ""] = fragment.replace(/^#/, "").split("~");
    try {
      const document = this.game.readLine(decodeURIComponent(line));
      const words = turns === "" ? [] : turns.split(BETWEEN);
      return (
        document !== null &&
        this.#take(document, words.map((word) => decodeURIComponent(word.replaceAll("+", "%20"))), at)
      );
    } catch {
      return false;
    }
  }

  /**
   * The game as text: the line of text of where it began, and a turn a line.
   * @param {string} heading
   */
  text(heading) {
    const player = (/** @type {number} */ i) => this.game.player(this.#positions[i]);
    const lines = this.#turns.map((_, i) => `${i + 1}. ${player(i)}: ${this.notation(i)}`);
    return [heading, this.game.writeLine(this.#document), ...lines].filter(Boolean).join("\n");
  }

  /**
   * Takes a game from its text. Returns null, or the first line that could not be read.
   * @param {string} text
   * @returns {string | null}
   */
  takeText(text) {
    const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
    const first = lines.findIndex((line) => this.game.readLine(line) !== null);
    const document = first < 0 ? this.game.start : this.game.readLine(lines[first]);
    const rest = lines.slice(first + 1).map((line) => line.replace(/^\d+[.)]\s*/, "").replace(/^\S+:\s*/, ""));
    let position = this.game.begin(document);
    const turns = [];
    for (const [i, words] of rest.entries()) {
      const turn = this.game.end(position) === null ? this.game.readTurn(position, words) : null;
      if (turn === null) {
        return lines[first + 1 + i];
      }
      turns.push(turn);
      position = this.game.after(position, turn);
    }
    this.begin(document, turns);
    return null;
  }

  /**
   * @param {any} document
   * @param {readonly string[]} words
   * @param {string} at
   */
  #take(document, words, at) {
    let position = this.game.begin(document);
    const turns = [];
    for (const word of words) {
      const turn = this.game.end(position) === null ? this.game.readTurn(position, word) : null;
      if (turn === null) {
        return false;
      }
      turns.push(turn);
      position = this.game.after(position, turn);
    }
    this.begin(document, turns, at === "" ? turns.length : Number(at) || 0);
    return true;
  }
}
