/**
 * The view of the kinds in which cards of a hand are laid so that a line runs over them.
 *
 * The longest line on the table is lit. Once it is the one that the puzzle asks for it is followed for the
 * player. Cards may lie apart from the others for a while: as the rules know no such cards, they are kept as
 * the player's notes, `{"loose": [...]}`, placed like those that are laid.
 */

import { isSame as isSameJson } from "../../frame/history.js";
import { phrase } from "../../frame/texts.js";
import { CardWords } from "./card_words.js";
import { fromOrigin, groupsOf, laysOf, onTable, originOf, playedOut } from "./layouts.js";
import { litLine, pointAt, runLight } from "./line_drawing.js";
import { shortNames } from "./names.js";
import { cardsOn, linesOn, linesOver, longestLine, meetingsOf, passesOf } from "./table_lines.js";
import { DONE_MARGIN, LAYING_MARGIN } from "./table_board.js";
import { handleKey, tableKeys } from "./table_keys.js";
import { TablePlay } from "./table_play.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").PlacedCard} PlacedCard
 * @typedef {import("./cards.js").Section} Section
 * @typedef {import("./play.js").Deal} Deal
 * @typedef {import("./play.js").LineMove} LineMove
 * @typedef {import("./play.js").LinePosition} LinePosition
 * @typedef {import("./table_lines.js").Table} Table
 * @typedef {import("../play.js").Phrase} Phrase
 * @typedef {import("../../frame/view.js").JsonValue} JsonValue
 * @typedef {import("../../frame/view.js").Scene<LinePosition, LineMove>} Scene
 * @typedef {import("../../frame/view.js").ViewContext<Deal, LinePosition, LineMove>} Context
 *
 * What one kind asks for. Each member, and what it is for:
 *
 * kind      its name in texts
 * line      what counts as a line
 * limit     the most cards on the table
 * goal      how many cards the line is to meet; null where that is not known
 * isWanted  whether a line is the one that the puzzle asks for, on a table with so many cards
 * canEnd    whether the player may end with any line
 * @typedef {object} LayRule
 * @property {string} kind
 * @property {import("./table_lines.js").LineRule} line
 * @property {(context: Context) => number} limit
 * @property {(context: Context) => number | null} goal
 * @property {(context: Context, line: readonly Section[], onTable: number) => boolean} isWanted
 * @property {boolean} canEnd
 */

// A line of fewer cards is none to be seen.
const LEAST_LIT = 2;

export class LayView {
  /** @type {Table} */
  #table = new Map();
  /** @type {Scene | null} */
  #scene = null;
  /** @type {readonly Section[]} */
  #line = [];
  #asksForEnd = false;

