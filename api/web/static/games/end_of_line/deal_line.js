/**
 * Lays out a solo game as it stands: the line so far, card by card and cell by cell.
 *
 * The deck is known as far as its cards were tapped in. As long as cards of the hand are not known, any card of the
 * box may be laid, and is then the next one of the deck.
 */

import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { CARDS } from "./board.js";
import { createDealBoard } from "./deal_board.js";
import { createTiles, leftInBox } from "./deal_cards.js";
import { isSame } from "./deal_area.js";
import { boardCell } from "./play.js";
import { EFFECTS, SOLO } from "./play_solo.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./deal_solo.js").SoloDeal} SoloDeal
 * @typedef {import("./play_solo.js").PlaceCard} PlaceCard
 * @typedef {import("./play_solo.js").SoloMove} SoloMove
 * @typedef {import("./play_solo.js").SoloPosition} SoloPosition
 */

const TEXTS = "end_of_line.page.deal";

/**
 * The game of a deal as far as its moves are legal.
 * @param {SoloDeal} deal
 */
export function gameOf(deal) {
  let position = SOLO.begin(deal);
  /** @type {SoloMove[]} */
  const moves = [];
  for (const move of deal.laid) {
    try {
      position = SOLO.after(position, move);
    } catch {
      break;
    }
    moves.push(move);
  }
  return { position, moves };
}

/**
 * The game with one more card in the deck, if need be, so that it can go on with any card.
 * @param {SoloDeal} deal
 * @param {Card} card
 */
function gameWith(deal, card) {
  return gameOf({ ...deal, deck: [...deal.deck, card] }).position;
}

/**
 * Whether a card of the hand is not known yet.
 * @param {SoloDeal} deal
 */
function hasUnknownCard(deal) {
  return gameWith(deal, "S").hand.length > gameOf(deal).position.hand.length;
}

/**
 * The places where the next card can lie.
 * @param {SoloDeal} deal
 * @returns {{cell: Cell, reverse: boolean}[]}
 */
function openPlaces(deal) {
  const placings = SOLO.moves(gameWith(deal, "S")).filter(isPlacing);
  // Every card of the hand can lie on the same cells.
  const alike = placings.filter(({ card }) => card === placings[0].card);
  return alike.map(({ cell, reverse }) => ({ cell, reverse: reverse === true }));
}

/**
 * @param {SoloMove} move
 * @returns {move is PlaceCard}
 */
export function isPlacing(move) {
  return "card" in move;
}

/**
 * The deal after laying a card; null where the card is not in the hand.
 * @param {SoloDeal} deal
 * @param {PlaceCard} move
 * @returns {SoloDeal | null}
 */
function withCard(deal, move) {
  const isInHand = gameOf(deal).position.hand.includes(move.card);
  if (!isInHand && !(hasUnknownCard(deal) && leftInBox(deal.deck)[move.card] > 0)) {
    return null;
  }
  const deck = isInHand ? deal.deck : [...deal.deck, move.card];
  return { ...deal, deck, laid: [...gameOf(deal).moves, move] };
}

/**
 * @param {import("../../frame/deal_kind.js").EditorContext<SoloDeal>} context
 * @param {() => SoloDeal} present
 */
