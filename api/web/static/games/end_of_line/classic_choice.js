/** What a player of Classic has chosen for the next card; a reverse must be chosen first, as it costs energy. */

import { CardChoice } from "./card_choice.js";
import { CLASSIC } from "./play_classic.js";

/**
 * @typedef {import("./play_classic.js").ClassicPosition} ClassicPosition
 * @typedef {import("./play_classic.js").Placing} Placing
 * @typedef {import("./play_classic.js").Source} Source
 */

/** @extends {CardChoice<Source, Placing>} */
export class ClassicChoice extends CardChoice {
  /**
   * @param {ClassicPosition} position
   * @param {boolean} isLocked
   */
  constructor(position, isLocked) {
    const { deck, pile } = position;
    const moves = isLocked ? [] : CLASSIC.moves(position);
    /** @type {Source[]} */
    const cards = [];
    if (deck.length) {
      cards.push("place");
    }
    if (pile.length) {
      cards.push("recover");
    }
    super(position, {
      placings: moves.flatMap((move) => (move.do === "discard" ? [] : [move])),
      cards,
      faceOf: (source) => (source === "place" ? deck[0] : pile[pile.length - 1]),
      lay: (source, placing) => ({ do: source, ...placing }),
    });
  }

  /** @param {number} number */
  leadsTo(number) {
    const ways = this.reachable.get(number);
    return (this.prefersBehind ? ways?.behind : ways?.next) ?? false;
  }

  /** @param {number} number */
  continuesLast(number) {
    return !this.prefersBehind && this.leadsTo(number);
  }

  /** @param {number} number */
  goBehind(number) {
    return this.prefersBehind && this.leadsTo(number);
  }

  get previewed() {
    return this.cardToPlace;
  }

  /** Whether the last card but one leads to a free cell, so that a reverse is of use. */
  get hasWayBehind() {
    return [...this.reachable.values()].some(({ behind }) => behind);
  }
}
