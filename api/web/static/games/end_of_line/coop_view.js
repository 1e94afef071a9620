/** What the players of Co-op see and do: one board, and the cards of the player whose turn it is. */

import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { CardChoice } from "./card_choice.js";
import { CardLaying, coverage } from "./card_laying.js";
import { cardsDrawnNext, DeckStrip } from "./deck_strip.js";
import { EFFECT_KEYS, EnergyPanel, whyNoEnergy } from "./energy_panel.js";
import { Hand } from "./hand.js";
import { COOP } from "./play_coop.js";
import { boardCell } from "./play.js";
import { roundSize } from "./player_state.js";
import { RoundLine } from "./round_line.js";
import { boardTools, markOut } from "./tools.js";
import { TurnBar } from "./turn_bar.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./card_looks.js").OwnLine} OwnLine
 * @typedef {import("./play_coop.js").CoopMove} CoopMove
 * @typedef {import("./play_coop.js").CoopPosition} CoopPosition
 * @typedef {import("./player_state.js").Effect} Effect
 * @typedef {import("./player_state.js").PlaceCard} PlaceCard
 * @typedef {import("../../frame/view.js").Scene<CoopPosition, CoopMove>} Scene
 * @typedef {import("../../frame/view.js").ViewContext<any, CoopPosition, CoopMove>} ViewContext
 */

const PAGE = "end_of_line.page";
const TEXTS = `${PAGE}.coop`;

