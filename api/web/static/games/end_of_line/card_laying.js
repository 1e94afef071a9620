/**
 * Lays cards along a line: by a tap on the card and on the cell, by dragging a card to the board, by dragging
 * the line, or with keys. A tap on an earlier card takes up those after it.
 */

import { phrase } from "../../frame/texts.js";
import { cardLooks, describeCell, isPlacing, lineCards, parentOf } from "./card_looks.js";
import { lineSteps } from "./cell_looks.js";
import { LineBoard } from "./line_board.js";
import { LooseCard } from "./loose_card.js";
import { boardCell } from "./play.js";
import { whyNotOnBoard } from "./refusals.js";
import { mayMove } from "./tools.js";

/**
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./card_looks.js").OwnLine} OwnLine
 * @typedef {import("./cell_looks.js").CellLook} CellLook
 * @typedef {import("./play.js").OrientedCard} OrientedCard
 * @typedef {import("../play.js").Phrase} Phrase
 * @typedef {import("../../frame/view.js").Scene} Scene
 * @typedef {import("../../frame/view.js").ViewContext} ViewContext
 */

/**
 * @template C, M
 * @typedef {import("./card_choice.js").CardChoice<C, M>} CardChoice
 */

const PAGE = "end_of_line.page";

/**
 * What a kind does beside the board. C says which card, M is a move, H what is chosen.
 *
 * choose    what can be chosen in a position
 * show      shows the cards and whatever else is beside the board
 * mark      shows which card is chosen, and whether one is asked for
 * ask       shows what the player is asked to do; null for nothing
 * placeOf   where the card that a move lays is on the screen, before it is laid
 * lines     all lines on the board, where there are several
 * kept      how many moves are left when the line is shortened to the card with this number; null if it may not
 *           be, which it says. Absent where any card can be taken up
 * look      adds to how cells look
 * noWayOn   why the line can go nowhere
 * dropOff   takes a card that is dropped off the board; false if it means nothing there
 *
 * @template C, M
 * @template {CardChoice<C, M>} H
 * @typedef {object} Table
 * @property {(position: any, isLocked: boolean) => H} choose
 * @property {(scene: Scene, isMoving: boolean) => void} show
 * @property {(card: C | null, isAsked: boolean) => void} mark
 * @property {(request: string | null) => void} ask
 * @property {(move: M) => DOMRect | null} placeOf
 * @property {(position: any) => readonly OwnLine[]} [lines]
 * @property {(index: number) => number | null} [kept]
 * @property {(looks: CellLook[], position: any) => void} [look]
 * @property {() => Phrase} noWayOn
 * @property {(card: C, x: number, y: number) => boolean} [dropOff]
 */

/**
 * @template C, M
 * @template {CardChoice<C, M>} [H=CardChoice<C, M>]
 */
export class CardLaying {
  /**
   * The card that a finger carries.
   * @type {LooseCard | null}
   */
  #carried = null;
  #isDropping = false;

  /**
   * @param {ViewContext} context
   * @param {Table<C, M, H>} table
   */
  constructor(context, table) {
    this.context = context;
    this.table = table;
    const position = context.play.begin(context.puzzle);
    /** @type {import("./board.js").Area} */
    this.area = position.area;
    this.choice = table.choose(position, true);
    /** @type {Scene | null} */
    this.scene = null;
    this.board = this.#makeBoard();
    /**
     * What is done with the cards beside the board.
     * @type {import("./draggable_card.js").CardActions<C>}
     */
    this.actions = {
      choose: (card) => this.chooseCard(card),
      lift: (card) => this.#lift(card),
      carry: (x, y) => this.#carry(x, y),
      drop: (x, y) => this.#drop(x, y),
      cancel: () => this.#putDown(),
    };
  }

