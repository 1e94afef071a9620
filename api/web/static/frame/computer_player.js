/** The computer as a player: which side it plays, how well, and its turns, which the service chooses. */

/** @typedef {import("./analysis_game.js").AnalysisGame} AnalysisGame */

export const STRENGTHS = [1, 2, 3, 4, 5];
const USUAL_STRENGTH = 3;

export class ComputerPlayer {
  #question = 0;

  /**
   * @param {AnalysisGame} game
   * @param {(path: string, body: object) => Promise<any>} ask
   */
  constructor(game, ask) {
    this.game = game;
    this.ask = ask;
    /** @type {string | null} */
    this.side = null;
    this.strength = USUAL_STRENGTH;
    this.seed = randomSeed();
  }

  /** @param {{side: unknown, strength: unknown, seed: unknown}} saved */
  restore({ side, strength, seed }) {
    this.side = this.game.players.find((player) => player === side) ?? null;
    this.strength = STRENGTHS.find((each) => each === strength) ?? USUAL_STRENGTH;
    this.seed = Number.isSafeInteger(seed) ? Number(seed) : randomSeed();
  }

  /** @param {string} player */
  plays(player) {
    return this.side === player;
  }

  /** The turn that is being thought about is no longer wanted. */
  cancel() {
    this.#question += 1;
  }

  /**
   * Chooses a turn.
   * @param {any} position
   * @returns {Promise<any>} null where nobody can be reached; undefined where it is no longer wanted
   */
  async choose(position) {
    const question = ++this.#question;
    const puzzle = this.game.document(position);
    const answer = await this.ask("reply", { puzzle, strength: this.strength, seed: this.seed });
    if (question !== this.#question) {
      return undefined;
    }
    return answer?.solution?.turn ?? null;
  }
}

function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
