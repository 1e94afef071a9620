/**
 * Lays out a classic solitaire as it stands: the line so far, and the discard pile.
 *
 * The deck is known as far as its cards were tapped in. A card that is drawn beyond that is tapped in here.
 */

import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { lineCards } from "./card_looks.js";
import { ClassicChoice } from "./classic_choice.js";
import { isSame } from "./deal_area.js";
import { DealBoard } from "./deal_board.js";
import { Tiles, leftInBox, shuffledRest } from "./deal_cards.js";
import { playedGame } from "./deal_played.js";
import { cardName } from "./hand.js";
import { boardCell } from "./play.js";
import { CLASSIC, DISCARD } from "./play_classic.js";
import { whyNoReverse } from "./reverse_toggle.js";
import { cardTile } from "./shapes.js";
import { iconButton } from "./tools.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./play_classic.js").Action} Action
 * @typedef {import("./play_classic.js").ClassicPosition} ClassicPosition
 * @typedef {import("./play_classic.js").Source} Source
 * @typedef {import("./deal_played.js").DeckDeal<Action>} ClassicDeal
 */

const TEXTS = "end_of_line.page.deal";
const CLASSIC_TEXTS = "end_of_line.page.classic";

/**
 * The game as it stands; where the next card of the deck is not known, with any card in its place, as all cards
 * can go on the same cells.
 * @param {ClassicDeal} deal
 */
function standing(deal) {
  const { position, moves } = playedGame(CLASSIC, deal);
  const isUnknown = position.deck.length === 0 && shuffledRest(deal.deck).length > 0;
  /** @type {readonly Card[]} */
  const deck = isUnknown ? ["S"] : position.deck;
  return { position: position.with({ deck }), moves, isUnknown };
}

export class ClassicPanel {
  /** @type {Source | null} */
  #source = null;
  #isReverse = false;

  /**
   * @param {import("../../frame/deal_kind.js").EditorContext<ClassicDeal>} context
   * @param {() => ClassicDeal} present
   */
  constructor(context, present) {
    this.context = context;
    this.present = present;
    this.board = new DealBoard(context, (cell) => this.#tapCell(cell));
    this.drawn = this.#cardButton("place");
    this.top = this.#cardButton("recover");
    const { text } = context;
    const discard = iconButton("discard", text(`${CLASSIC_TEXTS}.discard`), () => this.#make(DISCARD));
    this.reverse = iconButton("reverse", text(`${CLASSIC_TEXTS}.reverse.name`), () => this.#switchReverse());
    this.tiles = new Tiles(context, (card) => this.tapCard(card));
    const row = element("div", { class: "eol-deal-row eol-deal-piles" });
    row.append(this.drawn, discard, this.top, this.reverse);
    const looks = { class: "eol-deal eol-deal-line" };
    this.panel = {
      name: phrase(`${TEXTS}.panel.line`),
      element: element("section", looks, this.board.element, row, this.tiles.element),
    };
  }

  /** @param {Source} source */
  #cardButton(source) {
    return element("button", { type: "button", class: "eol-deal-drawn", onclick: () => this.#choose(source) });
  }

  /**
   * Puts a card into the deck as the next one, where that is not known.
   * @param {Card} card
   */
  tapCard(card) {
    const deal = this.present();
    if (!standing(deal).isUnknown) {
      this.context.refuse(phrase(`${TEXTS}.classic.known`));
    } else if (leftInBox(deal.deck)[card] <= 0) {
      this.context.refuse(phrase(`${TEXTS}.none_left`, { card }));
    } else {
      const said = phrase(`${TEXTS}.dealt`, { card, place: deal.deck.length + 1 });
      this.context.change({ ...deal, deck: [...deal.deck, card] }, said);
    }
  }

  /** @param {Source} source */
  #choose(source) {
    this.#source = source;
    this.show();
  }

  #switchReverse() {
    const { position } = standing(this.present());
    const why = whyNoReverse(position, new ClassicChoice(position, false));
    if (why) {
      this.context.refuse(why);
    } else {
      this.#isReverse = !this.#isReverse;
      this.show();
    }
  }

  /** @param {Action} action */
  #make(action) {
    const deal = this.present();
    const { position, moves, isUnknown } = standing(deal);
    if (action.do !== "recover" && isUnknown) {
      this.context.refuse(phrase(`${TEXTS}.classic.unknown`));
    } else if (action.do === "discard" && !CLASSIC.moves(position).includes(DISCARD)) {
      this.context.refuse(phrase(position.deck.length ? `${TEXTS}.no_place` : `${CLASSIC_TEXTS}.no_drawn`));
    } else {
      [this.#source, this.#isReverse] = [null, false];
      const laid = [...moves, action];
      this.context.change({ ...deal, laid }, CLASSIC.describe(position, action));
    }
  }

  /** @param {Cell} cell */
  #tapCell(cell) {
    const deal = this.present();
    const { position, moves } = standing(deal);
    const choice = this.#choiceIn(position);
    const number = position.area.number(cell);
    const index = moves.findIndex((move) => move.do !== "discard" && isSame(move.cell, cell));
    if (choice.leadsTo(number) && choice.card !== null) {
      this.#make(choice.move(choice.card, number));
    } else if (index >= 0) {
      const said = phrase(`${TEXTS}.taken_up`, { cell: boardCell(cell) });
      this.context.change({ ...deal, laid: moves.slice(0, index) }, said);
    } else {
      this.context.refuse(phrase(choice.ways.length ? `${TEXTS}.not_there` : `${TEXTS}.no_place`));
    }
  }

  /**
   * What a tap on the board would lay: the card that is chosen, or else the drawn one.
   * @param {ClassicPosition} position
   */
  #choiceIn(position) {
    const choice = new ClassicChoice(position, false);
    choice.prefersBehind = this.#isReverse && choice.hasWayBehind;
    const isThere = this.#source !== null && choice.cards.includes(this.#source);
    choice.card = isThere ? this.#source : (choice.cards[0] ?? null);
    return choice;
  }

