/** Moves cards by pointers: drags and taps, on the table and in the hand. */

import { placeAt } from "./camera.js";
import { CardDrag } from "./card_drag.js";
import { turnFace } from "./card_face.js";
import { followPointer, watchBoard } from "./gestures.js";
import { cardSize } from "./table_board.js";

/**
 * @typedef {import("./gestures.js").Follower} Follower
 * @typedef {import("./gestures.js").WindowPoint} WindowPoint
 * @typedef {import("./table_play.js").TablePlay} TablePlay
 * @typedef {{left: number, top: number, width: number, height: number}} Box
 */

const nothing = () => {};

export class CardPointers {
  /** @param {TablePlay} play */
  constructor(play) {
    this.play = play;
  }

  watch() {
    const { play } = this;
    const { board } = play;
    watchBoard(board.element, (down) => this.#downOnBoard(down), {
      zoom(factor, at, { dx, dy }) {
        board.pan(dx, dy);
        board.zoom(factor, board.pointOnBoard(at));
      },
      settle: nothing,
    });
    board.element.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && !event.buttons && play.held !== null && play.drag === null) {
        const place = placeAt(board.pointAt({ x: event.clientX, y: event.clientY }));
        play.aim(play.places.isOpen(place) ? place : null);
      }
    });
    play.hand.element.addEventListener("pointerdown", (event) => this.#downInHand(event));
  }

  /**
   * @param {PointerEvent} down
   * @returns {Follower}
   */
  #downOnBoard(down) {
    const { play } = this;
    const place = placeAt(play.board.pointAt({ x: down.clientX, y: down.clientY }));
    const id = play.places.cardAt(place);
    const tap = () => play.act(place, false);
    if (id === undefined || play.scene.isLocked || !play.game.isMovable(id)) {
      return this.#panning({ x: down.clientX, y: down.clientY }, tap);
    }
    return { ...this.#dragging(id, this.#boxOf(place)), tap, press: () => play.takeUp(id) };
  }

  /**
   * Where a place is in the window.
   * @param {import("./table_board.js").Place} place
   */
  #boxOf({ row, col }) {
    const { element, view } = this.play.board;
    const corner = element.getBoundingClientRect();
    const { width, height } = cardSize(view.scale);
    const left = corner.left + view.x + col * width;
    return { left, top: corner.top + view.y + row * height, width, height };
  }

  /**
   * @param {WindowPoint} from
   * @param {() => void} tap
   * @returns {Follower}
   */
  #panning(from, tap) {
    let at = from;
    return {
      start: nothing,
      move: (point) => {
        this.play.board.pan(point.x - at.x, point.y - at.y);
        at = point;
      },
      end: nothing,
      cancel: nothing,
      tap,
    };
  }

  /** @param {PointerEvent} down */
  #downInHand(down) {
    const { play } = this;
    const button = down.target instanceof Element ? down.target.closest("button") : null;
    const id = button?.dataset.card;
    if (down.button !== 0 || !button || id === undefined) {
      return;
    }
    const tap = () => play.takeFromHand(id);
    if (play.scene.isLocked) {
      followPointer(down, { start: nothing, move: nothing, end: nothing, cancel: nothing, tap });
    } else {
      followPointer(down, { ...this.#dragging(id, button.getBoundingClientRect()), tap });
    }
  }

  /**
   * @param {string} id
   * @param {Box} box where the card is in the window
   * @returns {Pick<Follower, "start" | "move" | "end" | "cancel">}
   */
  #dragging(id, box) {
    const { play } = this;
    return {
      start(point, isTouch) {
        play.letGo();
        play.hold(id);
        const face = play.face(id);
        turnFace(face, play.held?.turned ?? false);
        play.drag = new CardDrag(play.board, face, {
          isFree: (place) => play.places.isFree(place),
          isBeside: (place) => play.places.isOpen(place),
          aimed({ place }) {
            play.target = place;
            play.drawAim();
          },
        });
        play.draw();
        play.drag.start(point, box, isTouch);
      },
      move: (point) => play.drag?.move(point),
      end: () => this.#dropped(),
      cancel() {
        play.letGo();
        play.draw();
      },
    };
  }

  #dropped() {
    const { play } = this;
    const { drag, held } = play;
    if (drag === null || held === null) {
      return;
    }
    const { place, isSnapped } = drag.aim;
    if (place !== null) {
      play.drop(place, isSnapped ? null : drag.corner);
    } else if (held.from !== null) {
      play.toHand();
    }
    if (play.held !== null) {
      play.letGo();
      play.draw();
    }
  }
}
