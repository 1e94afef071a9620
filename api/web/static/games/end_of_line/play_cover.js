/**
 * How end_of_line.cover is played: a move is the next cell of the line.
 *
 * A step is legal only where the tray can pay for the whole line with it: for every cell so far a card, given
 * cards in their places, with an exit where the line goes on. Which card lies where is open until the line is
 * finished. So a player who runs out of cards for a turn is refused the turn at once, and a play in which no
 * step is left is over and lost. If the tray cannot pay even for the given cards, the play is lost before the
 * first step.
 */

import { phrase } from "../../frame/texts.js";
import { object, pair } from "../json_shapes.js";
import { lost, refuseIllegal, solved } from "../play.js";
import { Area, CARDS, TURNS, headingAfter } from "./board.js";
import { canPay, fits, handOut } from "./card_matching.js";
import { boardCell, cellName } from "./play.js";

/**
 * @typedef {import("./board.js").AreaDocument} AreaDocument
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").Heading} Heading
 * @typedef {import("./board.js").Turn} Turn
 *
 * A cell whose card is fixed. `heading` is the one with which the line enters; absent where it is open.
 * @typedef {{readonly cell: Cell, readonly card: Card, readonly heading?: Heading}} Given
 *
 * @typedef {AreaDocument & {tray: Partial<Record<Card, number>>, givens: readonly Given[]}} CoverDocument
 *
 * Lead the line to its next cell.
 * @typedef {{readonly cell: Cell}} Step
 *
 * @typedef {import("../play.js").Phrase} Phrase
 */

/** The puzzle, and what follows from it alone. */
class CoverPuzzle {
  /** @param {CoverDocument} document */
  constructor(document) {
    this.area = new Area(document);
    /** How many cards there are, in the order of CARDS. */
    this.tray = CARDS.map((card) => document.tray[card] ?? 0);
    this.givens = document.givens;
    /** The given cards by the numbers of their cells. */
    this.givenByCell = new Map(this.givens.map((given) => [this.area.number(given.cell), given]));
    /** The tray once the given cards are laid; negative where it cannot pay for them. */
    this.trayLeft = CARDS.map((card, i) => this.tray[i] - this.givens.filter((g) => g.card === card).length);
    Object.freeze(this);
  }

  /**
   * The given card on a cell.
   * @param {Cell} cell
   */
  givenOn(cell) {
    return this.givenByCell.get(this.area.number(cell));
  }
}

/** The line so far: its cells in order, without the start card's. */
export class CoverPosition {
  /** @type {ReadonlySet<number> | undefined} */
  #free;

  /**
   * @param {CoverPuzzle} puzzle
   * @param {readonly Cell[]} line
   */
  constructor(puzzle, line) {
    this.puzzle = puzzle;
    this.line = line;
    Object.freeze(this);
  }

