/** The dialog in which a reader chooses how pages look and behave. */

import { openDialog } from "./dialogs.js";
import { element } from "./dom.js";
import { choices, choose } from "./settings.js";
import { textOf } from "./texts.js";

/**
 * @typedef {import("./settings.js").Choices} Choices
 * @typedef {(name: string) => string} Text
 */

/** The languages with their own names. */
const LANGUAGES = { en: "English", es: "Español", de: "Deutsch" };

/**
 * @param {string} language that of the page
 * @param {import("./texts.js").Catalogue} catalogue
 * @param {() => void} changed called after each change
 */
export function openSettings(language, catalogue, changed = () => {}) {
  /** @type {Text} */
  const text = (name) => textOf(catalogue, `page.settings.${name}`);
  /** @param {Partial<Choices>} changes */
  const set = (changes) => {
    choose(changes);
    changed();
    window.dispatchEvent(new Event("lineworks-settings"));
  };
  const { theme, motion, hand, patterns, autoMove, clock } = choices();
  openDialog(text("title"), textOf(catalogue, "page.play.close"), [
    radios(text("theme"), ["system", "light", "dark"], theme, text, (value) =>
      set({ theme: /** @type {Choices["theme"]} */ (value) }),
    ),
    radios(text("hand"), ["right", "left"], hand, text, (value) =>
      set({ hand: /** @type {Choices["hand"]} */ (value) }),
    ),
    toggle(text("patterns"), text("patterns_about"), patterns, (value) => set({ patterns: value })),
    toggle(text("less_motion"), text("less_motion_about"), motion === "less", (value) =>
      set({ motion: value ? "less" : "system" }),
    ),
    toggle(text("auto_move"), text("auto_move_about"), autoMove, (value) => set({ autoMove: value })),
    toggle(text("clock"), text("clock_about"), clock, (value) => set({ clock: value })),
    languages(text("language"), language, set),
  ]);
}

/**
 * A choice of one of several values.
 * @param {string} title
 * @param {readonly string[]} values
 * @param {string} chosen
 * @param {Text} text
 * @param {(value: string) => void} set
 */
function radios(title, values, chosen, text, set) {
  const name = `choice-${values.join("-")}`;
  const options = values.map((value) => {
    const input = element("input", { type: "radio", name, value, checked: value === chosen, onchange: () => set(value) });
    return element("label", {}, input, element("span", {}, text(value)));
  });
  return element("fieldset", { class: "radios" }, element("legend", {}, title), element("div", {}, ...options));
}

/**
 * @param {string} title
 * @param {string} about
 * @param {boolean} isOn
 * @param {(value: boolean) => void} set
 */
function toggle(title, about, isOn, set) {
  const input = element("input", { type: "checkbox", role: "switch", checked: isOn });
  input.addEventListener("change", () => set(input.checked));
  return element("label", { class: "choice" }, input, element("span", {}, title, element("small", {}, about)));
}

/**
 * The languages: another one opens the page anew, and every page from then on.
 * @param {string} title
 * @param {string} current
 * @param {(changes: Partial<Choices>) => void} set
 */
function languages(title, current, set) {
  const links = Object.entries(LANGUAGES).map(([language, name]) => {
    const address = new URL(window.location.href);
    address.searchParams.set("lang", language);
    const mark = language === current ? "true" : null;
    const attributes = { href: address.href, lang: language, hreflang: language, "aria-current": mark };
    return element("a", { ...attributes, onclick: () => set({ language }) }, name);
  });
  return element("div", { class: "languages", role: "group", "aria-label": title }, element("h3", {}, title), ...links);
}
