/**
 * Shows the solution, as moves that one can step through: the published one where it is open, and otherwise,
 * when it is asked for and confirmed, one that the service works out.
 */

import { confirm } from "./dialogs.js";
import { get, post } from "./server.js";

/** @typedef {import("./puzzle_player.js").PuzzlePlayer} PuzzlePlayer */

const TOPIC = "solution";
// How long each move is shown when the solution plays itself.
const STEP = 700;

export class SolutionShow {
  /** @type {number | undefined} */
  #timer;

  /** @param {PuzzlePlayer} player */
  constructor(player) {
    this.player = player;
  }

  /** Asks whether the solution is wanted; one who has solved the puzzle is not asked. */
  ask() {
    const { player } = this;
    if (player.saved.progress.solved !== undefined) {
      void this.#find();
      return;
    }
    const isOpen = player.data.solution_url !== null;
    confirm(
      {
        title: player.text("play.solution"),
        question: player.text(isOpen ? "play.solution_confirm" : "play.solution_confirm_solve"),
        yes: player.text("play.solution_yes"),
        no: player.text("play.cancel"),
      },
      () => void this.#find(),
    );
  }

  async #find() {
    const { player } = this;
    const { data, source, notice } = player;
    const isOpen = data.solution_url !== null;
    notice.show({ topic: TOPIC, lines: [player.text(isOpen ? "play.solution_fetching" : "play.solving")] });
    const reply = isOpen
      ? await get(String(data.solution_url))
      : await post("solve", { puzzle: source.request, goal: "best" }, data.language);
    if (notice.topic !== TOPIC) {
      return;
    }
    if (reply.state !== "answered") {
      const name = reply.state === "unreachable" ? "solution_unreachable" : "solution_unknown";
      notice.show({ topic: TOPIC, lines: [player.text(`play.${name}`)] });
    } else if (reply.answer.solution) {
      this.#show(reply.answer.solution);
    } else {
      this.#sayNone(reply.answer);
    }
  }

  /** @param {{status: string, reason: string | null}} answer */
  #sayNone({ status, reason }) {
    const { player } = this;
    const isImpossible = status === "impossible";
    const lines = [player.text(isImpossible ? "play.solution_impossible" : "play.solution_unknown")];
    player.notice.show({ topic: TOPIC, lines: isImpossible && reason ? [...lines, reason] : lines });
  }

  /** @param {object} solution */
  #show(solution) {
    const { player } = this;
    player.countSolution();
    player.session.showSolution(player.kindPage.movesOf(player.source.puzzle, solution));
    player.notice.show({
      topic: TOPIC,
      title: player.text("play.solution"),
      lines: [player.text("play.solution_steps")],
      actions: [
        { text: player.text("play.solution_run"), act: () => this.#run(), keep: true },
        { text: player.text("play.solution_end"), act: () => this.#end(), main: true },
      ],
      onClose: () => this.#end(),
    });
  }

  /** Plays the solution move by move, from the start where it is at its end. */
  #run() {
    const { session } = this.player;
    window.clearInterval(this.#timer);
    if (!session.canRedo) {
      session.goToListed(0);
    }
    this.#timer = window.setInterval(() => {
      if (session.isShowingSolution && session.canRedo) {
        session.redo();
      } else {
        window.clearInterval(this.#timer);
      }
    }, STEP);
  }

  #end() {
    window.clearInterval(this.#timer);
    this.player.session.hideSolution();
  }
}