  show() {
    const deal = this.present();
    const { position, isUnknown } = standing(deal);
    const choice = this.#choiceIn(position);
    const isOpen = isUnknown && choice.card === "place";
    this.board.show(deal, lineCards(position.line), {
      add: (looks) => {
        for (const number of choice.ways) {
          const target = choice.target(number);
          looks[number].target = isOpen ? { ...target, card: null } : target;
        }
      },
      name: (number) => this.#nameOf(number, choice),
    });
    this.#showCards(position, isUnknown);
    this.drawn.setAttribute("aria-pressed", String(choice.card === "place"));
    this.top.setAttribute("aria-pressed", String(choice.card === "recover"));
    this.reverse.setAttribute("aria-pressed", String(choice.prefersBehind));
    this.reverse.hidden = deal.energy === 0;
    this.tiles.element.hidden = !isUnknown;
    this.tiles.show(leftInBox(deal.deck), `${TEXTS}.tile`);
  }

  /**
   * @param {number} number
   * @param {ClassicChoice} choice
   */
  #nameOf(number, choice) {
    const { area, line } = choice.position;
    const index = line.findIndex(({ cell }) => area.number(cell) === number);
    if (index > 0) {
      return this.context.text(`${TEXTS}.cell.laid`, { n: index });
    }
    return choice.leadsTo(number) ? this.context.text(`${TEXTS}.cell.open`) : null;
  }

  /**
   * The drawn card, and the top card of the pile.
   * @param {ClassicPosition} position
   * @param {boolean} isUnknown
   */
  #showCards({ deck, pile }, isUnknown) {
    const drawn = isUnknown ? null : (deck[0] ?? null);
    const which = isUnknown ? `${TEXTS}.classic.unknown` : `${CLASSIC_TEXTS}.${drawn ? "drawn" : "no_drawn"}`;
    this.#showCard(this.drawn, drawn, which, isUnknown ? "?" : "");
    const top = pile.at(-1) ?? null;
    const key = `${CLASSIC_TEXTS}.${top ? "pile" : "no_pile"}`;
    this.#showCard(this.top, top, key, "", pile.length);
  }

  /**
   * @param {HTMLElement} target
   * @param {Card | null} card
   * @param {string} key of the text that names it
   * @param {string} sign what is shown where there is no card
   * @param {number} [n] the number of cards
   */
  #showCard(target, card, key, sign, n = 0) {
    const words = card === null ? "" : cardName(this.context, card);
    target.setAttribute("aria-label", this.context.text(key, { card: words, n }));
    target.classList.toggle("empty", card === null);
    const count = n > 0 && element("span", { class: "eol-count", "aria-hidden": "true" }, String(n));
    fill(target, card === null ? sign : cardTile(card, false), count);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.board.key(event);
  }
}
