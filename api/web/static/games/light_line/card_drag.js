/** A card that is dragged: it follows the pointer, aims at a place, and snaps in where it comes near one. */

import { element } from "../../frame/dom.js";
import { placeAt } from "./camera.js";
import { cardSize } from "./table_board.js";
import { CARD_HEIGHT, CARD_WIDTH } from "./tubes.js";

/**
 * @typedef {import("./gestures.js").WindowPoint} WindowPoint
 * @typedef {import("./table_board.js").Place} Place
 * @typedef {import("./table_board.js").TableBoard} TableBoard
 *
 * Where a dragged card would go: the place, and whether it has snapped in there.
 * @typedef {{readonly place: Place | null, readonly isSnapped: boolean}} Aim
 *
 * isFree    whether a place is free
 * isBeside  whether it lies beside cards
 * aimed     called when the aim has changed
 * @typedef {object} Aiming
 * @property {(place: Place) => boolean} isFree
 * @property {(place: Place) => boolean} isBeside
 * @property {(aim: Aim) => void} aimed
 */

// How near a card comes to a place beside others before it snaps in, as a part of its size.
const SNAP = 0.42;
// A finger holds a card this far below its middle, so as not to hide it.
const LIFT = 0.42;
// Near the edge of the board the table moves along, when a card has been held there for a moment.
const EDGE = 26;
const EDGE_SPEED = 7;
const EDGE_TIME = 350;

export class CardDrag {
  #frame = 0;
  #atEdgeSince = Infinity;
  /** @type {WindowPoint} */
  #pointer = { x: 0, y: 0 };

  /**
   * @param {TableBoard} board
   * @param {SVGSVGElement} face the card as it is seen while it moves
   * @param {Aiming} aiming
   */
  constructor(board, face, { isFree, isBeside, aimed }) {
    this.board = board;
    this.isFree = isFree;
    this.isBeside = isBeside;
    this.aimed = aimed;
    this.grip = { x: 0.5, y: 0.5 };
    /** @type {Aim} */
    this.aim = { place: null, isSnapped: false };
    const patterns = board.element.classList.contains("patterns") ? "patterns" : "";
    const look = { class: `light-line light-ghost ${patterns}`, "aria-hidden": "true" };
    this.ghost = element("div", look, face);
  }

  /**
   * @param {WindowPoint} point
   * @param {{left: number, top: number, width: number, height: number}} card where the card is in the window
   * @param {boolean} isTouch
   */
  start(point, card, isTouch) {
    this.grip = { x: (point.x - card.left) / card.width, y: (point.y - card.top) / card.height };
    if (isTouch) {
      this.grip = { x: 0.5, y: 0.5 + LIFT };
    }
    this.board.beginDrag();
    document.body.append(this.ghost);
    this.move(point);
  }

  /** @param {WindowPoint} point */
  move(point) {
    this.#pointer = point;
    const { width, height } = cardSize(this.board.view.scale);
    const left = point.x - this.grip.x * width;
    const top = point.y - this.grip.y * height;
    const aim = this.#aimAt({ x: left + width / 2, y: top + height / 2 }, point);
    const isPushing = this.#push().some(Boolean);
    this.ghost.style.width = `${width}px`;
    this.ghost.style.transform = `translate3d(${left}px, ${top}px, 0)`;
    this.#take(aim);
    if (!isPushing) {
      this.#atEdgeSince = Infinity;
    } else if (this.#frame === 0) {
      this.#atEdgeSince = performance.now();
      this.#frame = requestAnimationFrame(() => this.#pushOn());
    }
  }

  /**
   * @param {WindowPoint} middle of the card
   * @param {WindowPoint} point
   * @returns {Aim}
   */
  #aimAt(middle, point) {
    if (!this.board.contains(middle) && !this.board.contains(point)) {
      return { place: null, isSnapped: false };
    }
    const at = this.board.pointAt(middle);
    const { row, col } = placeAt(at);
    const steps = [-1, 0, 1];
    const around = steps.flatMap((down) => steps.map((right) => ({ row: row + down, col: col + right })));
    const free = around.filter(this.isFree).sort((one, other) => farFrom(at, one) - farFrom(at, other));
    const place = free.find((spot) => this.isBeside(spot) && farFrom(at, spot) < SNAP) ?? free[0] ?? null;
    return { place, isSnapped: place !== null && this.isBeside(place) && farFrom(at, place) < SNAP };
  }

  /** @param {Aim} aim */
  #take(aim) {
    const before = this.aim;
    const isSame = before.place?.row === aim.place?.row && before.place?.col === aim.place?.col;
    if (!isSame || before.isSnapped !== aim.isSnapped) {
      this.aim = aim;
      this.ghost.classList.toggle("snapped", aim.isSnapped);
      this.ghost.classList.toggle("off", aim.place === null);
      this.aimed(aim);
    }
  }

  /** How far the table has to move, as the pointer is near the board's edge. */
  #push() {
    const { left, top, right, bottom } = this.board.box;
    const { x, y } = this.#pointer;
    if (!this.board.contains(this.#pointer)) {
      return [0, 0];
    }
    const along = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high) =>
      at - low < EDGE ? EDGE_SPEED : high - at < EDGE ? -EDGE_SPEED : 0;
    return [along(x, left, right), along(y, top, bottom)];
  }

  #pushOn() {
    const [dx, dy] = this.#push();
    this.#frame = 0;
    if (dx || dy) {
      this.#frame = requestAnimationFrame(() => this.#pushOn());
      if (performance.now() - this.#atEdgeSince > EDGE_TIME) {
        this.board.pan(dx, dy);
        this.move(this.#pointer);
      }
    }
  }

  /** Where the card is on the table now. */
  get corner() {
    const { x, y } = this.#pointer;
    const { width, height } = cardSize(this.board.view.scale);
    return this.board.pointAt({ x: x - this.grip.x * width, y: y - this.grip.y * height });
  }

  end() {
    this.board.endDrag();
    cancelAnimationFrame(this.#frame);
    this.ghost.remove();
  }
}

/**
 * How far a point is from the middle of a place, as a part of a card's size.
 * @param {{x: number, y: number}} point
 * @param {Place} place
 */
function farFrom({ x, y }, { row, col }) {
  return Math.max(Math.abs(x / CARD_WIDTH - col - 0.5), Math.abs(y / CARD_HEIGHT - row - 0.5));
}
