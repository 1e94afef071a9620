/** Buttons beside the board that both kinds have. */

import { element, svgElement } from "../../frame/dom.js";

/** @typedef {import("../../frame/view.js").ViewContext} ViewContext */

/**
 * Paths in a square of 24.
 * @type {Readonly<Record<string, string>>}
 */
const ICONS = {
  pencil: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  shift: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  home: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5M10 12h4M12 10v4",
  zoom: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5M7.5 10h5M10 7.5v5",
  energy: "M13 2L5 13h6l-1 9 9-12h-6z",
  speed_up: "M4 5l7 7-7 7M12 5l7 7-7 7",
  brake: "M7 5v14M17 5v14M12 8v8",
  reverse: "M20 18v-5q0-4-4-4H5M9 4L4 9l5 5",
  extra_gas: "M12 4v16M4 12h16",
  discard: "M3 12h13M11 6l6 6-6 6M21 4v16",
  fan: "M9 6h9a2 2 0 0 1 2 2v11M5 10h9a2 2 0 0 1 2 2v8H5z",
};

/** @param {string} name */
export function toolIcon(name) {
  const path = svgElement("path", { d: ICONS[name] });
  return svgElement("svg", { viewBox: "0 0 24 24", class: `eol-icon ${name}`, "aria-hidden": "true" }, path);
}

/**
 * @param {string} icon
 * @param {string} label
 * @param {() => void} act
 */
export function iconButton(icon, label, act) {
  const attributes = { type: "button", class: "eol-button", "aria-label": label, title: label, onclick: act };
  return element("button", attributes, toolIcon(icon));
}

/**
 * A button that stays pressed until it is pressed again.
 * @param {string} icon
 * @param {string} label
 * @param {() => void} act is called once it has changed
 */
export function toggleButton(icon, label, act) {
  const button = iconButton(icon, label, () => {
    button.setAttribute("aria-pressed", String(!isPressed(button)));
    act();
  });
  button.setAttribute("aria-pressed", "false");
  return button;
}

/** @param {HTMLElement} button */
export function isPressed(button) {
  return button.getAttribute("aria-pressed") === "true";
}

/**
 * What shifts the board, brings it nearer, and shows all of it again.
 * @param {import("./line_board.js").LineBoard} board
 * @param {ViewContext} context
 */
export function boardTools(board, context) {
  const home = iconButton("home", context.text("end_of_line.page.shift.reset"), () => board.view.reset());
  home.classList.add("eol-home");
  const shift = toggleButton("shift", context.text("end_of_line.page.shift.name"), () => {
    board.controls.hidden = !isPressed(shift);
  });
  const zoom = toggleButton("zoom", context.text("end_of_line.page.zoom"), () => {
    board.view.zoomTo(isPressed(zoom) ? board.view.nearest : 1);
    board.view.settle(mayMove(context));
    board.revealEnd();
  });
  board.onMove = (view) => {
    home.hidden = !view.isMoved;
    zoom.hidden = view.nearest === 1;
    zoom.setAttribute("aria-pressed", String(view.zoom > 1));
  };
  home.hidden = zoom.hidden = true;
  return [home, zoom, shift];
}

/**
 * Whether anything may move on the screen.
 * @param {ViewContext} context
 */
export function mayMove(context) {
  return context.settings().motion;
}

/**
 * Marks the element that a hint is about, and no other.
 * @param {readonly HTMLElement[]} elements by the hints' numbers
 * @param {number | null} index
 */
export function markOut(elements, index) {
  elements.forEach((element) => element.classList.remove("eol-pointed"));
  if (index !== null) {
    elements[index]?.classList.add("eol-pointed");
  }
}
