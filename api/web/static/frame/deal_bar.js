/** The controls of the deal desk that are under the thumb, and the switch between its panels. */

import { button } from "./deal_controls.js";
import { element, fill } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @typedef {(key: string) => string} Text
 *
 * What can be done now. `nudge`: whether there is one to give; null where there is no play.
 * @typedef {object} Possible
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {boolean} canPlay
 * @property {boolean} isPlaying
 * @property {boolean} canNudge
 */

/**
 * @param {Text} text
 * @param {Readonly<Record<"undo" | "redo" | "clear" | "nudge" | "play", () => void>>} actions
 */
export function createBar(text, actions) {
  const say = (/** @type {string} */ name) => text(`page.deal.${name}`);
  let canNudge = false;
  const undo = button({ label: say("undo"), icon: "undo", isQuiet: true, press: actions.undo });
  const redo = button({ label: say("redo"), icon: "redo", isQuiet: true, press: actions.redo });
  const clear = button({ label: say("clear"), icon: "trash", isQuiet: true, press: actions.clear });
  const nudge = button({ label: say("nudge"), press: () => canNudge && actions.nudge() });
  const play = button({ label: say("play"), isMain: true, press: actions.play });
  return {
    element: element("div", { class: "deal-bar" }, undo, redo, clear, nudge, play),

    /** @param {Possible} possible */
    show(possible) {
      canNudge = possible.canNudge;
      setDisabled(undo, !possible.canUndo);
      setDisabled(redo, !possible.canRedo);
      setDisabled(nudge, !canNudge);
      clear.hidden = possible.isPlaying;
      nudge.hidden = !possible.isPlaying;
      play.hidden = !possible.canPlay;
      const words = element("span", {}, say(possible.isPlaying ? "lay_out" : "play"));
      fill(play, possible.isPlaying && icon("back"), words);
    },
  };
}

/**
 * A button that can do nothing keeps the focus, so that it is not lost.
 * @param {HTMLElement} target
 * @param {boolean} isDisabled
 */
function setDisabled(target, isDisabled) {
  target.setAttribute("aria-disabled", String(isDisabled));
}

/**
 * The panels of an editor, of which a small screen shows one at a time.
 * @param {readonly {name: string, element: HTMLElement}[]} panels
 * @param {string} label
 */
export function createPanels(panels, label) {
  const openers = panels.map(({ name }, i) =>
    element("button", { type: "button", class: "option", onclick: () => open(i) }, name),
  );
  const chooser = element("nav", { class: "panel-switch", "aria-label": label }, ...openers);
  chooser.hidden = panels.length < 2;
  panels.forEach((panel) => panel.element.classList.add("panel"));

  /** @param {number} index */
  function open(index) {
    panels.forEach((panel, i) => panel.element.classList.toggle("is-open", i === index));
    openers.forEach((opener, i) => opener.setAttribute("aria-pressed", String(i === index)));
  }

  open(0);
  const place = element("div", { class: "deal-place panels" }, ...panels.map((panel) => panel.element));
  return element("div", { class: "deal-editor" }, chooser, place);
}