export class CoopView {
  /**
   * The player whose cards are looked at; null for the one whose turn it is.
   * @type {number | null}
   */
  #looked = null;
  /** The player whose cards were shown last. */
  #shown = 0;

  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {CardLaying<Card, PlaceCard>} */
    this.laying = new CardLaying(context, {
      choose: coopChoice,
      show: (scene, isMoving) => this.#showTools(scene, isMoving),
      mark: (card, isAsked) => this.hand.mark(card, isAsked),
      ask: (request) => this.decks[this.#shown].ask(request),
      placeOf: ({ card }) => this.hand.placeOf(card),
      lines: linesOf,
      kept: (index) => this.#kept(index),
      noWayOn: () => this.#noWayOn(),
    });
    const { players, energy } = context.puzzle;
    this.turns = new TurnBar(players.length, context, (player) => this.#lookAt(player));
    this.board = element("div", { class: "eol-coop" }, this.turns.element, this.laying.board.element);
    this.hand = new Hand(context, this.#cardActions());
    /** @type {DeckStrip[]} */
    this.decks = players.map((/** @type {{deck: Card[]}} */ { deck }) => new DeckStrip(deck, context));
    this.energy = new EnergyPanel(energy, context, (effect) => this.#spend(effect));
    this.rounds = new RoundLine(context, () => this.#switchWay());
    this.tools = this.#makeTools();
  }

  /** Only the cards of the player whose turn it is can be laid. */
  #cardActions() {
    const { choose, lift, ...others } = this.laying.actions;
    return {
      ...others,
      choose: (/** @type {Card} */ card) => {
        if (this.#refuseOthersCards()) {
          return;
        }
        choose(card);
      },
      lift: (/** @type {Card} */ card) => !this.#refuseOthersCards() && lift(card),
    };
  }

  #makeTools() {
    const buttons = element("div", { class: "eol-buttons" }, ...boardTools(this.laying.board, this.context));
    const { button, panel } = this.energy;
    const row = element("div", { class: "eol-tool-row" }, button, ...this.rounds.elements, buttons);
    const decks = this.decks.map((deck) => deck.element);
    return element("div", { class: "eol-tools solo coop" }, this.hand.list, ...decks, row, panel);
  }

  /** @param {Scene} scene */
  show(scene) {
    if (scene.position !== this.scene?.position) {
      this.#looked = null;
    }
    this.scene = scene;
    this.laying.show(scene);
  }

  /**
   * @param {Scene} scene
   * @param {boolean} isMoving
   */
  #showTools({ position }, isMoving) {
    const { players, playing, rounds, free } = position;
    const shown = this.#looked ?? playing;
    const state = players[shown];
    const number = rounds.length;
    const turn = free.size ? position.turn : undefined;
    this.turns.show(position, shown);
    this.hand.name(this.context.text(`${TEXTS}.hand`, { player: shown + 1 }));
    this.hand.show(state.hand, isMoving && shown === this.#shown);
    this.#shown = shown;
    this.decks.forEach((deck, player) => (deck.element.hidden = player !== shown));
    this.decks[shown].show(state.deck.length, cardsDrawnNext(state, stillToPlace(position, shown)));
    this.energy.show({ energy: state.energy, round: shown === playing ? turn : undefined, number });
    const cards = players.flatMap(({ hand, deck }) => [...hand, ...deck]);
    const stage = { number, round: turn, state: position.state, position, cards };
    this.rounds.show(stage, this.laying.choice.isTwofold);
    this.tools.dataset.player = String(shown + 1);
    this.tools.classList.toggle("others", shown !== playing);
  }

  /**
   * Shows the hand and the deck of a player, or again those of the one whose turn it is.
   * @param {number} player
   */
  #lookAt(player) {
    if (this.scene === null) {
      return;
    }
    const { playing } = this.scene.position;
    const isBack = player === playing || player === this.#looked;
    this.laying.chooseNothing();
    this.#looked = isBack ? null : player;
    this.#showTools(this.scene, false);
    this.laying.table.mark(null, false);
    this.context.say(phrase(`${TEXTS}.looks`, { player: (this.#looked ?? playing) + 1 }));
  }

  /** Shows the cards of the player who comes next in the order of the round. */
  #lookAtNext() {
    const { order, playing } = this.laying.position;
    const at = order.indexOf(this.#looked ?? playing);
    if (order.length) {
      this.#lookAt(order[(at + 1) % order.length]);
    }
  }

  #refuseOthersCards() {
    if (this.#looked !== null) {
      this.context.refuse(phrase(`${TEXTS}.not_their_turn`, { player: this.laying.position.playing + 1 }));
    }
    return this.#looked !== null;
  }

  /**
   * A player takes up only what was laid in this turn; what others did since is for undo.
   * @param {number} index
   */
  #kept(index) {
    const { moves, position } = /** @type {Scene} */ (this.scene);
    const takenUp = position.line.length - 1 - index;
    if (position.rounds.length && takenUp <= position.turn.cards.length) {
      return moves.length - takenUp;
    }
    this.context.refuse(phrase(`${TEXTS}.others_since`));
    return null;
  }

  #noWayOn() {
    const { line, playing } = this.laying.position;
    const cell = boardCell(line[line.length - 1].cell);
    return phrase(`${TEXTS}.no_way_on`, { player: playing + 1, cell });
  }

  #switchWay() {
    const { choice } = this.laying;
    choice.prefersBehind = !choice.prefersBehind;
    this.laying.draw();
  }

  /** @param {Effect} effect */
  #spend(effect) {
    if (this.scene === null || this.scene.locked || this.#refuseOthersCards()) {
      return;
    }
    const { state, free, rounds } = this.scene.position;
    const round = free.size ? this.scene.position.turn : undefined;
    const why = whyNoEnergy({ energy: state.energy, round, number: rounds.length });
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
      this.hand.actions.choose(card);
    } else if (EFFECT_KEYS[key]) {
      this.#spend(EFFECT_KEYS[key]);
    } else if (key === "f" && this.laying.choice.isTwofold) {
      this.#switchWay();
    } else if (key === "n") {
      this.#lookAtNext();
    } else if (key === "escape" && this.#looked !== null) {
      this.#lookAt(this.#looked);
    } else {
      return key === "escape" && this.laying.chooseNothing();
    }
    return true;
  }

  /** @param {Scene} scene */
  reached({ position, outcome }) {
    const turn = phrase(`${TEXTS}.turn`, { player: position.playing + 1 });
    return outcome === null ? [coverage(position), turn] : [coverage(position)];
  }

  celebrate() {
    this.laying.celebrate();
  }

  get keys() {
    const shared = ["walk", "place", "card", "effects", "from"].map((name) => `${PAGE}.keys.${name}`);
    const keys = [...shared, `${TEXTS}.keys.look`, `${PAGE}.keys.shift`, `${PAGE}.keys.home`];
    return keys.map((key) => ({
      keys: this.context.text(`${key}.keys`),
      text: this.context.text(`${key}.text`),
    }));
  }

  get hints() {
    const own = ["place", "turns"].map((name) => `${TEXTS}.hints.${name}`);
    return [...own, `${TEXTS}.hints.score`].map((key) => phrase(key));
  }

  /** @param {number | null} index of the hint */
  pointOut(index) {
    const { board, position } = this.laying;
    const first = board.grid.cellElement(position.area.firstCell());
    markOut([first, this.turns.element, this.rounds.score.element], index);
  }
}

/**
 * @param {CoopPosition} position
 * @returns {OwnLine[]}
 */
function linesOf({ areas, players }) {
  return players.map(({ line }, player) => ({ area: areas[player], line, player }));
}

/**
 * @param {CoopPosition} position
 * @param {boolean} isLocked
 * @returns {CardChoice<Card, PlaceCard>}
 */
function coopChoice(position, isLocked) {
  return new CardChoice(position, {
    placings: isLocked ? [] : COOP.moves(position).flatMap((move) => ("card" in move ? [move] : [])),
    cards: [...new Set(position.state.hand)],
    faceOf: (card) => card,
    lay: (card, placing) => ({ card, ...placing }),
  });
}

/**
 * How many cards a player still places in this round, unless energy changes that.
 * @param {CoopPosition} position
 * @param {number} player
 */
function stillToPlace(position, player) {
  const { free, order, playing, rounds } = position;
  if (free.size === 0) {
    return 0;
  }
  if (player === playing) {
    return position.cardsToPlace();
  }
  return order.indexOf(player) > order.indexOf(playing) ? roundSize(rounds.length, undefined) : 0;
}
