/**
 * The small controls of the deal desk: buttons, choices of one of several things, and numbers to step
 * through.
 */

import { element } from "./dom.js";
import { icon } from "./icons.js";

/**
 * A button with an icon, words, or both.
 * @param {{label: string, icon?: import("./icons.js").IconName, isQuiet?: boolean, isCompact?: boolean,
 *   isMain?: boolean, press: () => void}} options
 *   isQuiet: its words are for screen readers only; isCompact: so they are on small screens
 */
export function button({ label, icon: name, isQuiet = false, isCompact = false, isMain = false, press }) {
  const looks = ["control", isMain && "main", isCompact && "compact"].filter(Boolean).join(" ");
  const title = isQuiet || isCompact ? label : null;
  const words = element("span", { class: isQuiet ? "unseen" : null }, label);
  return element(
    "button",
    { type: "button", class: looks, title, onclick: press },
    name && icon(name),
    words,
  );
}

/**
 * One of several things to choose from, as a row of buttons. `show` says which is chosen.
 * @template {string} V
 * @param {{label: string, options: readonly {value: V, label: string}[], choose: (value: V) => void}} options
 */
export function choice({ label, options, choose }) {
  const buttons = options.map(({ value, label: words }) =>
    element(
      "button",
      { type: "button", class: "option", "aria-pressed": "false", onclick: () => choose(value) },
      words,
    ),
  );
  const group = element("div", { class: "choice", role: "group", "aria-label": label }, ...buttons);
  return {
    element: group,
    label,
    /** @param {V} value */
    show(value) {
      options.forEach((option, i) => {
        buttons[i].setAttribute("aria-pressed", String(option.value === value));
      });
    },
  };
}

/**
 * A number between two others, with a button to make it smaller and one to make it larger.
 * @param {{label: string, least: number, most: number, less: string, more: string,
 *   choose: (value: number) => void}} options `less` and `more` say what the buttons do
 */
export function stepper({ label, least, most, less, more, choose }) {
  let present = least;
  const number = element("output", { class: "number" });
  const step = (/** @type {number} */ by) => () => {
    const value = Math.min(most, Math.max(least, present + by));
    if (value !== present) {
      choose(value);
    }
  };
  const down = element(
    "button",
    { type: "button", class: "step", "aria-label": less, onclick: step(-1) },
    "−",
  );
  const up = element("button", { type: "button", class: "step", "aria-label": more, onclick: step(1) }, "+");
  const words = element("span", { class: "stepper-label" }, label);
  return {
    element: element(
      "div",
      { class: "stepper", role: "group", "aria-label": label },
      words,
      down,
      number,
      up,
    ),
    /** @param {number} value */
    show(value) {
      present = value;
      number.textContent = String(value);
      down.setAttribute("aria-disabled", String(value <= least));
      up.setAttribute("aria-disabled", String(value >= most));
    },
  };
}
