/** The buttons on the board: what can be done with a card, and how much of the table is seen. */

import { element, svgElement } from "../../frame/dom.js";

/**
 * A button. `name` is that of its text and its sign; `parts` are those of the text.
 * @typedef {object} Action
 * @property {string} name
 * @property {() => void} act
 * @property {Readonly<Record<string, import("../play.js").Part>>} [parts]
 * @property {boolean} [isMain]   what most likely comes next
 */

const ZOOM_STEP = 1.35;
// The signs, 24 units wide and high.
/** @type {Readonly<Record<string, string>>} */
const SIGNS = {
  turn: "M5 12a7 7 0 0 1 12-4.9L19 9M19 4v5h-5M19 12a7 7 0 0 1-12 4.9L5 15M5 20v-5h5",
  move: "M12 3v18M3 12h18M12 3l-3 3M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3",
  to_hand: "M12 4v11M7 11l5 5 5-5M5 20h14",
  put_back: "M6 6l12 12M18 6L6 18",
  zoom_in: "M12 5v14M5 12h14",
  zoom_out: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
};

export class ActionBar {
  /** @type {string} */
  #look = "";
  /** @type {readonly Action[]} */
  shown = [];

  /**
   * @param {import("../../frame/view.js").ViewContext} context
   * @param {import("./table_board.js").TableBoard} board
   */
  constructor(context, board) {
    this.context = context;
    const zoom = [
      { name: "zoom_out", act: () => board.zoom(1 / ZOOM_STEP, undefined, true) },
      { name: "zoom_in", act: () => board.zoom(ZOOM_STEP, undefined, true) },
      { name: "fit", act: () => board.fit(true) },
    ];
    const zoomers = zoom.map((action) => this.#button(action, false));
    this.actions = element("div", { class: "light-actions" });
    const zoomBar = element("div", { class: "light-zoom" }, ...zoomers);
    this.element = element("div", { class: "light-bar" }, zoomBar, this.actions);
  }

  /** @param {readonly Action[]} actions */
  show(actions) {
    const look = JSON.stringify(actions.map(({ name, parts }) => [name, parts]));
    // The same buttons do the same: they keep the focus.
    this.shown = actions;
    if (look !== this.#look) {
      this.#look = look;
      const isWorded = actions.some(({ name }) => SIGNS[name] === undefined);
      this.element.classList.toggle("worded", isWorded);
      const focused = [...this.actions.children].findIndex((child) => child === document.activeElement);
      const own = actions.map((action, i) => ({ ...action, act: () => this.shown[i]?.act() }));
      this.actions.replaceChildren(...own.map((action) => this.#button(action, true)));
      const next = this.actions.children[focused];
      if (next instanceof HTMLButtonElement) {
        next.focus();
      }
    }
  }

  /**
   * @param {Action} action
   * @param {boolean} hasText
   */
  #button({ name, act, parts, isMain }, hasText) {
    const text = this.context.text(textKey(name), parts);
    const sign = SIGNS[name];
    return element(
      "button",
      {
        type: "button",
        class: `light-button ${isMain ? "main" : ""}`,
        "data-action": name,
        "aria-label": text,
        title: hasText ? null : text,
        onclick: act,
      },
      sign === undefined
        ? null
        : svgElement("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svgElement("path", { d: sign })),
      hasText ? element("span", {}, text) : null,
    );
  }
}

/** @param {string} name */
function textKey(name) {
  return `light_line.page.action.${name}`;
}
