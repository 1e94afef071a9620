/** The icons of the page: lines in a square of 24, in the colour of the text. */

import { svgElement } from "./dom.js";

const PATHS = {
  undo: "M9 6 4.5 10.5 9 15M4.5 10.5H14a5.5 5.5 0 0 1 0 11h-3",
  redo: "M15 6l4.5 4.5L15 15m4.5-4.5H10a5.5 5.5 0 0 0 0 11h3",
  restart: "M4.5 4.5v5h5M5 9.5A8 8 0 1 1 4 14",
  check: "M4.5 12.5l5 5 10-11",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  back: "M14.5 5 7.5 12l7 7",
  ahead: "M9.5 5l7 7-7 7",
  close: "M6 6l12 12M18 6 6 18",
  flag: "M6 21V4.5h11l-2.5 4 2.5 4H6",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  share: "M12 15V3.5M7.5 8 12 3.5 16.5 8M5 12.5v7h14v-7",
  print: "M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  keys: "M3 6.5h18v11H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8",
  chart: "M4.5 20V10M12 20V4M19.5 20v-6",
  book: "M12 6.5C10 5 7 4.5 3.5 4.5v14c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-14c-3.5 0-6.5.5-8.5 2zM12 6.5v14",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13",
  star: "M12 3.5l2.6 5.6 6.1.7-4.5 4.1 1.2 6L12 16.9l-5.4 3 1.2-6-4.5-4.1 6.1-.7z",
};

/** @typedef {keyof typeof PATHS} IconName */

/**
 * @param {IconName} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const path = svgElement("path", { d: PATHS[name] });
  return svgElement("svg", { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
}
