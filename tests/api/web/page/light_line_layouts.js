/** Drives what the page of LIGHT-LINE! works out: moves of solutions, lines, and layouts on a table. */

import { fromOrigin, groupsOf, laysOf, onTable, originOf } from "/games/light_line/layouts.js";
import { cardsOn, longestLine } from "/games/light_line/table_lines.js";

/** Plays the moves of a solution; returns them, and how the play ended. */
export async function played({ kind, puzzle, solution }) {
  const { PAGE } = await import(`/games/light_line/page_${kind}.js`);
  const moves = PAGE.movesOf(puzzle, solution);
  const last = moves.reduce((position, move) => PAGE.play.after(position, move), PAGE.play.begin(puzzle));
  return { moves, outcome: PAGE.play.outcome(last) };
}

/** How many cards the longest line of a layout meets. */
export function longest({ puzzle, layout, rule }) {
  const cards = new Map(puzzle.cards.map((card) => [card.id, card]));
  const sections = longestLine(cards, tableOf(layout), rule);
  return { cards: cardsOn(sections).size, sections };
}

/**
 * What becomes of a table: the groups of its cards, the moves that lay the first group after others were laid
 * before, and where those moves put the cards if the player has them at `seen`.
 */
export function laid({ table, before, seen }) {
  const cards = tableOf(table);
  const groups = groupsOf(cards);
  const lays = laysOf(cards, groups[0], before);
  const origin = originOf(tableOf(seen), lays);
  const shown = lays.map((placed) => ({ card: placed.card, ...onTable(origin, placed) }));
  const back = shown.map((placed) => ({ card: placed.card, ...fromOrigin(origin, placed) }));
  return { groups, lays, shown, back };
}

function tableOf(layout) {
  return new Map(layout.map(({ card, row, col, turned }) => [card, { row, col, turned }]));
}


