/**
 * What the reader chose, kept on the device: the look, which hand, the clock, and so on.
 *
 * `early.js` applies the theme before anything is drawn; it reads the same value.
 */

import { load, save, watch } from "./storage.js";

/**
 * @typedef {object} Choices
 * @property {"system" | "light" | "dark"} theme
 * @property {boolean} patterns
 * @property {"system" | "less"} motion
 * @property {boolean} autoMove
 * @property {"left" | "right"} hand
 * @property {boolean} clock
 * @property {string | null} language
 */

const NAME = "settings";

/** @type {Choices} */
const DEFAULTS = {
  theme: "system",
  patterns: false,
  motion: "system",
  autoMove: false,
  hand: "right",
  clock: true,
  language: null,
};

/** The values that a choice can have, where those are not true and false. */
const VALUES = { theme: ["system", "light", "dark"], motion: ["system", "less"], hand: ["left", "right"] };

/** @returns {Choices} what was chosen; the default where nothing was, or nothing that there is */
export function choices() {
  const stored = load(NAME) ?? {};
  const isKnown = (/** @type {string} */ name) =>
    name in VALUES
      ? VALUES[/** @type {keyof typeof VALUES} */ (name)].includes(stored[name])
      : name === "language"
        ? typeof stored[name] === "string"
        : typeof stored[name] === "boolean";
  const known = Object.keys(DEFAULTS).filter(isKnown);
  return { ...DEFAULTS, ...Object.fromEntries(known.map((name) => [name, stored[name]])) };
}

/**
 * Changes some choices, and applies them.
 * @param {Partial<Choices>} changes
 */
export function choose(changes) {
  save(NAME, { ...choices(), ...changes });
  apply();
}

/** Applies the choices to the page's look. */
export function apply() {
  const { theme, hand, patterns, clock } = choices();
  Object.assign(document.documentElement.dataset, { theme, hand, patterns, clock });
  document.documentElement.dataset.motion = hasMotion() ? "full" : "less";
}

/**
 * Calls `changed` when the choices become others in another tab, or the system's wishes do.
 * @param {() => void} changed
 */
export function watchChoices(changed) {
  const applyAndTell = () => {
    apply();
    changed();
  };
  watch(NAME, applyAndTell);
  lessMotion().addEventListener("change", applyAndTell);
}

/** @returns {import("./view.js").Settings} what a view needs to know */
export function viewSettings() {
  const { patterns, autoMove, hand } = choices();
  return { patterns, autoMove, hand, motion: hasMotion() };
}

function hasMotion() {
  return choices().motion === "system" && !lessMotion().matches;
}

function lessMotion() {
  return window.matchMedia("(prefers-reduced-motion: reduce)");
}
