/** Three short hints, in place, for the first puzzle of a kind that a reader sees; never again after that. */

import { element, fill } from "./dom.js";
import { load, save } from "./storage.js";

const NAME = "hints";

export class FirstHints {
  #index = -1;

  /** @param {import("./puzzle_player.js").PuzzlePlayer} player */
  constructor(player) {
    this.player = player;
    this.place = player.layout.hint;
  }

  get #seen() {
    const seen = load(NAME);
    return Array.isArray(seen) ? seen : [];
  }

  /** Shows the first hint, if this kind is new to the reader. */
  begin() {
    if (!this.#seen.includes(this.player.source.kind)) {
      this.#show(0);
    }
  }

  /** The reader has made a move, and so is done with what is shown. */
  moved() {
    if (this.#index >= 0) {
      this.#show(this.#index + 1);
    }
  }

  /** @param {number} index */
  #show(index) {
    const { view, live, render, text } = this.player;
    const hint = view.hints[index];
    if (hint === undefined) {
      this.#end();
      return;
    }
    this.#index = index;
    const isLast = index === view.hints.length - 1;
    const onclick = () => this.#show(index + 1);
    const next = element("button", { type: "button", class: "button", onclick });
    next.textContent = text(isLast ? "play.hints_end" : "play.hints_next");
    fill(this.place, element("p", {}, render(hint)), next);
    this.place.hidden = false;
    view.pointOut?.(index);
    live.say(render(hint));
  }

  #end() {
    const wasShown = this.#index >= 0;
    this.#index = -1;
    this.place.hidden = true;
    this.place.replaceChildren();
    this.player.view.pointOut?.(null);
    if (wasShown) {
      save(NAME, [...this.#seen, this.player.source.kind]);
    }
  }
}
