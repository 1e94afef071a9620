/** A card that is carried over the page, or flies over it. */

import { element } from "../../frame/dom.js";
import { cardTile } from "./shapes.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Heading} Heading
 */

/**
 * How far a card is turned, in degrees, that the line enters with a heading.
 * @type {Readonly<Record<Heading, number>>}
 */
const QUARTERS = { N: 0, E: 90, S: 180, W: -90 };

const FLIGHT = 170;

export class LooseCard {
  /**
   * @param {Card} card
   * @param {number} size in pixels
   * @param {number} [player] whose it is, where there are several
   */
  constructor(card, size, player) {
    this.size = size;
    this.element = element("div", { class: "eol-loose", "aria-hidden": "true" }, cardTile(card, false));
    this.element.style.width = `${size}px`;
    if (player !== undefined) {
      this.element.dataset.player = String(player + 1);
    }
    document.body.append(this.element);
  }

  /**
   * @param {number} x the middle
   * @param {number} y
   * @param {Heading | null} entry the heading with which the line would enter it; null where it does not fit
   */
  moveTo(x, y, entry) {
    const middle = `translate(${x - this.size / 2}px, ${y - this.size / 2}px)`;
    this.element.style.transformOrigin = "50% 50%";
    this.element.style.transform = `${middle} rotate(${QUARTERS[entry ?? "N"]}deg)`;
    this.element.classList.toggle("fits", entry !== null);
  }

  /**
   * Flies to a place, turning on the way, and is gone.
   * @param {DOMRect} from
   * @param {DOMRect} to
   * @param {Heading} entry the heading with which the line enters it there
   */
  fly(from, to, entry) {
    const half = this.size / 2;
    const at = (/** @type {DOMRect} */ { left, top, width }, /** @type {number} */ angle) =>
      `translate(${left}px, ${top}px) scale(${width / this.size})` +
      ` translate(${half}px, ${half}px) rotate(${angle}deg) translate(${-half}px, ${-half}px)`;
    const keyframes = [{ transform: at(from, 0) }, { transform: at(to, QUARTERS[entry]), opacity: 0.6 }];
    const flight = this.element.animate(keyframes, { duration: FLIGHT, easing: "ease-in-out" });
    flight.finished.then(() => this.remove(), () => this.remove());
  }

  remove() {
    this.element.remove();
  }
}
