/** The players of Co-op above the board, in the order of the round: whose turn it is, and whose cards are shown. */

import { element, svgElement } from "../../frame/dom.js";
import { band, SIDE, stripes } from "./shapes.js";
import { toolIcon } from "./tools.js";

/**
 * @typedef {import("./play_coop.js").CoopPosition} CoopPosition
 *
 * The parts of a player's button.
 * @typedef {{item: HTMLLIElement, button: HTMLButtonElement, energy: HTMLElement}} Chip
 */

const TEXTS = "end_of_line.page.coop";

export class TurnBar {
  /**
   * @param {number} players how many there are
   * @param {import("../../frame/view.js").ViewContext} context
   * @param {(player: number) => void} choose is told whose cards are to be shown
   */
  constructor(players, context, choose) {
    this.context = context;
    this.chips = Array.from({ length: players }, (_, player) => this.#chip(player, choose));
    this.round = element("span", { class: "eol-turns-round" });
    this.list = element("ol", { class: "eol-turns-order" });
    this.element = element("div", { class: "eol-turns-bar" }, this.round, this.list);
  }

  /**
   * @param {number} player
   * @param {(player: number) => void} choose
   * @returns {Chip}
   */
  #chip(player, choose) {
    const energy = element("span", { class: "eol-turn-energy", "aria-hidden": "true" });
    const number = element("b", { "aria-hidden": "true" }, String(player + 1));
    const button = element(
      "button",
      { type: "button", class: "eol-turn", onclick: () => choose(player) },
      element("span", { class: "eol-turn-head" }, number, energy),
      lineSample(),
    );
    const item = element("li", {}, button);
    item.dataset.player = String(player + 1);
    return { item, button, energy };
  }

  /**
   * @param {CoopPosition} position
   * @param {number} looked the player whose cards are shown
   */
  show(position, looked) {
    const { text } = this.context;
    const { players, rounds, free } = position;
    const order = position.order.length ? position.order : players.map((_, player) => player);
    const isOver = free.size === 0;
    const played = isOver ? players.length : rounds[rounds.length - 1].turns.length - 1;
    this.round.textContent = isOver ? "" : text(`${TEXTS}.round`, { round: rounds.length });
    this.list.setAttribute("aria-label", text(`${TEXTS}.order`, { round: rounds.length }));
    order.forEach((player, place) => {
      const state = place < played ? "played" : place === played ? "plays" : "waits";
      this.#showChip(player, players[player], isOver ? "over" : state, player === looked);
    });
    const items = order.map((player) => this.chips[player].item);
    // Buttons that stay where they are keep the focus.
    if (items.some((item, place) => this.list.children[place] !== item)) {
      this.list.replaceChildren(...items);
    }
  }

  /**
   * @param {number} player
   * @param {import("./player_state.js").PlayerState} state
   * @param {"played" | "plays" | "waits" | "over"} stage
   * @param {boolean} isLooked
   */
  #showChip(player, { energy, hand, deck }, stage, isLooked) {
    const { text } = this.context;
    const chip = this.chips[player];
    chip.item.className = stage;
    chip.energy.replaceChildren(...(this.context.puzzle.energy ? [toolIcon("energy"), String(energy)] : []));
    const words = text(`${TEXTS}.stage.${stage}`);
    const parts = { player: player + 1, stage: words, energy, hand: hand.length, deck: deck.length };
    chip.button.setAttribute("aria-label", text(`${TEXTS}.player`, parts));
    chip.button.title = text(`${TEXTS}.look`, { player: player + 1 });
    chip.button.setAttribute("aria-pressed", String(isLooked));
    if (stage === "plays") {
      chip.button.setAttribute("aria-current", "step");
    } else {
      chip.button.removeAttribute("aria-current");
    }
  }
}

/** A piece of a line, in its player's colour and pattern. */
function lineSample() {
  const d = `M${-SIDE} 0H${SIDE}`;
  const viewBox = `${-SIDE / 2} -9 ${SIDE} 18`;
  const shapes = [...band(d), ...stripes(d)];
  return svgElement("svg", { viewBox, class: "eol-turn-line", "aria-hidden": "true" }, ...shapes);
}
