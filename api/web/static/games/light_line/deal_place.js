/** light_line.place on the deal desk: the cards on the table, and the one to lay. */

import { choice } from "../../frame/deal_controls.js";
import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { boolean, integer, object } from "../json_shapes.js";
import { MOST_CARDS, list, readFace } from "./deal_decks.js";
import { Pool, isSameCard } from "./deal_pool.js";
import { TablePanel } from "./deal_table.js";
import { Workshop, readDraft } from "./deal_workshop.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").Placement} Placement
 * @typedef {{readonly card: Card} & Placement} LaidCard
 *
 * The cards on the table, those that are still to be put there, and the new card.
 * @typedef {object} PlaceDeal
 * @property {readonly LaidCard[]} layout
 * @property {readonly Card[]} waiting
 * @property {Card | null} card
 * @property {import("./deal_workshop.js").Draft | null} draft
 *
 * @typedef {import("../../frame/deal_kind.js").EditorContext<PlaceDeal>} Context
 */

const TEXTS = "light_line.page.deal";
const readLayout = list(
  object({ card: readFace, row: integer, col: integer, turned: boolean }),
  0,
  MOST_CARDS,
);
const readWaiting = list(readFace, 0, MOST_CARDS);

/** @type {import("../../frame/deal_kind.js").DealKind<PlaceDeal>} */
export const DEAL = {
  begin: () => ({ layout: [], waiting: [], card: null, draft: null }),

  load: ({ layout, card }) => ({ layout, waiting: [], card, draft: null }),

  read({ layout, waiting, card }) {
    if (waiting.length) {
      return phrase(`${TEXTS}.put_on_table`, { n: waiting.length });
    }
    if (!layout.length || card === null) {
      return phrase(`${TEXTS}.${layout.length ? "choose_new" : "choose_table"}`);
    }
    return { puzzle: { kind: "light_line.place", layout, card }, moves: [] };
  },

  parse({ layout, waiting, card, draft }) {
    return {
      layout: readLayout(layout),
      waiting: readWaiting(waiting),
      card: card === null ? null : readFace(card),
      draft: readDraft(draft),
    };
  },

  createEditor,
};

/**
 * @param {Context} context
 * @returns {import("../../frame/deal_kind.js").Editor<PlaceDeal>}
 */
function createEditor(context) {
  const { text } = context;
  let deal = DEAL.begin();
  /** @type {"table" | "new"} */
  let role = "table";
  const present = () => deal;
  const roles = choice({
    label: text(`${TEXTS}.role.name`),
    options: /** @type {const} */ (["table", "new"]).map((value) => ({
      value,
      label: text(`${TEXTS}.role.${value}`),
    })),
    choose: (value) => {
      role = value;
      roles.show(role);
    },
  });
  roles.show(role);
  const pool = new Pool(context, false, (card) => choose(context, deal, card, role));
  const table = new TablePanel(context, present);
  const workshop = new Workshop(context, present, () => void pool.load());
  const cards = element(
    "section",
    { class: "light-line light-deal" },
    element("div", { class: "light-deal-row" }, pool.picker),
    roles.element,
    pool.list,
  );
  return {
    panels: [{ name: phrase(`${TEXTS}.panel.cards`), element: cards }, table.panel, workshop.panel],

    show(state) {
      deal = state;
      pool.show((card) => markOf(context, deal, card));
      table.show();
      workshop.show();
    },

    key: (event) => table.key(event),
  };
}

/**
 * @param {Context} context
 * @param {PlaceDeal} deal
 * @param {Card} card
 */
function markOf(context, { layout, waiting, card: newCard }, card) {
  if (newCard !== null && isSameCard(newCard, card)) {
    return context.text(`${TEXTS}.role.new`);
  }
  const isThere = [...waiting, ...layout.map((laid) => laid.card)].some((other) => isSameCard(other, card));
  return isThere ? context.text(`${TEXTS}.role.table`) : null;
}

/**
 * How many cards are on the table or shall be.
 * @param {PlaceDeal} deal
 */
function sizeOf({ layout, waiting }) {
  return layout.length + waiting.length;
}

/**
 * @param {Context} context
 * @param {PlaceDeal} deal
 * @param {Card} card
 * @param {"table" | "new"} role
 */
function choose(context, deal, card, role) {
  const isOther = (/** @type {Card} */ other) => !isSameCard(other, card);
  const without = {
    ...deal,
    layout: deal.layout.filter((laid) => isOther(laid.card)),
    waiting: deal.waiting.filter(isOther),
    card: deal.card !== null && isOther(deal.card) ? deal.card : null,
  };
  const wasNew = deal.card !== null && !isOther(deal.card);
  const wasOnTable = sizeOf(without) < sizeOf(deal);
  if (role === "new" ? wasNew : wasOnTable) {
    context.change(without, phrase(`${TEXTS}.put_back`, { card: card.id }));
    return;
  }
  const others = [
    ...without.waiting,
    ...without.layout.map((laid) => laid.card),
    ...(without.card ? [without.card] : []),
  ];
  // The new card may take the place of one of the same name.
  const isReplaced = role === "new" && without.card?.id === card.id;
  const isTaken = !isReplaced && others.some(({ id }) => id === card.id);
  if (isTaken) {
    context.refuse(phrase(`${TEXTS}.name_taken`, { card: card.id }));
  } else if (role === "new") {
    context.change({ ...without, card }, phrase(`${TEXTS}.taken_new`, { card: card.id }));
  } else if (!without.layout.length) {
    const layout = [{ card, row: 0, col: 0, turned: false }];
    context.change({ ...without, layout }, phrase(`${TEXTS}.taken`, { card: card.id }));
  } else {
    context.change(
      { ...without, waiting: [...without.waiting, card] },
      phrase(`${TEXTS}.taken`, { card: card.id }),
    );
  }
}
