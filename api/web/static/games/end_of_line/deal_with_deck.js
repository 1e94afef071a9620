/** Lays out deals whose cards come from a deck: the deck, the area, and the game as it stands. */

import { stepper } from "../../frame/deal_controls.js";
import { phrase } from "../../frame/texts.js";
import { Area, CARDS } from "./board.js";
import { AreaPanel, MOST_ENERGY, STANDARD_AREA, parseArea } from "./deal_area.js";
import { DeckPanel, MOST_CARDS } from "./deal_deck.js";
import { playedGame } from "./deal_played.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./deal_deck.js").Standing} Standing
 */

/**
 * The panel of the game as it stands.
 * @typedef {object} GamePanel
 * @property {import("../../frame/deal_kind.js").Panel} panel
 * @property {() => void} show
 * @property {(card: Card) => void} tapCard
 * @property {(event: KeyboardEvent) => boolean} key
 */

/**
 * @template M
 * @typedef {import("./deal_played.js").DeckDeal<M>} DeckDeal
 */

/**
 * What a kind adds; M is a move.
 *
 * kind        its id
 * createGame  makes the panel of the game as it stands
 * standingOf  which cards of the deck lie where
 *
 * @template M
 * @typedef {object} Options
 * @property {string} kind
 * @property {import("../play.js").Play<any, any, M>} play
 * @property {(context: import("../../frame/deal_kind.js").EditorContext<DeckDeal<M>>,
 *   present: () => DeckDeal<M>) => GamePanel} createGame
 * @property {(deal: DeckDeal<M>) => Standing} standingOf
 */

const TEXTS = "end_of_line.page.deal";

/**
 * @template M
 * @param {Options<M>} options
 * @returns {import("../../frame/deal_kind.js").DealKind<DeckDeal<M>>}
 */
export function dealWithDeck(options) {
  const { kind, play } = options;
  const begin = () => ({ ...STANDARD_AREA, deck: [], energy: 3, laid: [] });
  return {
    begin,

    load({ rows, cols, start, blocked, deck, energy }) {
      return { rows, cols, start, blocked, deck, energy, laid: [] };
    },

    read(deal) {
      const { rows, cols, start, blocked, deck, energy } = deal;
      const needed = new Area(deal).freeCells.length;
      if (deck.length < needed) {
        return phrase(`${TEXTS}.missing`, { n: needed - deck.length });
      }
      const puzzle = { kind, rows, cols, start, blocked, deck, energy };
      return { puzzle, moves: playedGame(play, deal).moves };
    },

    parse(stored) {
      const { deck, energy, laid } = stored;
      const isDeck = Array.isArray(deck) && deck.length <= MOST_CARDS && deck.every(
        (card) => CARDS.includes(card),
      );
      if (!isDeck || !(Number.isInteger(energy) && energy >= 0 && energy <= MOST_ENERGY)) {
        throw new RangeError("this is no deal");
      }
      return { ...parseArea(stored), deck, energy, laid: laid.map(play.parseMove) };
    },

    createEditor: (context) => createEditor(context, begin(), options),
  };
}

/**
 * @template M
 * @param {import("../../frame/deal_kind.js").EditorContext<DeckDeal<M>>} context
 * @param {DeckDeal<M>} first
 * @param {Options<M>} options
 * @returns {import("../../frame/deal_kind.js").Editor<DeckDeal<M>>}
 */
function createEditor(context, first, { createGame, standingOf }) {
  const { text } = context;
  let deal = first;
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
  const game = createGame(context, present);
  return {
    panels: [deck.panel, area.panel, game.panel],

    show(state) {
      deal = state;
      deck.show(deal, standingOf(deal));
      area.show(deal);
      energy.show(deal.energy);
      game.show();
    },

    key(event) {
      const card = CARDS[Number(event.key) - 1];
      if (card && game.panel.element.contains(document.activeElement)) {
        game.tapCard(card);
      } else if (card) {
        deck.put(card);
      } else if (event.key === "Backspace" || event.key === "Delete") {
        deck.takeAway();
      } else {
        return area.key(event) || game.key(event);
      }
      return true;
    },
  };
}
