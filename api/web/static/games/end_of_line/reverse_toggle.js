/** The energy in Classic: a button that has the next card continue the last but one, for a point. */

import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { EnergySparks } from "./energy_sparks.js";
import { boardCell } from "./play.js";
import { MIN_CARDS_TO_REVERSE } from "./play_classic.js";
import { toolIcon } from "./tools.js";

/**
 * @typedef {import("./classic_choice.js").ClassicChoice} ClassicChoice
 * @typedef {import("./play_classic.js").ClassicPosition} ClassicPosition
 */

const TEXTS = "end_of_line.page.classic";

export class ReverseToggle {
  /**
   * @param {number} energy at the start
   * @param {import("../../frame/view.js").ViewContext} context
   * @param {() => void} press
   */
  constructor(energy, context, press) {
    this.context = context;
    this.energy = energy;
    this.sparks = new EnergySparks(energy);
    const word = element("span", { class: "eol-energy-word", "aria-hidden": "true" });
    word.append(context.text(`${TEXTS}.reverse.name`));
    this.button = element(
      "button",
      { type: "button", class: "eol-button eol-reverse", "aria-pressed": "false", onclick: press },
      toolIcon("reverse"),
      word,
      ...this.sparks.elements,
    );
    this.button.hidden = energy === 0;
  }

  /**
   * @param {ClassicPosition} position
   * @param {ClassicChoice} choice
   */
  show(position, choice) {
    this.sparks.show(position.energy);
    const label = this.context.text(`${TEXTS}.reverse.label`, { left: position.energy, energy: this.energy });
    this.button.setAttribute("aria-label", label);
    this.button.setAttribute("aria-pressed", String(choice.prefersBehind));
    const isOnlyWay = choice.hasWayBehind && ![...choice.reachable.values()].some(({ next }) => next);
    this.button.classList.toggle("usable", choice.hasWayBehind);
    this.button.classList.toggle("needed", isOnlyWay && !choice.prefersBehind);
  }
}

/**
 * Why the next card cannot continue the last but one; null if it can.
 * @param {ClassicPosition} position
 * @param {ClassicChoice} choice
 */
export function whyNoReverse({ energy, line }, choice) {
  if (choice.hasWayBehind) {
    return null;
  }
  if (energy === 0) {
    return phrase("end_of_line.page.energy.none_left");
  }
  if (line.length <= MIN_CARDS_TO_REVERSE) {
    return phrase(`${TEXTS}.reverse.too_early`, { n: MIN_CARDS_TO_REVERSE });
  }
  return phrase(`${TEXTS}.reverse.no_way`, { behind: boardCell(line[line.length - 2].cell) });
}
