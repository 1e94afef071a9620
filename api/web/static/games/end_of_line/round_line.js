/** Below the hand in Solo: the round, the score that can still be reached, and a reverse. */

import { element } from "../../frame/dom.js";
import { roundSize } from "./play_solo.js";
import { boardCell } from "./play.js";
import { ScoreLine } from "./score_line.js";
import { toolIcon } from "./tools.js";

/** @typedef {import("./play_solo.js").SoloPosition} SoloPosition */

const PAGE = "end_of_line.page.solo";

export class RoundLine {
  /**
   * @param {import("../../frame/view.js").ViewContext} context
   * @param {() => void} switchWay
   */
  constructor(context, switchWay) {
    this.context = context;
    this.round = element("span", { class: "eol-round" });
    this.effect = element("span", { class: "eol-round-effect" });
    this.score = new ScoreLine(context);
    this.switch = element("button", { type: "button", class: "eol-button eol-switch", onclick: switchWay });
    this.switch.append(toolIcon("reverse"));
    this.switch.setAttribute("aria-label", context.text(`${PAGE}.switch_way`));
    const rounds = element("div", { class: "eol-rounds" }, this.round, this.effect);
    this.elements = [rounds, this.switch, this.score.element];
  }

  /**
   * @param {SoloPosition} position
   * @param {boolean} hasChoice whether a cell can be reached from two cards
   */
  show(position, hasChoice) {
    const { rounds, round, free } = position;
    const isOver = free.size === 0;
    const size = round ? Math.min(roundSize(rounds.length, round.energy), round.cards.length + free.size) : 0;
    const words = round && !isOver ? this.context.text(`${PAGE}.round`, { round: rounds.length }) : "";
    const pips = element("span", { class: "eol-pips" });
    const squares = Array.from({ length: isOver ? 0 : size }, (_, i) =>
      element("i", { class: i < (round?.cards.length ?? 0) ? "placed" : "" }),
    );
    pips.append(...squares);
    this.round.replaceChildren(words);
    this.effect.replaceChildren(pips, ...(isOver ? [] : this.#effectSigns(position)));
    this.round.setAttribute("role", "img");
    const placed = round?.cards.length ?? 0;
    const label = this.context.text("end_of_line.play.round", { round: rounds.length, placed, size });
    this.round.setAttribute("aria-label", label);
    this.switch.hidden = !hasChoice;
    this.score.show(position, [...position.hand, ...position.deck]);
  }

  /**
   * The sign of the effect that energy was spent on; for a reverse with the cell from which a card may go on.
   * @param {SoloPosition} position
   */
  #effectSigns({ round, mayReverse, line }) {
    if (!round?.energy) {
      return [];
    }
    const { text, render } = this.context;
    const behind = mayReverse && line.length > 1 ? boardCell(line[line.length - 2].cell) : null;
    const name = text(`end_of_line.page.energy.${round.energy}.name`);
    const words = behind ? text(`${PAGE}.may_reverse`, { behind }) : name;
    const sign = element("span", { role: "img", "aria-label": words, title: words }, toolIcon(round.energy));
    return behind ? [sign, element("span", { "aria-hidden": "true" }, render(behind))] : [sign];
  }
}
