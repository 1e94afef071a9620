/** Lays out a solo deal on the deal desk: the deck, the area, and the game as it stands. */

import { stepper } from "../../frame/deal_controls.js";
import { phrase } from "../../frame/texts.js";
import { Area, CARDS } from "./board.js";
import { AreaPanel, MOST_ENERGY, STANDARD_AREA, parseArea } from "./deal_area.js";
import { DeckPanel, MOST_CARDS } from "./deal_deck.js";
import { gameOf, isPlacing } from "./deal_game.js";
import { LinePanel } from "./deal_line.js";
import { SOLO } from "./play_solo.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./play_solo.js").SoloMove} SoloMove
 *
 * The deck is complete or not; `laid` are the moves so far.
 * @typedef {import("./board.js").AreaDocument
 *   & {readonly deck: readonly Card[], readonly energy: number, readonly laid: readonly SoloMove[]}} SoloDeal
 */

const TEXTS = "end_of_line.page.deal";

/** @type {import("../../frame/deal_kind.js").DealKind<SoloDeal>} */
export const DEAL = {
  begin: () => ({ ...STANDARD_AREA, deck: [], energy: 3, laid: [] }),

  load({ rows, cols, start, blocked, deck, energy }) {
    return { rows, cols, start, blocked, deck, energy, laid: [] };
  },

  read(deal) {
    const { rows, cols, start, blocked, deck, energy } = deal;
    const needed = new Area(deal).freeCells.length;
    if (deck.length < needed) {
      return phrase(`${TEXTS}.missing`, { n: needed - deck.length });
    }
    const puzzle = { kind: "end_of_line.solo", rows, cols, start, blocked, deck, energy };
    return { puzzle, moves: gameOf(deal).moves };
  },

  parse(stored) {
    const { deck, energy, laid } = stored;
    const isDeck = Array.isArray(deck) && deck.length <= MOST_CARDS && deck.every(
      (card) => CARDS.includes(card),
    );
    if (!isDeck || !(Number.isInteger(energy) && energy >= 0 && energy <= MOST_ENERGY)) {
      throw new RangeError("this is no deal");
    }
    return { ...parseArea(stored), deck, energy, laid: laid.map(SOLO.parseMove) };
  },

  createEditor,
};

/**
 * @param {import("../../frame/deal_kind.js").EditorContext<SoloDeal>} context
 * @returns {import("../../frame/deal_kind.js").Editor<SoloDeal>}
 */
function createEditor(context) {
  const { text } = context;
  let deal = DEAL.begin();
  const present = () => deal;
  const energy = stepper({
    label: text(`${TEXTS}.energy.name`),
    less: text(`${TEXTS}.energy.less`),
    more: text(`${TEXTS}.energy.more`),
    least: 0,
    most: MOST_ENERGY,
    choose: (value) => context.change({ ...deal, energy: value }),
  });
  const deck = new DeckPanel(context, present);
  const area = new AreaPanel(context, present, { further: [energy.element] });
  const line = new LinePanel(context, present);
  return {
    panels: [deck.panel, area.panel, line.panel],

    show(state) {
      deal = state;
      deck.show(deal, standingOf(deal));
      area.show(deal);
      energy.show(deal.energy);
      line.show();
    },

    key(event) {
      const card = CARDS[Number(event.key) - 1];
      if (card && line.panel.element.contains(document.activeElement)) {
        line.tapCard(card);
      } else if (card) {
        deck.put(card);
      } else if (event.key === "Backspace" || event.key === "Delete") {
        deck.takeAway();
      } else {
        return area.key(event) || line.key(event);
      }
      return true;
    },
  };
}

/**
 * Which cards of the deck lie on the board, and which have been drawn.
 * @param {SoloDeal} deal
 */
function standingOf(deal) {
  const { position, moves } = gameOf(deal);
  /** @type {Set<number>} */
  const laid = new Set();
  for (const move of moves) {
    if (isPlacing(move)) {
      laid.add(deal.deck.findIndex((card, i) => card === move.card && !laid.has(i)));
    }
  }
  const drawn = moves.length ? deal.deck.length - position.deck.length : 0;
  return { laid, drawn };
}
