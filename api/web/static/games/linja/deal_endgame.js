/** Lays out a position of Linja on the deal desk: a tap takes a piece up, another puts it down. */

import { choice } from "../../frame/deal_controls.js";
import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { Board, PLAYERS, ROWS, START } from "./board.js";
import { PIECES, PositionBoard, missingOf } from "./deal_board.js";

/**
 * @typedef {import("./board.js").Player} Player
 * @typedef {import("./board.js").Rows} Rows
 *
 * The pieces on the board, of which some may be missing, and what is asked.
 * @typedef {object} EndgameDeal
 * @property {Rows} A
 * @property {Rows} B
 * @property {Player} to_move
 * @property {"margin" | "win" | "draw"} goal
 * @property {"own" | "any"} extra_move
 * @property {boolean} negatives
 *
 * @typedef {import("../../frame/deal_kind.js").EditorContext<EndgameDeal>} Context
 */

const TEXTS = "linja.page.deal";
const EMPTY = Array(ROWS).fill(0);
/** @type {readonly EndgameDeal["goal"][]} */
const GOALS = ["margin", "win", "draw"];
/** @type {readonly EndgameDeal["extra_move"][]} */
const EXTRA_MOVES = ["own", "any"];

/** @type {import("../../frame/deal_kind.js").DealKind<EndgameDeal>} */
export const DEAL = {
  begin: () => ({ A: START.A, B: START.B, to_move: "A", goal: "margin", extra_move: "own", negatives: true }),

  load: ({ A, B, to_move, goal, extra_move, negatives }) => ({ A, B, to_move, goal, extra_move, negatives }),

  read(deal) {
    const player = PLAYERS.find((one) => missingOf(deal, one) > 0);
    if (player !== undefined) {
      return phrase(`${TEXTS}.missing`, { player, n: missingOf(deal, player) });
    }
    if (new Board(deal.A, deal.B).over) {
      return phrase(`${TEXTS}.over`);
    }
    return { puzzle: { kind: "linja.endgame", ...deal }, moves: [] };
  },

  parse({ A, B, to_move, goal, extra_move, negatives }) {
    const isCount = (/** @type {unknown} */ n) => Number.isInteger(n) && Number(n) >= 0;
    const areRows = (/** @type {any} */ rows) =>
      Array.isArray(rows) && rows.length === ROWS && rows.every(isCount) && count(rows) <= PIECES;
    const isKnown = PLAYERS.includes(to_move) && GOALS.includes(goal) && EXTRA_MOVES.includes(extra_move);
    if (!areRows(A) || !areRows(B) || !isKnown || typeof negatives !== "boolean") {
      throw new RangeError("this is no position");
    }
    return { A, B, to_move, goal, extra_move, negatives };
  },

  createEditor,
};

/** @param {Rows} rows */
function count(rows) {
  return rows.reduce((sum, n) => sum + n, 0);
}

/**
 * @param {Context} context
 * @returns {import("../../frame/deal_kind.js").Editor<EndgameDeal>}
 */
function createEditor(context) {
  const { text } = context;
  let deal = DEAL.begin();
  const present = () => deal;
  const board = new PositionBoard(context, present);
  const toMove = choice({
    label: text(`${TEXTS}.to_move`),
    options: PLAYERS.map((value) => ({ value, label: text(`${TEXTS}.moves`, { player: value }) })),
    choose: (value) => context.change({ ...deal, to_move: value }),
  });
  const rules = createRules(context, present);
  const empty = () => context.change({ ...deal, A: EMPTY, B: EMPTY }, phrase(`${TEXTS}.emptied`));
  const clear = element(
    "button",
    { type: "button", class: "option", onclick: empty },
    text(`${TEXTS}.empty`),
  );
  const status = element("div", { class: "linja-deal-status" }, board.status, clear);
  const position = element("section", { class: "linja-deal" }, board.element, status, toMove.element);
  return {
    panels: [
      { name: phrase(`${TEXTS}.panel.position`), element: position },
      { name: phrase(`${TEXTS}.panel.question`), element: rules.element },
    ],

    show(state) {
      deal = state;
      board.show(deal);
      toMove.show(deal.to_move);
      rules.show(deal);
    },

    key: (event) => board.key(event),
  };
}

/**
 * What the turn is to do, and the variants of the rules.
 * @param {Context} context
 * @param {() => EndgameDeal} present
 */
function createRules(context, present) {
  const { text } = context;
  const change = (/** @type {Partial<EndgameDeal>} */ changes) => context.change({ ...present(), ...changes });
  const goal = choice({
    label: text(`${TEXTS}.goal.name`),
    options: GOALS.map((value) => ({ value, label: text(`${TEXTS}.goal.${value}`) })),
    choose: (value) => change({ goal: value }),
  });
  const extra = choice({
    label: text("linja.page.setup.extra"),
    options: EXTRA_MOVES.map((value) => ({ value, label: text(`linja.page.setup.extra_${value}`) })),
    choose: (value) => change({ extra_move: value }),
  });
  const worth = choice({
    label: text("linja.page.setup.scores"),
    options: ["yes", "no"].map((value) => ({ value, label: text(`linja.page.setup.negatives_${value}`) })),
    choose: (value) => change({ negatives: value === "yes" }),
  });
  const parts = [goal, extra, worth].flatMap(({ label, element: buttons }) => [
    element("p", { class: "linja-deal-name" }, label),
    buttons,
  ]);
  return {
    element: element("section", { class: "linja-deal" }, ...parts),

    /** @param {EndgameDeal} deal */
    show(deal) {
      goal.show(deal.goal);
      extra.show(deal.extra_move);
      worth.show(deal.negatives ? "yes" : "no");
    },
  };
}