  #makeBoard() {
    const line = {
      line: () => this.line,
      parent: (/** @type {number} */ index) => parentOf(this.position.line, index),
      canExtend: (/** @type {Cell} */ cell) => this.choice.continuesLast(this.area.number(cell)),
      extend: (/** @type {number} */ index, /** @type {Cell} */ cell) => this.#extend(index, cell),
      cut: (/** @type {number} */ index) => this.#cut(index),
    };
    return new LineBoard(this.area, line, {
      tap: (cell) => this.#tap(cell),
      describe: (number) => describeCell(this.context, this.choice, this.lines, number),
      isLocked: () => this.scene?.locked ?? true,
      moves: () => mayMove(this.context),
      text: this.context.text,
    });
  }

  /** @returns {any} */
  get position() {
    return this.choice.position;
  }

  /**
   * The cells of the line in order of placing, the start card's first.
   * @returns {Cell[]}
   */
  get line() {
    return this.position.line.map((/** @type {OrientedCard} */ { cell }) => cell);
  }

  /** @returns {readonly OwnLine[]} all lines on the board */
  get lines() {
    const { area, line } = this.position;
    return this.table.lines?.(this.position) ?? [{ area, line }];
  }

  /** Whose line is lengthened now, where there are several. */
  get #player() {
    return this.lines.find(({ line }) => line === this.position.line)?.player;
  }

  get isOver() {
    return this.scene === null || this.scene.locked || this.scene.outcome !== null;
  }

  /** @param {Scene} scene */
  show(scene) {
    const isMoving = mayMove(this.context) && scene.last !== null;
    const flight = isMoving && !this.#isDropping ? this.#flight(scene.last) : null;
    if (scene.position !== this.position || scene.locked !== this.scene?.locked) {
      // A drag ends where another line goes on.
      this.board.isDragging &&= scene.position.area === this.position.area;
      this.choice = this.table.choose(scene.position, scene.locked);
    }
    this.scene = scene;
    this.draw(scene.last !== null && isPlacing(scene.last) ? this.area.number(scene.last.cell) : null);
    this.table.show(scene, isMoving);
    this.table.mark(this.choice.card, this.choice.cell !== null);
    this.table.ask(null);
    flight?.();
  }

  /**
   * Draws the board.
   * @param {number | null} [grown] the number of the cell into which a line has just grown
   */
  draw(grown = null) {
    if (this.scene) {
      const { line, lines } = this;
      const looks = cardLooks(this.scene, lines, this.choice);
      this.table.look?.(looks, this.position);
      const steps = lines.flatMap((own) => lineSteps(own.area, lineCards(own.line)));
      this.board.show(looks, steps, line[line.length - 1], grown);
    }
  }

  /** Shows what is chosen. */
  #showChoice() {
    const { card, cell } = this.choice;
    this.table.mark(card, cell !== null);
    this.draw();
    if (cell !== null) {
      const request = phrase(`${PAGE}.cards.now_card`, { cell: boardCell(this.area.cells[cell]) });
      this.table.ask(this.context.render(request));
      this.context.say(request);
    } else {
      this.table.ask(null);
    }
  }

  /** Chooses nothing any more. Returns whether anything was chosen. */
  chooseNothing() {
    const { card, cell } = this.choice;
    this.choice.card = this.choice.cell = null;
    this.#showChoice();
    return card !== null || cell !== null;
  }

  /** @param {C} card */
  chooseCard(card) {
    const { choice } = this;
    if (this.isOver) {
      return;
    }
    if (choice.cell !== null) {
      this.context.make(choice.move(card, choice.cell));
      return;
    }
    choice.card = choice.card === card ? null : card;
    this.#showChoice();
    if (choice.card !== null) {
      const parts = { card: choice.faceOf(card), cells: choice.cells.map(boardCell) };
      this.context.say(phrase(`${PAGE}.cards.now_cell`, parts));
    }
  }

  /**
   * Has a cell wait for a card; null for none.
   * @param {number | null} number
   */
  chooseCell(number) {
    this.choice.cell = number;
    this.#showChoice();
  }

  /**
   * Places the chosen card on a cell, or else waits for one.
   * @param {number} number
   */
  #goTo(number) {
    const { choice } = this;
    const card = choice.cardToPlace;
    if (card !== null) {
      this.context.make(choice.move(card, number));
      return true;
    }
    this.chooseCell(choice.cell === number ? null : number);
    return false;
  }

  /** @param {Cell} cell */
  #tap(cell) {
    const number = this.area.number(cell);
    const index = this.line.findIndex((other) => this.area.number(other) === number);
    if (this.scene?.locked) {
      return;
    }
    if (index >= 0 && index < this.line.length - 1) {
      this.#cut(index);
    } else if (this.choice.leadsTo(number)) {
      this.#goTo(number);
    } else {
      this.context.refuse(this.#whyNot(cell));
    }
  }

  /** @param {Cell} cell */
  #whyNot(cell) {
    const { line, choice, position } = this;
    const end = line[line.length - 1];
    if (!choice.ways.length) {
      return this.table.noWayOn();
    }
    const other = this.lines.find((own) => own.line !== position.line && coversCell(own, cell));
    if (other?.player !== undefined) {
      return phrase(`${PAGE}.refused.others_line`, { player: other.player + 1, cell: boardCell(cell) });
    }
    if (this.area.number(cell) === this.area.number(end)) {
      return phrase(`${PAGE}.goes_on_to`, { cell: boardCell(end), cells: choice.cells.map(boardCell) });
    }
    const parts = { cell: boardCell(cell), end: boardCell(end) };
    return whyNotOnBoard(position.area, line, end, cell) ?? phrase(`${PAGE}.refused.no_exit`, parts);
  }

  /**
   * Takes cards up again until the one with this number is the last. Returns whether that may be.
   * @param {number} index
   */
  #cut(index) {
    const moves = this.scene?.moves ?? [];
    const kept = this.table.kept ? this.table.kept(index) : this.#movesTo(index, moves);
    if (kept !== null) {
      this.context.goTo(moves.slice(0, kept));
    }
    return kept !== null;
  }

  /**
   * How many moves there were when the card with this number was laid.
   * @param {number} index
   * @param {readonly any[]} moves
   */
  #movesTo(index, moves) {
    let placed = 0;
    const last = moves.findIndex((move) => isPlacing(move) && (placed += 1) === index);
    return index === 0 ? 0 : last + 1;
  }

  /**
   * A drag leads the line from one of its cards on to a cell.
   * @param {number} index
   * @param {Cell} cell
   */
  #extend(index, cell) {
    const number = this.area.number(cell);
    const last = this.line.length - 1;
    const isBehind = index === last - 1 && this.choice.goBehind(number);
    if (index < last && !isBehind && !this.#cut(index)) {
      return false;
    }
    if (this.choice.leadsTo(number)) {
      return this.#goTo(number);
    }
    this.context.refuse(this.#whyNot(cell));
    return false;
  }

  /** @param {C} card */
  #lift(card) {
    if (this.isOver) {
      return false;
    }
    this.choice.cell = null;
    this.choice.card = card;
    this.#showChoice();
    const size = this.board.cellRect(this.area.start.cell).width;
    this.#carried = new LooseCard(this.choice.faceOf(card), size, this.#player);
    return true;
  }

  /**
   * Carries a card; above a cell where it can go it turns as it would lie there.
   * @param {number} x
   * @param {number} y
   */
  #carry(x, y) {
    const cell = this.board.cellAt(x, y);
    const number = cell && this.area.number(cell);
    const fits = number !== null && this.choice.leadsTo(number);
    this.#carried?.moveTo(x, y, fits ? this.choice.target(number).entry : null);
  }

  #putDown() {
    this.#letGo();
    this.#showChoice();
  }

  #letGo() {
    this.#carried?.remove();
    this.#carried = null;
    this.choice.card = null;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #drop(x, y) {
    const { card } = this.choice;
    const cell = this.board.cellAt(x, y);
    const number = cell && this.area.number(cell);
    if (card !== null && number !== null && this.choice.leadsTo(number)) {
      this.#letGo();
      // The move has everything drawn anew.
      this.#isDropping = true;
      this.context.make(this.choice.move(card, number));
      this.#isDropping = false;
      return;
    }
    this.#putDown();
    if (card !== null && cell === null) {
      this.table.dropOff?.(card, x, y);
    } else if (card !== null && cell !== null) {
      this.context.refuse(this.#whyNot(cell));
    }
  }

  /**
   * Shows the way of a card to the board, once the board is drawn.
   * @param {any} last
   */
  #flight(last) {
    const from = isPlacing(last) ? this.table.placeOf(last) : null;
    const player = this.#player;
    if (!from) {
      return null;
    }
    return () => {
      const number = this.area.number(last.cell);
      const cards = this.lines.flatMap(({ line }) => line);
      const { card, joint } = cards.find(({ cell }) => this.area.number(cell) === number) ?? cards[0];
      if (card !== null) {
        const loose = new LooseCard(card, from.width, player);
        loose.fly(from, this.board.cellRect(last.cell), joint.entry ?? "N");
      }
    };
  }

  /** Lets a light run along the lines. */
  celebrate() {
    if (mayMove(this.context)) {
      for (const { line } of this.lines) {
        this.board.drawing.celebrate(line.map(({ cell }) => this.area.number(cell)));
      }
    }
  }
}

/**
 * @param {OwnLine} own
 * @param {Cell} cell
 */
function coversCell({ area, line }, cell) {
  return line.some((card) => area.number(card.cell) === area.number(cell));
}

/**
 * How many cells the line covers.
 * @param {import("./card_choice.js").LinePosition} position
 */
export function coverage({ area, free }) {
  const cells = area.freeCells.length;
  return phrase(`${PAGE}.reached`, { covered: cells - free.size, cells });
}
