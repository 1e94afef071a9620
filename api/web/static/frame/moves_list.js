/** The list of the moves: each can be gone to, those that were taken back included. */

import { element } from "./dom.js";
import { isSame } from "./history.js";

/** @typedef {import("./puzzle_player.js").PuzzlePlayer} PuzzlePlayer */

export class MovesList {
  /** @type {readonly any[]} */
  #moves = [];

  /** @param {PuzzlePlayer} player */
  constructor(player) {
    this.player = player;
    this.list = element("ol", { class: "moves" });
    this.empty = element("p", { class: "soft" }, player.text("play.no_moves"));
    this.element = element("div", { class: "moves-place" }, this.empty, this.list);
  }

  /** Brings the list up to date; items of moves that are as they were stay. */
  update() {
    const { session } = this.player;
    const moves = session.listed;
    const positions = session.positions.along(moves);
    let same = 0;
    while (same < moves.length && same < this.#moves.length && isSame(moves[same], this.#moves[same])) {
      same += 1;
    }
    [...this.list.children].slice(same).forEach((item) => item.remove());
    moves.slice(same).forEach((move, i) => this.list.append(this.#item(positions[same + i], move, same + i)));
    this.#moves = moves;
    this.empty.hidden = moves.length > 0;
    this.#markItems();
  }

  #markItems() {
    const { session } = this.player;
    const { reached, marked } = session;
    [...this.list.children].forEach((item, i) => {
      item.classList.toggle("ahead", i >= reached);
      item.classList.toggle("wrong", !session.isShowingSolution && i === marked);
      const button = item.firstElementChild;
      button?.toggleAttribute("aria-current", i === reached - 1);
      if (i === reached - 1) {
        button?.setAttribute("aria-current", "step");
        requestAnimationFrame(() => this.#scrollTo(item));
      }
    });
  }

  /**
   * Scrolls the list, and never the page.
   * @param {Element} item
   */
  #scrollTo(item) {
    const place = this.element.parentElement;
    if (place !== null && place.scrollHeight > place.clientHeight) {
      const [inner, outer] = [item.getBoundingClientRect(), place.getBoundingClientRect()];
      const over = Math.max(0, inner.bottom - outer.bottom) - Math.max(0, outer.top - inner.top);
      place.scrollTop += over;
    }
  }

  /**
   * @param {any} position the one in which the move is made
   * @param {any} move
   * @param {number} index
   */
  #item(position, move, index) {
    const { play, session } = this.player;
    const words = this.player.render(play.describe(position, move));
    const onclick = () => session.goToListed(index + 1);
    return element("li", {}, element("button", { type: "button", onclick }, words));
  }
}