export function createLinePanel(context, present) {
  const { text } = context;
  /** @type {Card | null} */
  let card = null;
  /** @type {Cell | null} */
  let cell = null;
  const board = createDealBoard(context, (tapped) => tapCell(tapped));
  const tiles = createTiles(context, (tapped) => tapCard(tapped));
  const round = element("p", { class: "eol-deal-count" });
  const energy = element("div", { class: "eol-deal-energy" });
  const row = element("div", { class: "eol-deal-row" }, round, energy);

  /** @param {Card} tapped */
  function tapCard(tapped) {
    const places = openPlaces(present());
    if (cell !== null) {
      const at = places.find((place) => isSame(place.cell, /** @type {Cell} */ (cell)));
      lay(tapped, at ?? places[0]);
    } else if (places.length === 1) {
      lay(tapped, places[0]);
    } else if (places.length === 0) {
      context.refuse(phrase(`${TEXTS}.no_place`));
    } else {
      card = card === tapped ? null : tapped;
      show(present());
    }
  }

  /** @param {Cell} tapped */
  function tapCell(tapped) {
    const deal = present();
    const place = openPlaces(deal).find((open) => isSame(open.cell, tapped));
    const index = gameOf(deal).moves.findIndex((move) => isPlacing(move) && isSame(move.cell, tapped));
    if (place && card !== null) {
      lay(card, place);
    } else if (place) {
      cell = cell !== null && isSame(cell, tapped) ? null : tapped;
      show(deal);
    } else if (index >= 0) {
      const said = phrase(`${TEXTS}.taken_up`, { cell: boardCell(tapped) });
      context.change({ ...deal, laid: deal.laid.slice(0, index) }, said);
    } else {
      context.refuse(phrase(`${TEXTS}.not_there`));
    }
  }

  /**
   * @param {Card} laidCard
   * @param {{cell: Cell, reverse: boolean}} place
   */
  function lay(laidCard, place) {
    const move = { card: laidCard, cell: place.cell, ...(place.reverse ? { reverse: /** @type {true} */ (true) } : {}) };
    const next = withCard(present(), move);
    if (next === null) {
      const isOut = hasUnknownCard(present());
      context.refuse(phrase(`${TEXTS}.${isOut ? "none_left" : "not_in_hand"}`, { card: laidCard }));
      return;
    }
    [card, cell] = [null, null];
    context.change(next, phrase("end_of_line.play.place", { card: laidCard, cell: boardCell(place.cell) }));
  }

  /** @param {SoloDeal} deal */
  function show(deal) {
    const { position } = gameOf(deal);
    const places = openPlaces(deal);
    if (cell !== null && !places.some((place) => isSame(place.cell, /** @type {Cell} */ (cell)))) {
      cell = null;
    }
    board.show(deal, lineCards(position), (looks, area) => {
      for (const place of places) {
        const number = area.number(place.cell);
        const from = position.line[position.line.length - (place.reverse ? 2 : 1)].cell;
        const isChosen = cell !== null && isSame(cell, place.cell);
        const way = isChosen ? "chosen" : place.reverse ? "behind" : "next";
        looks[number] = { ...looks[number], target: { way, entry: area.headingBetween(from, place.cell), card } };
      }
    }, (number) => nameOf(number, position, places)); // prettier-ignore
    const isUnknown = hasUnknownCard(deal);
    tiles.show(isUnknown ? withHand(deal, position) : countIn(position.hand), `${TEXTS}.lay`, card);
    showRound(deal, position, isUnknown);
  }

  /**
   * @param {number} number
   * @param {SoloPosition} position
   * @param {readonly {cell: Cell}[]} places
   */
  function nameOf(number, { area, line }, places) {
    const index = line.findIndex((laid) => area.number(laid.cell) === number);
    if (index > 0) {
      return text(`${TEXTS}.cell.laid`, { n: index });
    }
    const isOpen = places.some((place) => area.number(place.cell) === number);
    return isOpen ? text(`${TEXTS}.cell.open`) : null;
  }

  /**
   * @param {SoloDeal} deal
   * @param {SoloPosition} position
   * @param {boolean} isUnknown
   */
  function showRound(deal, position, isUnknown) {
    const isOver = position.free.size === 0;
    const parts = { round: position.rounds.length, n: position.cardsToPlace(), energy: position.energy };
    fill(round, isOver ? text(`${TEXTS}.covered`) : text(`${TEXTS}.round`, parts));
    const { rounds, energy: left } = position;
    const mayHave = isUnknown ? SOLO.moves(gameWith(deal, "S")) : SOLO.moves(position);
    const effects = left ? EFFECTS.filter((effect) => mayHave.some((move) => "energy" in move && move.energy === effect)) : [];
    const spent = rounds.at(-1)?.energy;
    fill(energy, ...effects.map(energyButton), spent && text(`end_of_line.drawing.energy.${spent}`));
  }

  /** @param {import("./play_solo.js").Effect} effect */
  function energyButton(effect) {
    const spend = () => {
      const deal = present();
      const laid = [...gameOf(deal).moves, { energy: effect }];
      context.change({ ...deal, laid }, phrase(`end_of_line.play.spend.${effect}`));
    };
    const label = text(`end_of_line.drawing.energy.${effect}`);
    return element("button", { type: "button", class: "option", onclick: spend }, label);
  }

  return {
    panel: {
      name: phrase(`${TEXTS}.panel.line`),
      element: element("section", { class: "eol-deal eol-deal-line" }, board.element, row, tiles.element),
    },
    show,
    tapCard,
    key: board.key,
  };
}

/** @param {readonly Card[]} cards */
function countIn(cards) {
  const counts = /** @type {Record<Card, number>} */ (Object.fromEntries(CARDS.map((card) => [card, 0])));
  cards.forEach((card) => {
    counts[card] += 1;
  });
  return counts;
}

/**
 * The cards that may be laid: those in the box and those in the hand.
 * @param {SoloDeal} deal
 * @param {SoloPosition} position
 */
function withHand(deal, { hand }) {
  const [left, held] = [leftInBox(deal.deck), countIn(hand)];
  return /** @type {Record<Card, number>} */ (
    Object.fromEntries(CARDS.map((card) => [card, Math.max(0, left[card]) + held[card]]))
  );
}

/**
 * @param {SoloPosition} position
 * @returns {import("./cell_looks.js").LineCard[]}
 */
function lineCards({ line }) {
  return line.map(({ cell, exits, joint }, i) => ({
    cell,
    entry: joint.entry,
    parent: i - (joint.reverse ? 2 : 1),
    open: exits,
    zero: false,
  }));
}
