/** Lays out a co-operative puzzle on the deal desk: the players' decks one by one, and the board. */

import { stepper } from "../../frame/deal_controls.js";
import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { CARDS } from "./board.js";
import { AreaPanel, isSame, MOST_ENERGY, parseArea } from "./deal_area.js";
import { DeckPanel, MOST_CARDS } from "./deal_deck.js";
import { LEAST_PLAYERS, MOST_PLAYERS } from "./deal_layouts.js";
import { areaOf, cellsToCover, withArea, withDeck, withLayout } from "./deal_players.js";

/**
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./deal_players.js").CoopDeal} CoopDeal
 * @typedef {import("../../frame/deal_kind.js").EditorContext<CoopDeal>} Context
 */

const TEXTS = "end_of_line.page.deal";
const KIND = "end_of_line.coop";

/** @returns {CoopDeal} */
const begin = () => withLayout(LEAST_PLAYERS, { energy: 3, players: [] });

/** @type {import("../../frame/deal_kind.js").DealKind<CoopDeal>} */
export const DEAL = {
  begin,

  load({ rows, cols, blocked, energy, players }) {
    return { rows, cols, blocked, energy, players };
  },

  read(deal) {
    const { rows, cols, blocked, energy, players } = deal;
    const without = players.findIndex(({ deck }) => deck.length === 0);
    const missing = cellsToCover(deal) - players.reduce((sum, { deck }) => sum + deck.length, 0);
    if (missing > 0) {
      return phrase(`${TEXTS}.missing`, { n: missing });
    }
    if (without >= 0) {
      return phrase(`${TEXTS}.coop.no_deck`, { player: without + 1 });
    }
    return { puzzle: { kind: KIND, rows, cols, blocked, energy, players }, moves: [] };
  },

  parse({ rows, cols, blocked, energy, players }) {
    const isNumber = Number.isInteger(energy) && energy >= 0 && energy <= MOST_ENERGY;
    if (!isNumber || players.length < LEAST_PLAYERS || players.length > MOST_PLAYERS) {
      throw new RangeError("this is no deal");
    }
    const seated = players.map((/** @type {any} */ { start, deck }) => {
      if (deck.length > MOST_CARDS || !deck.every((/** @type {any} */ card) => CARDS.includes(card))) {
        throw new RangeError("this is no deck");
      }
      return { start: parseArea({ rows, cols, start, blocked }).start, deck };
    });
    return { rows, cols, blocked, energy, players: seated };
  },

  createEditor: (context) => new CoopEditor(context),
};

