/** Draws an endless table with cards on it, and which part of it is seen. */

import { element, fill, svgElement } from "../../frame/dom.js";
import { boxAround, fitting, isInView, pointOnTable, shifted, zoomed } from "./camera.js";
import { turnFace } from "./card_face.js";
import { cornerOf } from "./line_drawing.js";
import { CARD_HEIGHT, CARD_WIDTH } from "./tubes.js";

/**
 * @typedef {import("./cards.js").Placement} Placement
 * @typedef {import("./camera.js").View} View
 * @typedef {import("./table_lines.js").Table} Table
 * @typedef {{readonly row: number, readonly col: number}} Place
 */

// How much of the places beside the cards is in view while cards are laid, and when none is.
export const LAYING_MARGIN = 0.62;
export const DONE_MARGIN = 0.15;
// A little less will do where the cards have been shown so.
const SLACK = 0.12;
const GLIDE_TIME = 180;
const MOVE_TIME = 150;
// Room at the top, and for the buttons at the bottom.
const FREE = { top: 6, bottom: 60 };

export class TableBoard {
  /** @type {View} */
  view = { x: 0, y: 0, scale: 1 };
  /** @type {Map<string, SVGSVGElement>} */
  #cards = new Map();
  /** @type {readonly Place[]} */
  #places = [{ row: 0, col: 0 }];
  #size = { width: 0, height: 0 };
  #isFitted = true;
  /** @type {DOMRect | null} */
  #box = null;
  /** Room that is kept around the cards, in cards. */
  margin = LAYING_MARGIN;

