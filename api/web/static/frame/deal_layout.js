/**
 * What was laid out on the desk, and what was before: every step can be undone. Saved on the device by kind.
 */

import { isSame } from "./history.js";
import { load, save } from "./storage.js";

/**
 * @typedef {import("./view.js").JsonValue} JsonValue
 * @typedef {import("./deal_kind.js").DealKind} DealKind
 */

// The most steps that are saved; undo has no end as long as the page is open.
const MOST_SAVED = 60;

export class Layout {
  /**
   * @param {readonly any[]} states
   * @param {number} present
   */
  constructor(states, present = states.length - 1) {
    this.states = states;
    this.present = present;
    Object.freeze(this);
  }

  /** What is laid out. */
  get state() {
    return this.states[this.present];
  }

  get canUndo() {
    return this.present > 0;
  }

  get canRedo() {
    return this.present < this.states.length - 1;
  }

  /** @param {JsonValue} state */
  add(state) {
    return isSame(state, this.state) ? this : new Layout([...this.states.slice(0, this.present + 1), state]);
  }

  undo() {
    return this.canUndo ? new Layout(this.states, this.present - 1) : this;
  }

  redo() {
    return this.canRedo ? new Layout(this.states, this.present + 1) : this;
  }
}

/**
 * What was laid out when the page was left. `hash` is the fragment of the address that stood for it.
 * @typedef {{layout: Layout, moves: readonly any[] | null, hash: string | null}} SavedDeal
 */

/**
 * @param {string} kind
 * @param {DealKind} deals
 * @returns {SavedDeal}
 */
export function loadDeal(kind, deals) {
  const stored = load(nameOf(kind));
  try {
    const states = /** @type {any[]} */ (stored.states).map((state) => deals.parse(state));
    const moves = Array.isArray(stored.moves) ? stored.moves : null;
    const hash = typeof stored.hash === "string" ? stored.hash : null;
    if (states.length) {
      return { layout: new Layout(states), moves, hash };
    }
  } catch {
    // Nothing is stored, or nothing that can be read.
  }
  return { layout: new Layout([deals.begin()]), moves: null, hash: null };
}

/**
 * @param {string} kind
 * @param {SavedDeal} deal
 */
export function saveDeal(kind, { layout, moves, hash }) {
  const states = layout.states.slice(0, layout.present + 1).slice(-MOST_SAVED);
  return save(nameOf(kind), { states, moves, hash });
}

/** @param {string} kind */
function nameOf(kind) {
  return `deal.${kind}`;
}