class CoopEditor {
  /** @type {CoopDeal} */
  #deal = begin();
  /** The player whose deck and start card are laid out now. */
  #player = 0;

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    const { change: _, ...shared } = context;
    this.deck = new DeckPanel(
      { ...shared, change: ({ deck }, said) => this.#change(withDeck(this.#deal, this.#player, deck), said) },
      () => ({ deck: this.#deal.players[this.#player].deck }),
    );
    this.number = this.#stepper("players", LEAST_PLAYERS, MOST_PLAYERS, (n) => withLayout(n, this.#deal));
    this.energy = this.#stepper("energy", 0, MOST_ENERGY, (energy) => ({ ...this.#deal, energy }));
    this.area = new AreaPanel(
      { ...shared, change: (area, said) => this.#change(withArea(this.#deal, this.#player, area), said) },
      () => areaOf(this.#deal, this.#player),
      {
        further: [this.energy.element, this.number.element],
        others: {
          tap: (cell) => this.#tapOther(cell),
          look: (looks, area) => this.#look(looks, area),
          name: (number) => this.#nameOf(number),
        },
      },
    );
    // The same players are to be chosen above the deck and above the board.
    this.choices = [this.#choice(), this.#choice()];
    this.panels = [this.deck.panel, this.area.panel].map(({ name, element: part }, i) => {
      part.prepend(this.choices[i]);
      return { name, element: part };
    });
  }

  /**
   * @param {"players" | "energy"} name
   * @param {number} least
   * @param {number} most
   * @param {(value: number) => CoopDeal} change
   */
  #stepper(name, least, most, change) {
    const { text } = this.context;
    return stepper({
      label: text(`${TEXTS}.${name}.name`),
      less: text(`${TEXTS}.${name}.less`),
      more: text(`${TEXTS}.${name}.more`),
      least,
      most,
      choose: (value) => this.#change(change(value)),
    });
  }

  #choice() {
    const label = this.context.text(`${TEXTS}.coop.choose`);
    return element("div", { class: "eol-deal-players", role: "group", "aria-label": label });
  }

  /**
   * @param {CoopDeal} deal
   * @param {import("../play.js").Phrase} [said]
   */
  #change(deal, said) {
    this.context.change(deal, said);
  }

  /** @param {number} player */
  #choose(player) {
    this.#player = player;
    this.show(this.#deal);
    this.context.say(phrase(`${TEXTS}.coop.chosen`, { player: player + 1 }));
  }

  /**
   * A tap on the start card of another player chooses that player. Returns whether there is one.
   * @param {Cell} cell
   */
  #tapOther(cell) {
    const player = this.#deal.players.findIndex(({ start }) => isSame(start.cell, cell));
    const isOthers = player >= 0 && player !== this.#player;
    if (isOthers) {
      this.#choose(player);
    }
    return isOthers;
  }

  /**
   * @param {import("./cell_looks.js").CellLook[]} looks
   * @param {import("./board.js").Area} area
   */
  #look(looks, area) {
    this.#deal.players.forEach(({ start: { cell, heading } }, player) => {
      const line = { entry: null, onward: [heading], start: heading, player };
      Object.assign(looks[area.number(cell)], { ground: "free" }, line);
    });
  }

  /** @param {number} number */
  #nameOf(number) {
    const { players, cols } = this.#deal;
    const player = players.findIndex(({ start }) => start.cell[0] * cols + start.cell[1] === number);
    if (player < 0) {
      return null;
    }
    const { text } = this.context;
    const whose = text("end_of_line.page.cell.of_player", { player: player + 1 });
    return `${whose}, ${text(`${TEXTS}.cell.start.${players[player].start.heading}`)}`;
  }

  /**
   * Shows the players to choose from; the focus stays where it is.
   * @param {HTMLElement} choice
   */
  #showPlayers(choice) {
    const hadFocus = choice.contains(document.activeElement);
    const buttons = this.#playerButtons();
    fill(choice, ...buttons);
    if (hadFocus) {
      buttons[this.#player].focus();
    }
  }

  /** A button for each player, in the colour of the line, with the number of cards dealt. */
  #playerButtons() {
    const { text } = this.context;
    return this.#deal.players.map(({ deck }, player) => {
      const parts = { player: player + 1, n: deck.length };
      const isChosen = player === this.#player;
      const attributes = { type: "button", class: "option", "aria-pressed": String(isChosen) };
      const number = element("b", { "aria-hidden": "true" }, String(player + 1));
      const count = element("span", { "aria-hidden": "true" }, String(deck.length));
      const button = element("button", { ...attributes, onclick: () => this.#choose(player) }, number, count);
      button.setAttribute("aria-label", text(`${TEXTS}.coop.player`, parts));
      button.dataset.player = String(player + 1);
      return button;
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const card = CARDS[Number(event.key) - 1];
    if (card) {
      this.deck.put(card);
    } else if (event.key === "Backspace" || event.key === "Delete") {
      this.deck.takeAway();
    } else {
      return this.area.key(event);
    }
    return true;
  }

  /** @param {CoopDeal} deal */
  show(deal) {
    this.#deal = deal;
    this.#player = Math.min(this.#player, deal.players.length - 1);
    this.choices.forEach((choice) => this.#showPlayers(choice));
    this.deck.show(deal.players[this.#player], { laid: new Set(), drawn: 0, drawnTo: "hand" });
    this.area.show(areaOf(deal, this.#player));
    this.number.show(deal.players.length);
    this.energy.show(deal.energy);
  }
}
