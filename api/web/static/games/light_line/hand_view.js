/** Shows the cards in a player's hand, as buttons. */

import { element } from "../../frame/dom.js";
import { turnFace } from "./card_face.js";

/**
 * @typedef {object} HandCard
 * @property {string} id
 * @property {boolean} turned
 * @property {boolean} isHeld
 * @property {string} label
 */

export class HandView {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {string | null} */
  #current = null;

  /**
   * @param {(id: string) => SVGSVGElement} face draws a card
   * @param {(id: string) => void} act what a press of a card does that is not by a pointer
   * @param {string} label
   */
  constructor(face, act, label) {
    this.face = face;
    this.act = act;
    this.element = element("div", { class: "light-hand", role: "group", "aria-label": label });
    new ResizeObserver(() => this.#measure()).observe(this.element);
  }

  /** @returns {readonly string[]} the cards, as they are shown */
  get ids() {
    return [...this.#buttons.keys()];
  }

  /**
   * @param {readonly HandCard[]} cards
   * @param {string} nothing what is said where there are none
   */
  show(cards, nothing) {
    const had = this.focused;
    const isByKeys = document.activeElement?.matches(":focus-visible") ?? false;
    const before = this.ids;
    const kept = new Set(cards.map(({ id }) => id));
    const buttons = new Map(cards.map(({ id }) => [id, this.#buttons.get(id) ?? this.#button(id)]));
    cards.forEach((card) => dress(/** @type {HTMLButtonElement} */ (buttons.get(card.id)), card));
    const isSame = before.length === buttons.size && before.every((id, i) => cards[i].id === id);
    this.#buttons = buttons;
    if (!isSame || !buttons.size) {
      const empty = element("p", { class: "light-empty" }, nothing);
      this.element.replaceChildren(...(buttons.size ? buttons.values() : [empty]));
      requestAnimationFrame(() => this.#measure());
    }
    if (this.#current === null || !kept.has(this.#current)) {
      const after = before.slice(before.indexOf(this.#current ?? "") + 1).find((id) => kept.has(id));
      this.#current = after ?? cards.at(before.length ? -1 : 0)?.id ?? null;
    }
    this.#rove();
    if (had !== null && !isSame) {
      if (isByKeys) {
        this.focus(this.#current);
      } else {
        // It can wait until the card is drawn on the table.
        setTimeout(() => this.focus(this.#current));
      }
    }
  }

  /** @param {string} id */
  #button(id) {
    const button = element(
      "button",
      {
        type: "button",
        class: "light-held-card",
        "data-card": id,
        // A pointer has done its work when it went up.
        onclick: (event) => event.detail === 0 && this.act(id),
        onfocus: () => this.#choose(id),
      },
      this.face(id),
    );
    return button;
  }

  /** Where all cards can be seen at once a finger that moves along them drags one. */
  #measure() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.element;
    const isTooSmall = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
    this.element.classList.toggle("scrolls", isTooSmall);
  }

  /** @param {string} id */
  #choose(id) {
    this.#current = id;
    this.#rove();
  }

  #rove() {
    this.#buttons.forEach((button, id) => {
      button.tabIndex = id === this.#current ? 0 : -1;
    });
  }

  /** The card that has the focus. */
  get focused() {
    const active = document.activeElement;
    return this.ids.find((id) => this.#buttons.get(id) === active) ?? null;
  }

  /** The card that has the focus, or would get it. */
  get current() {
    return this.#current;
  }

  /** @param {string | null} id */
  focus(id = this.#current) {
    const button = id === null ? undefined : this.#buttons.get(id);
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return button !== undefined;
  }

  /** @param {number} by */
  step(by) {
    const { ids } = this;
    const at = ids.indexOf(this.#current ?? "");
    this.focus(ids[Math.min(ids.length - 1, Math.max(0, at + by))]);
  }

  /** @param {string} id */
  button(id) {
    return this.#buttons.get(id);
  }
}

/**
 * @param {HTMLButtonElement} button
 * @param {HandCard} card
 */
function dress(button, { turned, isHeld, label }) {
  button.classList.toggle("held", isHeld);
  button.setAttribute("aria-pressed", String(isHeld));
  button.setAttribute("aria-label", label);
  turnFace(/** @type {SVGSVGElement} */ (button.firstElementChild), turned);
}