  /**
   * @param {(id: string) => SVGSVGElement} face draws a card
   * @param {() => boolean} motion whether anything may move
   */
  constructor(face, motion) {
    this.face = face;
    this.motion = motion;
    this.spots = element("div", { class: "light-spots", "aria-hidden": "true" });
    this.aim = element("div", { class: "light-spot aimed", "aria-hidden": "true", hidden: true });
    this.layer = element("div", { class: "light-cards", "aria-hidden": "true" });
    this.lines = svgElement("svg", { class: "light-lines", width: 1, height: 1, "aria-hidden": "true" });
    this.preview = element("div", { class: "light-preview", "aria-hidden": "true" });
    this.glow = svgElement("svg", { class: "light-lines", width: 1, height: 1, "aria-hidden": "true" });
    this.lights = svgElement("svg", { class: "light-lines", width: 1, height: 1, "aria-hidden": "true" });
    this.badges = element("div", { class: "light-badges", "aria-hidden": "true" });
    const layers = [this.spots, this.aim, this.layer, this.lines, this.preview, this.glow, this.lights, this.badges];
    this.world = element("div", { class: "light-world" }, ...layers);
    this.element = element("div", { class: "light-table" }, this.world);
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  /** Remembered until it changes: to measure it while cards move, the browser would lay out the page each time. */
  get size() {
    if (!this.#size.width || !this.#size.height) {
      this.#size = { width: this.element.clientWidth, height: this.element.clientHeight };
    }
    return this.#size;
  }

  /**
   * A point of the window on the table.
   * @param {{x: number, y: number}} point
   */
  pointAt(point) {
    return pointOnTable(this.view, this.pointOnBoard(point));
  }

  /** Where the board is in the window. It stays there while a card is dragged, and is not measured anew. */
  get box() {
    return this.#box ?? this.element.getBoundingClientRect();
  }

  beginDrag() {
    this.#box = this.element.getBoundingClientRect();
  }

  endDrag() {
    this.#box = null;
  }

  /** @param {{x: number, y: number}} point */
  pointOnBoard({ x, y }) {
    const { left, top } = this.box;
    return { x: x - left, y: y - top };
  }

  /** @param {{x: number, y: number}} point of the window */
  contains({ x, y }) {
    const { left, top, right, bottom } = this.box;
    return x >= left && x <= right && y >= top && y <= bottom;
  }

  /**
   * Shows the cards of a table; those that are there already move to their places.
   * @param {Table} table
   * @param {(id: string) => string} classes further classes of a card
   */
  showCards(table, classes) {
    for (const [id, card] of this.#cards) {
      if (!table.has(id)) {
        card.remove();
        this.#cards.delete(id);
      }
    }
    for (const [id, placement] of table) {
      let card = this.#cards.get(id);
      if (card === undefined) {
        card = this.face(id);
        this.#cards.set(id, card);
        this.layer.append(card);
      }
      card.setAttribute("class", `light-card ${classes(id)}`);
      settle(card, placement);
    }
    this.#places = table.size ? [...table.values()] : [{ row: 0, col: 0 }];
  }

  /**
   * Lets a card glide to its place from where it has been dropped.
   * @param {string} id
   * @param {{x: number, y: number}} from its corner on the table
   */
  glideFrom(id, from) {
    const card = this.#cards.get(id);
    if (card !== undefined && this.motion()) {
      const start = { translate: `${from.x}px ${from.y}px` };
      card.animate([start, { translate: card.style.translate }], { duration: MOVE_TIME, easing: "ease-out" });
    }
  }

  /**
   * Shows free places; `look` says how each looks.
   * @param {readonly Place[]} places
   * @param {(place: Place) => string} look
   */
  showPlaces(places, look) {
    const spots = places.map((place) => {
      const spot = element("div", { class: `light-spot ${look(place)}` });
      moveTo(spot, place);
      return spot;
    });
    fill(this.spots, ...spots);
  }

  /**
   * Shows at which place a card is aimed.
   * @param {Place | null} place
   */
  showAim(place) {
    this.aim.hidden = place === null;
    if (place !== null) {
      moveTo(this.aim, place);
    }
  }

  /**
   * Shows a card as it would lie; none where `id` is null.
   * @param {string | null} id
   * @param {Placement} placement
   * @param {string} classes
   */
  showPreview(id, placement, classes) {
    if (id === null) {
      fill(this.preview);
      return;
    }
    const old = this.preview.firstElementChild;
    const card = old instanceof SVGSVGElement && old.dataset.id === id ? old : this.face(id);
    card.dataset.id = id;
    card.setAttribute("class", `light-card ${classes}`);
    settle(card, placement);
    if (card !== old) {
      fill(this.preview, card);
    }
  }

  /**
   * Shows a short text at the upper or the lower edge of a place.
   * @param {string | null} text
   * @param {Place} place
   * @param {string} look
   */
  showBadge(text, place, look) {
    if (text === null) {
      fill(this.badges);
      return;
    }
    const badge = element("div", { class: `light-badge ${look}` }, text);
    const [x, y] = cornerOf(place);
    badge.style.translate = `${x + CARD_WIDTH / 2}px ${y + (look.includes("below") ? CARD_HEIGHT : 0)}px`;
    fill(this.badges, badge);
  }

  /**
   * @param {View} view
   * @param {boolean} glides
   */
  look(view, glides = false) {
    this.view = view;
    this.world.classList.toggle("gliding", glides && this.motion());
    this.world.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    this.world.style.setProperty("--scale", String(view.scale));
    if (glides) {
      setTimeout(() => this.world.classList.remove("gliding"), GLIDE_TIME);
    }
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.#isFitted = false;
    this.look(shifted(this.view, dx, dy));
  }

  /**
   * @param {number} factor
   * @param {{x: number, y: number}} at a point of the board
   * @param {boolean} glides
   */
  zoom(factor, at = { x: this.size.width / 2, y: this.size.height / 2 }, glides = false) {
    this.#isFitted = false;
    this.look(zoomed(this.view, factor, at), glides);
  }

  /** @param {boolean} glides */
  fit(glides = false) {
    const { width, height } = this.size;
    if (width && height) {
      this.#isFitted = true;
      this.look(fitting(boxAround(this.#places, this.margin), { width, height }, FREE), glides);
    }
  }

  /** Shows all cards where not all can be seen. */
  keepInView() {
    const box = boxAround(this.#places, 0);
    const around = boxAround(this.#places, this.margin - SLACK);
    const isTight = this.#isFitted && !isInView(this.view, around, this.size, FREE);
    if (isTight || !isInView(this.view, box, this.size, { top: 0, bottom: 0 })) {
      this.fit(true);
    }
  }

  resized() {
    this.#size = { width: 0, height: 0 };
    if (this.#isFitted) {
      this.fit();
    }
  }

  /**
   * Shows a place that lies out of view.
   * @param {Place} place
   */
  reveal(place) {
    const { left, top, right, bottom } = boxAround([place], 0.1);
    const { x, y, scale } = this.view;
    const { width, height } = this.size;
    const dx = Math.max(0, -(left * scale + x)) - Math.max(0, right * scale + x - width);
    const [above, below] = [FREE.top - (top * scale + y), bottom * scale + y - (height - FREE.bottom)];
    const dy = Math.max(0, above) - Math.max(0, below);
    if (dx || dy) {
      this.pan(dx, dy);
    }
  }
}

/**
 * @param {SVGSVGElement} card
 * @param {Placement} placement
 */
function settle(card, placement) {
  moveTo(card, placement);
  turnFace(card, placement.turned);
}

/**
 * @param {HTMLElement | SVGElement} target
 * @param {Place} place
 */
function moveTo(target, place) {
  const [x, y] = cornerOf(place);
  target.style.translate = `${x}px ${y}px`;
}

/** The size of a card at a scale. */
export function cardSize(scale = 1) {
  return { width: CARD_WIDTH * scale, height: CARD_HEIGHT * scale };
}
