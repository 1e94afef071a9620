/** Lays out a hand of cards on the deal desk: the kinds in which a line is laid with cards of one's own. */

import { button, stepper } from "../../frame/deal_controls.js";
import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { MOST_CARDS, list, readFace } from "./deal_decks.js";
import { Pool, cardLooks, drawn, isSameCard } from "./deal_pool.js";
import { Workshop, readDraft } from "./deal_workshop.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./deal_workshop.js").Draft} Draft
 *
 * The cards of the hand; `length`: how many are to be laid; `draft`: the card of one's own deck that is being
 * drawn.
 * @typedef {object} HandDeal
 * @property {readonly Card[]} cards
 * @property {number} length
 * @property {Draft | null} draft
 *
 * @typedef {import("../../frame/deal_kind.js").EditorContext<HandDeal>} Context
 */

const TEXTS = "light_line.page.deal";
const readHand = list(readFace, 0, MOST_CARDS);

/**
 * How a hand is laid out for a kind.
 * @param {string} kind
 * @param {{wild: boolean, hasLength?: boolean}} rules
 * @returns {import("../../frame/deal_kind.js").DealKind<HandDeal>}
 */
export function handDeal(kind, { wild, hasLength = false }) {
  return {
    begin: () => ({ cards: [], length: 3, draft: null }),

    load: ({ cards, length = 3 }) => ({ cards, length, draft: null }),

    read({ cards, length }) {
      if (!cards.length) {
        return phrase(`${TEXTS}.choose`);
      }
      return { puzzle: hasLength ? { kind, cards, length } : { kind, cards }, moves: [] };
    },

    parse({ cards, length, draft }) {
      if (!Number.isInteger(length) || length < 1 || length > MOST_CARDS) {
        throw new RangeError("this is no deal");
      }
      return { cards: readHand(cards), length, draft: readDraft(draft) };
    },

    createEditor: (context) => createEditor(context, wild, hasLength),
  };
}

/**
 * @param {Context} context
 * @param {boolean} wild
 * @param {boolean} hasLength
 * @returns {import("../../frame/deal_kind.js").Editor<HandDeal>}
 */
function createEditor(context, wild, hasLength) {
  /** @type {HandDeal} */
  let deal = { cards: [], length: 3, draft: null };
  const present = () => deal;
  const pool = new Pool(context, wild, (card) => toggle(context, deal, card));
  const draw = createDraw(context, present, pool);
  const length = createLength(context, present);
  const hand = element(
    "div",
    { class: "light-chosen", role: "group", "aria-label": context.text(`${TEXTS}.hand`) },
  );
  const workshop = new Workshop(context, present, () => void pool.load());
  const cards = element(
    "section",
    { class: "light-line light-deal" },
    element("div", { class: "light-deal-row" }, pool.picker, draw),
    hand,
    hasLength && length.element,
    pool.list,
  );
  return {
    panels: [{ name: phrase(`${TEXTS}.panel.cards`), element: cards }, workshop.panel],

    show(state) {
      deal = state;
      const isChosen = (/** @type {Card} */ card) => deal.cards.some((other) => isSameCard(other, card));
      pool.show((card) => (isChosen(card) ? context.text(`${TEXTS}.chosen`) : null));
      showHand(hand, deal, wild, context);
      length.show(deal.length);
      workshop.show();
    },
  };
}

/**
 * Takes a card into the hand, or out of it.
 * @param {Context} context
 * @param {HandDeal} deal
 * @param {Card} card
 */
function toggle(context, deal, card) {
  const { cards } = deal;
  const others = cards.filter((other) => !isSameCard(other, card));
  if (others.length < cards.length) {
    context.change({ ...deal, cards: others }, phrase(`${TEXTS}.put_back`, { card: card.id }));
  } else if (cards.some(({ id }) => id === card.id)) {
    context.refuse(phrase(`${TEXTS}.name_taken`, { card: card.id }));
  } else if (cards.length >= MOST_CARDS) {
    context.refuse(phrase(`${TEXTS}.too_many`, { n: MOST_CARDS }));
  } else {
    context.change({ ...deal, cards: [...cards, card] }, phrase(`${TEXTS}.taken`, { card: card.id }));
  }
}

/**
 * A button that draws one more card by chance.
 * @param {Context} context
 * @param {() => HandDeal} present
 * @param {Pool} pool
 */
function createDraw(context, present, pool) {
  const press = () => {
    const { cards } = present();
    const names = new Set(cards.map(({ id }) => id));
    const card = drawn(pool.cards.filter(({ id }) => !names.has(id)));
    if (card === undefined) {
      context.refuse(phrase(`${TEXTS}.no_more`));
    } else {
      toggle(context, present(), card);
    }
  };
  return button({ label: context.text(`${TEXTS}.draw`), press });
}

/**
 * @param {Context} context
 * @param {() => HandDeal} present
 */
function createLength(context, present) {
  const { text } = context;
  return stepper({
    label: text(`${TEXTS}.length.name`),
    less: text(`${TEXTS}.length.less`),
    more: text(`${TEXTS}.length.more`),
    least: 1,
    most: MOST_CARDS,
    choose: (length) => context.change({ ...present(), length }),
  });
}

/**
 * @param {HTMLElement} hand
 * @param {HandDeal} deal
 * @param {boolean} wild
 * @param {Context} context
 */
function showHand(hand, deal, wild, context) {
  const looks = cardLooks(deal.cards, wild, context);
  const label = (/** @type {Card} */ card) => context.text(`${TEXTS}.take_out`, { card: looks.label(card) });
  const cards = deal.cards.map((card) =>
    element(
      "button",
      {
        type: "button",
        class: "light-choice",
        "aria-label": label(card),
        onclick: () => toggle(context, deal, card),
      },
      looks.face(card),
    ),
  );
  fill(hand, ...cards);
  hand.hidden = !cards.length;
}