  /**
   * @param {Context} context
   * @param {LayRule} rule
   */
  constructor(context, rule) {
    this.context = context;
    this.rule = rule;
    this.cards = new Map(context.puzzle.cards.map((card) => [card.id, card]));
    this.words = new CardWords(this.cards, shortNames([...this.cards.keys()]), rule.line.wild, context.text);
    this.play = new TablePlay(context, {
      words: this.words,
      isMovable: () => true,
      refusal: (id) => this.#refusal(id),
      lay: (table, id) => this.#lay(table, id),
      preview: (table, id) => this.#preview(table, id),
      spot: () => "",
      freePlace: (place, held) => this.words.freePlace(this.#table, place, held),
      actions: () => this.#actions(),
      enter: () => false,
      holdsAlone: false,
    });
    this.board = this.play.board.element;
    this.board.classList.add("light-line");
    this.tools = this.play.hand.element;
    this.tools.classList.add("light-line");
    this.keys = tableKeys(context);
    this.hints = [1, 2, 3].map((n) => phrase(`light_line.page.hint.${rule.kind}.${n}`));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return handleKey(this.play, event);
  }

  /** @param {Scene} scene */
  show(scene) {
    const { position } = scene;
    const loose = looseCards(scene.notes).filter(({ card }) => this.cards.has(card));
    const layout = withoutClashes([...position.layout, ...loose]);
    const origin = originOf(this.#table, layout);
    this.#scene = scene;
    this.#table = new Map(layout.map((placed) => [placed.card, onTable(origin, placed)]));
    this.#line = position.line.length ? position.line : longestLine(this.cards, this.#table, this.rule.line);
    this.#asksForEnd &&= scene.outcome === null;
    this.#draw(scene);
  }

  /** @param {Scene} scene */
  #draw(scene) {
    const { context, play } = this;
    const { outcome, marked, moves } = scene;
    const isSolved = outcome?.solved === true;
    const isFollowed = scene.position.line.length > 0;
    const wrong = marked === null ? undefined : moves[marked];
    const met = cardsOn(this.#line);
    const laid = new Set(scene.position.layout.map(({ card }) => card));
    this.board.classList.toggle("patterns", context.settings().patterns);
    this.tools.classList.toggle("patterns", context.settings().patterns);
    this.board.classList.toggle("still", !context.settings().motion);
    this.board.classList.toggle("done", isSolved);
    if (!isSolved) {
      play.board.lights.replaceChildren();
    }
    play.board.margin = isSolved ? DONE_MARGIN : LAYING_MARGIN;
    play.show({
      table: this.#table,
      hand: context.puzzle.cards.map(({ id }) => id).filter((id) => !this.#table.has(id)),
      isLocked: scene.locked || isSolved,
      classes: (id) => {
        const isWrong = wrong !== undefined && "card" in wrong && wrong.card === id;
        return `${isWrong ? "wrong" : ""} ${laid.has(id) ? "" : "loose"} ${met.has(id) ? "" : "unlit"}`;
      },
    });
    const isLit = isFollowed || met.size >= LEAST_LIT;
    const lines = isLit ? [this.#lit(this.#table, this.#line, false, isFollowed || isSolved)] : [];
    play.board.lines.replaceChildren(...lines);
  }

  /**
   * @param {Table} table
   * @param {readonly Section[]} line
   * @param {boolean} isRing
   * @param {boolean} isNumbered
   */
  #lit(table, line, isRing, isNumbered) {
    return litLine(passesOf(this.cards, table, line), {
      isRing,
      wild: this.rule.line.wild,
      label: ({ section }, i) => {
        const letters = this.words.letters(section.card)[section.tube];
        return isNumbered ? `${i + 1} ${letters}` : letters;
      },
    });
  }

  /** @param {string} id */
  #refusal(id) {
    const limit = this.rule.limit(this.context);
    const isFull = !this.#table.has(id) && this.#table.size >= limit;
    return isFull ? phrase("light_line.page.enough_cards", { n: limit }) : null;
  }

  /**
   * @param {Table} table
   * @param {string} id
   */
  #preview(table, id) {
    const { wild } = this.rule.line;
    const joined = meetingsOf(this.cards, table, id, wild).filter(({ joins }) => joins);
    const lines = linesOver(linesOn(this.cards, table, wild), id);
    const n = cardsOn(longestLine(this.cards, table, this.rule.line)).size;
    const placement = /** @type {import("./cards.js").Placement} */ (table.get(id));
    return {
      lines: lines.map(({ sections, ring }) => this.#lit(table, sections, ring, false)),
      joints: joined.map(({ socket }) => pointAt({ placement }, socket)),
      text: joined.length ? this.context.render(this.#count(n)) : null,
      isGood: joined.length > 0,
    };
  }

  /**
   * How many cards a line meets, and how many it is to meet.
   * @param {number} n
   */
  #count(n) {
    const cards = this.rule.goal(this.context);
    return cards === null
      ? phrase("light_line.page.count", { n })
      : phrase("light_line.page.count_of", { n: cards, reached: n });
  }

  /**
   * Takes the table as the player has laid it.
   * @param {Table} table
   * @param {string} id the card that has moved
   */
  #lay(table, id) {
    const before = this.#table;
    this.#table = table;
    this.#asksForEnd = false;
    const line = longestLine(this.cards, table, this.rule.line);
    const isDone = this.rule.isWanted(this.context, line, table.size);
    const made = this.#send(table, isDone ? line : []);
    if (!made) {
      this.context.say(this.#change(before, table, id));
    }
  }

  /**
   * Says what has become of a card.
   * @param {Table} before
   * @param {Table} table
   * @param {string} id
   */
  #change(before, table, id) {
    const card = this.words.name(id);
    const placement = table.get(id);
    if (placement === undefined) {
      return phrase("light_line.page.back_in_hand", { card });
    }
    const was = before.get(id);
    const isTurn = was?.row === placement.row && was.col === placement.col;
    const where = this.words.where(table, placement);
    const moved = phrase("light_line.page.moved", { card, where });
    const what = isTurn ? phrase("light_line.page.turned", { card }) : moved;
    const joins = this.words.joins(table, id);
    return phrase("light_line.page.change", { what, joins });
  }

  /**
   * Gives the moves to the frame that lay the cards so and follow a line. Returns whether that was one more
   * move, which the frame says.
   * @param {Table} table
   * @param {readonly Section[]} line
   */
  #send(table, line) {
    const { context } = this;
    const scene = /** @type {Scene} */ (this.#scene);
    const groups = groupsOf(table);
    const main = groups.find((ids) => line.length && ids.includes(line[0].card)) ?? groups[0] ?? [];
    const before = scene.position.layout.map(({ card }) => card);
    const lays = laysOf(table, main, before);
    const notes = looseNotes(table, main, lays);
    const steps = line.map(({ card, tube }) => ({ card, tube }));
    const moves = line.length ? playedOut(context.play, context.puzzle, [...lays, ...steps]) : lays;
    const isSameNotes = isSameJson(notes, scene.notes);
    const last = moves.at(-1);
    if (isSameJson(moves, scene.moves)) {
      if (isSameNotes) {
        this.show(scene);
      } else {
        context.note(notes);
      }
      return false;
    }
    const isNext = last !== undefined && isSameNotes && isSameJson(moves.slice(0, -1), scene.moves);
    if (isNext) {
      context.make(last);
    } else {
      context.goTo(moves, notes);
    }
    return isNext;
  }

  /** @returns {readonly import("./action_bar.js").Action[]} */
  #actions() {
    const scene = this.#scene;
    if (scene === null || scene.locked) {
      return [];
    }
    const n = cardsOn(this.#line).size;
    const isWanted = this.rule.isWanted(this.context, this.#line, this.#table.size);
    if (scene.outcome?.solved) {
      const goOn = { name: "lay_on", act: () => void this.#send(this.#table, []) };
      return this.rule.canEnd && !isWanted ? [goOn] : [];
    }
    const follow = () => void this.#send(this.#table, longestLine(this.cards, this.#table, this.rule.line));
    if (isWanted || this.#asksForEnd) {
      const back = { name: "not_yet", act: () => this.#askForEnd(false) };
      const end = { name: "follow", act: follow, parts: { n }, isMain: true };
      return this.#asksForEnd ? [back, end] : [end];
    }
    const canEnd = this.rule.canEnd && n > 0;
    return canEnd ? [{ name: "end", act: () => this.#askForEnd(true), parts: { n } }] : [];
  }

  /** @param {boolean} asks */
  #askForEnd(asks) {
    this.#asksForEnd = asks;
    this.play.draw();
  }

  /**
   * @param {Scene} scene
   * @returns {readonly Phrase[]}
   */
  reached({ position }) {
    const n = position.line.length && !this.#line.length ? position.passed.size : cardsOn(this.#line).size;
    return [this.#count(n)];
  }

  celebrate() {
    if (this.context.settings().motion) {
      runLight(this.play.board.lights, passesOf(this.cards, this.#table, this.#line));
    }
  }

  /** @param {number | null} index */
  pointOut(index) {
    this.tools.classList.toggle("pointed-out", index === 0);
    this.board.classList.toggle("pointed-out", index === 1);
  }
}

/**
 * The cards that lie apart, as notes have them; none where the notes are not of that shape.
 * @param {any} notes
 * @returns {PlacedCard[]}
 */
function looseCards(notes) {
  const cards = Array.isArray(notes?.loose) ? notes.loose : [];
  return cards.filter(
    (/** @type {any} */ placed) =>
      typeof placed?.card === "string" &&
      Number.isSafeInteger(placed.row) &&
      Number.isSafeInteger(placed.col) &&
      typeof placed.turned === "boolean",
  );
}

/**
 * @param {Table} table
 * @param {readonly string[]} main the cards that are laid
 * @param {readonly PlacedCard[]} lays how they are laid
 * @returns {JsonValue}
 */
function looseNotes(table, main, lays) {
  const loose = [...table].filter(([id]) => !main.includes(id));
  if (!loose.length) {
    return null;
  }
  const first = /** @type {import("./cards.js").Placement} */ (table.get(lays[0].card));
  const origin = { row: first.row, col: first.col, flipped: first.turned };
  return { loose: loose.map(([card, placement]) => ({ card, ...fromOrigin(origin, placement) })) };
}

/**
 * Cards of which each has a place of its own: the earlier ones keep theirs.
 * @param {readonly PlacedCard[]} layout
 */
function withoutClashes(layout) {
  /** @type {Map<string, PlacedCard>} */
  const byPlace = new Map();
  const ids = new Set();
  for (const placed of layout) {
    const place = `${placed.row},${placed.col}`;
    if (!byPlace.has(place) && !ids.has(placed.card)) {
      byPlace.set(place, placed);
      ids.add(placed.card);
    }
  }
  return [...byPlace.values()];
}
