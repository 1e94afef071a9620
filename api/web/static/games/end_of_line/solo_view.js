/** What a player of Solo sees and does. */

import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { CardChoice } from "./card_choice.js";
import { CardLaying, coverage } from "./card_laying.js";
import { DeckStrip } from "./deck_strip.js";
import { EFFECT_KEYS, EnergyPanel, whyNoEnergy } from "./energy_panel.js";
import { Hand } from "./hand.js";
import { boardCell } from "./play.js";
import { HAND_SIZE, SOLO } from "./play_solo.js";
import { RoundLine } from "./round_line.js";
import { boardTools, markOut } from "./tools.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./cell_looks.js").CellLook} CellLook
 * @typedef {import("./play_solo.js").Effect} Effect
 * @typedef {import("./play_solo.js").PlaceCard} PlaceCard
 * @typedef {import("./play_solo.js").SoloMove} SoloMove
 * @typedef {import("./play_solo.js").SoloPosition} SoloPosition
 * @typedef {import("../../frame/view.js").Scene<SoloPosition, SoloMove>} Scene
 * @typedef {import("../../frame/view.js").ViewContext<any, SoloPosition, SoloMove>} ViewContext
 */

const PAGE = "end_of_line.page";

export class SoloView {
  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {CardLaying<Card, PlaceCard>} */
    this.laying = new CardLaying(context, {
      choose: soloChoice,
      show: (scene, isMoving) => this.#showTools(scene, isMoving),
      mark: (card, isAsked) => this.hand.mark(card, isAsked),
      ask: (request) => this.deck.ask(request),
      placeOf: ({ card }) => this.hand.placeOf(card),
      look: nameRounds,
      noWayOn: () => this.#noWayOn(),
    });
    this.board = this.laying.board.element;
    this.hand = new Hand(context, this.laying.actions);
    this.deck = new DeckStrip(context.puzzle.deck, context);
    this.energy = new EnergyPanel(context.puzzle.energy, context, (effect) => this.#spend(effect));
    this.rounds = new RoundLine(context, () => this.#switchWay());
    this.tools = this.#makeTools();
  }

  #makeTools() {
    const buttons = element("div", { class: "eol-buttons" }, ...boardTools(this.laying.board, this.context));
    const { button, panel } = this.energy;
    const row = element("div", { class: "eol-tool-row" }, button, ...this.rounds.elements, buttons);
    return element("div", { class: "eol-tools solo" }, this.hand.list, this.deck.element, row, panel);
  }

  /** @param {Scene} scene */
  show(scene) {
    this.scene = scene;
    this.laying.show(scene);
  }

  /**
   * @param {Scene} scene
   * @param {boolean} isMoving
   */
  #showTools({ position }, isMoving) {
    this.hand.show(position.hand, isMoving);
    this.deck.show(position.deck.length, cardsDrawnNext(position));
    this.energy.show(position);
    this.rounds.show(position, this.laying.choice.isTwofold);
  }

  #noWayOn() {
    const { line } = this.laying;
    return phrase(`${PAGE}.no_way_on`, { cell: boardCell(line[line.length - 1]) });
  }

  #switchWay() {
    const { choice } = this.laying;
    choice.prefersBehind = !choice.prefersBehind;
    this.laying.draw();
  }

  /** @param {Effect} effect */
  #spend(effect) {
    if (this.scene === null || this.scene.locked) {
      return;
    }
    const why = whyNoEnergy(this.scene.position);
    if (why) {
      this.context.refuse(why);
    } else {
      this.energy.toggle(false);
      this.context.make({ energy: effect });
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.laying.board.key(event)) {
      return true;
    }
    const key = event.ctrlKey || event.metaKey || event.altKey ? "" : event.key.toLowerCase();
    const card = /^[1-9]$/.test(key) ? this.hand.cardAt(Number(key) - 1) : null;
    if (card) {
      this.laying.chooseCard(card);
    } else if (EFFECT_KEYS[key]) {
      this.#spend(EFFECT_KEYS[key]);
    } else if (key === "f" && this.laying.choice.isTwofold) {
      this.#switchWay();
    } else {
      return key === "escape" && this.laying.chooseNothing();
    }
    return true;
  }

  /** @param {Scene} scene */
  reached({ position }) {
    return [coverage(position)];
  }

  celebrate() {
    this.laying.celebrate();
  }

  get keys() {
    return ["walk", "place", "card", "effects", "from", "shift", "home"].map((name) => ({
      keys: this.context.text(`${PAGE}.keys.${name}.keys`),
      text: this.context.text(`${PAGE}.keys.${name}.text`),
    }));
  }

  get hints() {
    return ["solo_place", "solo_rounds", "score"].map((name) => phrase(`${PAGE}.hints.${name}`));
  }

  /** @param {number | null} index of the hint */
  pointOut(index) {
    const { board, area } = this.laying;
    const first = board.grid.cellElement(area.firstCell());
    markOut([first, this.deck.list, this.rounds.score.element], index);
  }
}

/**
 * @param {SoloPosition} position
 * @param {boolean} isLocked
 * @returns {CardChoice<Card, PlaceCard>}
 */
function soloChoice(position, isLocked) {
  return new CardChoice(position, {
    placings: isLocked ? [] : SOLO.moves(position).flatMap((move) => ("card" in move ? [move] : [])),
    cards: [...new Set(position.hand)],
    faceOf: (card) => card,
    lay: (card, placing) => ({ card, ...placing }),
  });
}

/**
 * Writes the number of each round beside its first card.
 * @param {CellLook[]} looks
 * @param {SoloPosition} position
 */
function nameRounds(looks, { area, line, rounds }) {
  let placed = 1;
  rounds.forEach(({ cards }, i) => {
    if (cards.length) {
      looks[area.number(line[placed].cell)].plate = String(i + 1);
    }
    placed += cards.length;
  });
}

/**
 * How many cards the next round draws, unless energy changes that.
 * @param {SoloPosition} position
 */
function cardsDrawnNext(position) {
  const { deck, hand } = position;
  const held = hand.length - (position.round ? Math.min(position.cardsToPlace(), hand.length) : 0);
  return Math.min(deck.length, Math.max(0, HAND_SIZE - held));
}