  /** The numbers of the cells that are still to be covered. */
  get free() {
    return (this.#free ??= this.puzzle.area.freeAfter(this.line));
  }

  /** The cell of the line's last card, or of the start card. */
  end() {
    return this.line.at(-1) ?? this.puzzle.area.start.cell;
  }
}

const STEP = object({ cell: pair });

/**
 * @param {CoverPosition} position
 * @returns {readonly Step[]}
 */
function moves(position) {
  const { puzzle, line } = position;
  const cells = cellsAhead(position).filter((cell) => allowed(puzzle, [...line, cell]));
  return cells.map((cell) => ({ cell }));
}

/** @type {import("../play.js").Play<CoverDocument, CoverPosition, Step>} */
export const COVER = {
  begin: (document) => new CoverPosition(new CoverPuzzle(document), []),

  player: () => null,

  moves,

  after(position, move) {
    refuseIllegal(moves(position), move);
    return new CoverPosition(position.puzzle, [...position.line, move.cell]);
  },

  outcome(position) {
    if (position.free.size === 0) {
      return solved();
    }
    return moves(position).length ? null : lost(reason(position));
  },

  /** The line with cards handed out; an unfinished one may get others when it goes on. */
  solution({ puzzle, line }) {
    const cards = cardsAlong(puzzle, line);
    return { line: line.map((cell, i) => ({ card: cards[i], cell })) };
  },

  describe({ puzzle, line }, { cell }) {
    const turn = line.length ? turnsAlong(puzzle, [...line, cell]).at(-2) : "S";
    return phrase(`end_of_line.play.step.${turn}`, { cell: boardCell(cell) });
  },

  notation: (_, { cell }) => cellName(cell),

  parseMove: STEP,

  serialiseMove: (move) => move,
};

/**
 * The turn with which the line leaves each of its cells; null for the last.
 * @param {CoverPuzzle} puzzle
 * @param {readonly Cell[]} line
 * @returns {(Turn | null)[]}
 */
export function turnsAlong(puzzle, line) {
  const headings = headingsAlong(puzzle, line);
  return headings.map((entry, i) => {
    const leave = headings[i + 1];
    return TURNS.find((turn) => headingAfter(entry, turn) === leave) ?? null;
  });
}

/**
 * A card for every cell of a line for which the tray can pay, given cards in their places.
 * @param {CoverPuzzle} puzzle
 * @param {readonly Cell[]} line
 * @returns {Card[]}
 */
export function cardsAlong(puzzle, line) {
  const others = handOut(puzzle.trayLeft, turnsToPay(puzzle, line))?.values();
  if (others === undefined) {
    throw new RangeError("the tray cannot pay for this line");
  }
  return line.map((cell) => puzzle.givenOn(cell)?.card ?? others.next().value);
}

/**
 * The turns of the cells that have no given card.
 * @param {CoverPuzzle} puzzle
 * @param {readonly Cell[]} line
 */
function turnsToPay(puzzle, line) {
  return turnsAlong(puzzle, line).filter((_, i) => puzzle.givenOn(line[i]) === undefined);
}

/**
 * The heading with which the line enters each of its cells.
 * @param {CoverPuzzle} puzzle
 * @param {readonly Cell[]} line
 */
function headingsAlong({ area }, line) {
  return line.map((cell, i) => area.headingBetween(i ? line[i - 1] : area.start.cell, cell));
}

/**
 * The free cells beside the end of the line: only the one in front of the start card at first.
 * @param {CoverPosition} position
 */
function cellsAhead(position) {
  const { area } = position.puzzle;
  const [before, end] = [area.start.cell, ...position.line].slice(-2);
  const cells = end
    ? TURNS.map((turn) => area.neighbour(end, headingAfter(area.headingBetween(before, end), turn)))
    : [area.firstCell()];
  return cells.filter((cell) => position.free.has(area.number(cell)));
}

/**
 * Whether the line goes through given cards as it must, and the tray can pay for the others.
 *
 * The cards that are given elsewhere on the board are not to be had.
 * @param {CoverPuzzle} puzzle
 * @param {readonly Cell[]} line
 */
function allowed(puzzle, line) {
  const entry = headingsAlong(puzzle, line).at(-1);
  const turns = turnsAlong(puzzle, line);
  const last = puzzle.givenOn(line[line.length - 1]);
  if (last?.heading !== undefined && last.heading !== entry) {
    return false;
  }
  const fitGivens = turns.every((turn, i) => {
    const given = puzzle.givenOn(line[i]);
    return given === undefined || fits(given.card, turn);
  });
  if (!fitGivens) {
    return false;
  }
  return Math.min(...puzzle.trayLeft) >= 0 && canPay(puzzle.trayLeft, turnsToPay(puzzle, line));
}

/**
 * Why no step is left.
 * @param {CoverPosition} position
 * @returns {Phrase}
 */
function reason(position) {
  if (Math.min(...position.puzzle.trayLeft) < 0) {
    return phrase("end_of_line.play.tray_too_small");
  }
  const key = cellsAhead(position).length ? "no_card_for_turn" : "no_free_cell";
  return phrase(`end_of_line.play.${key}`, { cell: boardCell(position.end()) });
}
