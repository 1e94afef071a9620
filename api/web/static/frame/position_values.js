/**
 * What the service says of positions: every turn with its value. Each position is asked for once.
 *
 * Values are those of the player who makes the turn; a position's value is the first player's.
 */

/**
 * @typedef {import("./analysis_game.js").AnalysisGame} AnalysisGame
 *
 * A turn with its value; how many different positions the other player's answers lead to, and how many of them
 * keep the value.
 * @typedef {{turn: any, value: number, answers: number | null, keeping: number | null}} ValuedTurn
 *
 * `moves` is null where values are not known, for the reason; `retry`: because nobody could be reached, or because
 * the time ran out each time.
 * @typedef {{moves: readonly ValuedTurn[] | null, reason: string | null, retry?: Obstacle}} Analysis
 * @typedef {"unreachable" | "slow"} Obstacle
 */

const SECONDS = 4;
// How often the service is asked for values that take long: a table that it has begun to load is soon there.
const ATTEMPTS = 3;
// The reason that the service gives where the time ran out.
const OUT_OF_TIME = "time";
// Between two questions for the graph, so that those of the reader come first.
const PAUSE = 60;

export class PositionValues {
  /** @type {Map<string, Analysis>} */
  #known = new Map();
  /** @type {Map<string, Promise<Analysis>>} */
  #asked = new Map();
  #filling = 0;

  /**
   * @param {AnalysisGame} game
   * @param {(path: string, body: object) => Promise<any>} ask
   */
  constructor(game, ask) {
    this.game = game;
    this.ask = ask;
  }

  /**
   * What is known of a position already; null where it has not been asked for.
   * @param {any} position
   */
  known(position) {
    return this.#known.get(this.#key(position)) ?? null;
  }

  /**
   * The value of a position for the first player; null where it is not known.
   * @param {any} position
   * @returns {number | null}
   */
  valueOf(position) {
    const end = this.game.end(position);
    if (end !== null) {
      return end.margin;
    }
    const best = this.known(position)?.moves?.[0];
    return best === undefined ? null : this.sign(position) * best.value;
  }

  /**
   * 1 where the first player is to move, else -1.
   * @param {any} position
   */
  sign(position) {
    return this.game.player(position) === this.game.players[0] ? 1 : -1;
  }

  /**
   * @param {any} position
   * @returns {Promise<Analysis>}
   */
  async analyse(position) {
    const key = this.#key(position);
    const known = this.#known.get(key);
    if (known !== undefined && !known.retry) {
      return known;
    }
    const asked = this.#asked.get(key) ?? this.#question(key, position);
    this.#asked.set(key, asked);
    return asked;
  }

  /**
   * Asks for the values of positions one after the other; calls `found` after each. A later call ends it.
   * @param {readonly any[]} positions
   * @param {() => void} found
   */
  async fill(positions, found) {
    const turn = ++this.#filling;
    for (const position of [...positions].reverse()) {
      if (this.game.end(position) !== null || this.known(position) !== null) {
        continue;
      }
      const { retry } = await this.analyse(position);
      if (turn !== this.#filling) {
        return;
      }
      found();
      if (retry) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  /**
   * @param {string} key
   * @param {any} position
   */
  async #question(key, position) {
    const analysis = await this.#answer({ puzzle: this.game.document(position), seconds: SECONDS });
    this.#known.set(key, analysis);
    this.#asked.delete(key);
    return analysis;
  }

  /**
   * @param {object} body
   * @returns {Promise<Analysis>}
   */
  async #answer(body) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const answer = await this.ask("analyse", body);
      if (answer === null || !("moves" in answer)) {
        return { moves: null, reason: null, retry: "unreachable" };
      }
      if (answer.reason !== OUT_OF_TIME) {
        return answer;
      }
    }
    return { moves: null, reason: null, retry: "slow" };
  }

  /** @param {any} position */
  #key(position) {
    return this.game.writeLine(this.game.document(position));
  }
}
