/** The energy in Solo: how much is left, and what it can be spent on. */

import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { EnergySparks } from "./energy_sparks.js";
import { EFFECTS, FIRST_ENERGY_ROUND, SOLO } from "./play_solo.js";
import { toolIcon } from "./tools.js";

/**
 * @typedef {import("./play_solo.js").Effect} Effect
 * @typedef {import("./play_solo.js").SoloPosition} SoloPosition
 */

const PAGE = "end_of_line.page.energy";

/**
 * The keys of the effects.
 * @type {Readonly<Record<string, Effect>>}
 */
export const EFFECT_KEYS = { s: "speed_up", b: "brake", r: "reverse", g: "extra_gas" };

export class EnergyPanel {
  /**
   * @param {number} energy at the start
   * @param {import("../../frame/view.js").ViewContext} context
   * @param {(effect: Effect) => void} spend
   */
  constructor(energy, context, spend) {
    this.context = context;
    this.energy = energy;
    this.sparks = new EnergySparks(energy);
    this.button = element(
      "button",
      {
        type: "button",
        class: "eol-button eol-energy-button",
        "aria-expanded": "false",
        onclick: () => this.toggle(),
      },
      ...this.sparks.elements,
      element("span", { class: "eol-energy-word", "aria-hidden": "true" }, context.text(`${PAGE}.name`)),
    );
    this.effects = EFFECTS.map((effect) => this.#effectButton(effect, spend));
    const label = context.text(`${PAGE}.spend`);
    this.panel = element(
      "div",
      { class: "eol-energy-panel", role: "group", "aria-label": label },
      ...this.effects,
    );
  }

  /**
   * @param {Effect} effect
   * @param {(effect: Effect) => void} spend
   */
  #effectButton(effect, spend) {
    const { text } = this.context;
    return element(
      "button",
      { type: "button", class: "eol-effect", onclick: () => spend(effect) },
      toolIcon(effect),
      element(
        "span",
        {},
        element("b", {}, text(`end_of_line.page.energy.${effect}.name`)),
        text(`end_of_line.page.energy.${effect}.what`),
      ),
    );
  }

  toggle(isOpen = !this.panel.classList.contains("open")) {
    this.panel.classList.toggle("open", isOpen);
    this.button.setAttribute("aria-expanded", String(isOpen));
  }

  /** @param {SoloPosition} position */
  show(position) {
    const { energy } = position;
    this.sparks.show(energy);
    const label = this.context.text(`${PAGE}.left`, { left: energy, energy: this.energy });
    this.button.setAttribute("aria-label", label);
    const why = whyNoEnergy(position);
    this.button.classList.toggle("usable", why === null);
    this.effects.forEach((button, i) => {
      button.setAttribute("aria-disabled", String(why !== null));
      button.classList.toggle("spent", position.round?.energy === EFFECTS[i]);
    });
    if (why !== null) {
      this.toggle(false);
    }
  }
}

/**
 * Why no energy can be spent now; null if it can.
 * @param {SoloPosition} position
 */
export function whyNoEnergy(position) {
  if (SOLO.moves(position).some((move) => "energy" in move)) {
    return null;
  }
  const { energy, rounds, round } = position;
  if (energy === 0) {
    return phrase(`${PAGE}.none_left`);
  }
  if (rounds.length < FIRST_ENERGY_ROUND) {
    return phrase(`${PAGE}.too_early`, { first: FIRST_ENERGY_ROUND });
  }
  return phrase(round?.energy ? `${PAGE}.one_a_round` : `${PAGE}.too_late`);
}
