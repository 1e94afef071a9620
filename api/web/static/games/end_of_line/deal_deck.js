/** Lays out a deck on the deal desk: its cards in their order, a tap for each. */

import { button } from "../../frame/deal_controls.js";
import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { createTiles, leftInBox, shuffledRest } from "./deal_cards.js";
import { cardTile } from "./shapes.js";

/**
 * @typedef {import("./board.js").Card} Card
 *
 * What lies where: `laid` are the places in the deck of the cards that are on the board, `drawn` how many have been
 * drawn.
 * @typedef {{readonly laid: ReadonlySet<number>, readonly drawn: number}} Standing
 */

const TEXTS = "end_of_line.page.deal";
export const MOST_CARDS = 400;

/**
 * @template {{readonly deck: readonly Card[]}} S
 * @param {import("../../frame/deal_kind.js").EditorContext<S>} context
 * @param {() => S} present
 */
export function createDeckPanel(context, present) {
  const { text } = context;
  /**
   * The place of the card that the next tap replaces.
   * @type {number | null}
   */
  let chosen = null;
  const list = element("ol", { class: "eol-deal-strip" });
  const count = element("p", { class: "eol-deal-count" });
  const tiles = createTiles(context, (card) => put(card));
  const random = button({ label: text(`${TEXTS}.random`), press: () => dealRest() });
  const away = button({ label: text(`${TEXTS}.take_away`), icon: "close", press: () => takeAway() });
  const row = element("div", { class: "eol-deal-row" }, count, away, random);

  /**
   * @param {readonly Card[]} deck
   * @param {import("../play.js").Phrase} said
   */
  function change(deck, said) {
    chosen = null;
    context.change({ ...present(), deck }, said);
  }

  /** @param {Card} card */
  function put(card) {
    const { deck } = present();
    const place = chosen ?? deck.length;
    const others = deck.filter((_, i) => i !== chosen);
    if (others.length >= MOST_CARDS) {
      context.refuse(phrase(`${TEXTS}.too_many`, { n: MOST_CARDS }));
    } else if (leftInBox(others)[card] <= 0) {
      context.refuse(phrase(`${TEXTS}.none_left`, { card }));
    } else {
      const next = [...deck.slice(0, place), card, ...deck.slice(place + (chosen === null ? 0 : 1))];
      change(next, phrase(`${TEXTS}.dealt`, { card, place: place + 1 }));
    }
  }

  function takeAway() {
    const { deck } = present();
    const place = chosen ?? deck.length - 1;
    if (place >= 0) {
      const said = phrase(`${TEXTS}.taken_away`, { card: deck[place], place: place + 1 });
      change(deck.filter((_, i) => i !== place), said); // prettier-ignore
    }
  }

  function dealRest() {
    const { deck } = present();
    const rest = shuffledRest(deck);
    if (rest.length) {
      change([...deck, ...rest], phrase(`${TEXTS}.dealt_at_random`, { n: rest.length }));
    } else {
      context.refuse(phrase(`${TEXTS}.box_is_empty`));
    }
  }

  /**
   * Chooses a card to replace; with a second one it changes places.
   * @param {number} place
   */
  function choose(place) {
    const { deck } = present();
    if (chosen === null || chosen === place || deck[chosen] === deck[place]) {
      chosen = chosen === place ? null : place;
      show(present(), last);
      return;
    }
    const next = [...deck];
    [next[chosen], next[place]] = [deck[place], deck[chosen]];
    change(next, phrase(`${TEXTS}.swapped`, { one: chosen + 1, other: place + 1 }));
  }

  /** @type {Standing} */
  let last = { laid: new Set(), drawn: 0 };

  /**
   * @param {S} state
   * @param {Standing} standing
   */
  function show(state, standing) {
    last = standing;
    const { deck } = state;
    chosen = chosen !== null && chosen < deck.length ? chosen : null;
    showDeck(list, deck, standing, chosen, choose, context);
    const left = leftInBox(chosen === null ? deck : deck.filter((_, i) => i !== chosen));
    tiles.show(left, `${TEXTS}.tile`, chosen === null ? null : deck[chosen]);
    fill(count, countWords(deck));
    const isEmpty = !shuffledRest(deck).length;
    away.hidden = chosen === null;
    random.hidden = chosen !== null || isEmpty;
    tiles.element.hidden = chosen === null && isEmpty;
  }

  /** @param {readonly Card[]} deck */
  function countWords(deck) {
    if (chosen !== null) {
      return text(`${TEXTS}.replace`, { place: chosen + 1 });
    }
    const left = shuffledRest(deck).length;
    return left ? text(`${TEXTS}.count`, { n: deck.length, left }) : text(`${TEXTS}.whole`, { n: deck.length });
  }

  return {
    panel: {
      name: phrase(`${TEXTS}.panel.deck`),
      element: element("section", { class: "eol-deal eol-deal-deck" }, list, row, tiles.element),
    },
    put,
    takeAway,
    show,
  };
}

/**
 * @param {HTMLElement} list
 * @param {readonly Card[]} deck
 * @param {Standing} standing
 * @param {number | null} chosen
 * @param {(place: number) => void} choose
 * @param {import("../../frame/deal_kind.js").EditorContext<any>} context
 */
function showDeck(list, deck, { laid, drawn }, chosen, choose, context) {
  const focused = [...list.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement));
  const items = deck.map((card, i) => {
    const where = laid.has(i) ? "laid" : i < drawn ? "hand" : "deck";
    const label = context.text(`${TEXTS}.card.${where}`, { card, place: i + 1 });
    const looks = `eol-deal-card ${where}${chosen === i ? " is-chosen" : ""}`;
    const tile = element("button", { type: "button", class: looks, "aria-label": label, onclick: () => choose(i) }, cardTile(card, false));
    return element("li", {}, tile);
  });
  const next = element("li", { class: "eol-deal-next", "aria-hidden": "true" });
  fill(list, ...items, chosen === null && next);
  if (focused >= 0) {
    list.querySelectorAll("button")[Math.min(focused, deck.length - 1)]?.focus();
  }
  list.scrollTop = list.scrollHeight;
}
