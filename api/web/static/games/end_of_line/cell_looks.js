/**
 * What is drawn on each cell of a board.
 *
 * A cell's look is a plain value, so that two of them can be compared: only cells that look different are
 * drawn again.
 */

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").Heading} Heading
 *
 * A card that lies off the line. `heading` is that with which the line enters, null where it is open;
 * `tried`: the player only tries it.
 * @typedef {{readonly card: Card, readonly heading: Heading | null, readonly tried: boolean}} LyingCard
 *
 * A cell that can be chosen: "next" continues the last card, "behind" the last but one, "chosen" waits for a
 * card. `card` is shown as it would lie there, `player` is whose turn it is.
 * @typedef {object} Target
 * @property {"next" | "behind" | "chosen"} way
 * @property {Heading} entry
 * @property {Card | null} card
 * @property {number} [player]
 *
 * `entry` and `onward` say how the line runs through the cell; `deadWays` lead to a dead end, and `dead` is
 * one. `open` are exits that the line does not take. `player` is whose line it is where there are several; a
 * "tip" is the end of a line that is not lengthened now. `crosses` and `pencils` are marks of the player on the
 * sides E and S, which stand for both cells beside them.
 * @typedef {object} CellLook
 * @property {"free" | "blocked" | "given"} ground
 * @property {Heading} [start]
 * @property {Heading | null} [entry]
 * @property {readonly Heading[]} [onward]
 * @property {readonly Heading[]} [deadWays]
 * @property {boolean} [dead]
 * @property {readonly Heading[]} [open]
 * @property {number} [player]
 * @property {"handle" | "tip" | "stop"} [sign]
 * @property {boolean} [zero]
 * @property {boolean} [wrong]
 * @property {boolean} [isFirstWrong]
 * @property {LyingCard} [card]
 * @property {Target} [target]
 * @property {string} [plate]
 * @property {readonly Heading[]} [crosses]
 * @property {readonly Heading[]} [pencils]
 *
 * A card of the line, the start card first. `parent` is the number of the card that it continues.
 * @typedef {object} LineCard
 * @property {Cell} cell
 * @property {Heading | null} entry
 * @property {number} parent
 * @property {readonly Heading[]} open
 * @property {boolean} zero
 */

/**
 * The looks of the cells that the line runs through, by the numbers of its cards.
 * @param {readonly LineCard[]} cards
 * @returns {Pick<CellLook, "entry" | "onward" | "deadWays" | "dead" | "open" | "zero">[]}
 */
export function lineLooks(cards) {
  const parents = new Set(cards.map(({ parent }) => parent));
  /** @type {(i: number) => boolean} */
  const isDead = (i) => i > 0 && i < cards.length - 1 && !parents.has(i);
  const looks = cards.map(({ entry, open, zero }, i) => ({
    entry,
    onward: /** @type {Heading[]} */ ([]),
    deadWays: /** @type {Heading[]} */ ([]),
    dead: isDead(i),
    open,
    zero,
  }));
  cards.forEach(({ entry, parent }, i) => {
    if (entry !== null) {
      looks[parent][isDead(i) ? "deadWays" : "onward"].push(entry);
    }
  });
  for (const look of looks) {
    look.open = look.open.filter((way) => !look.onward.includes(way) && !look.deadWays.includes(way));
  }
  return looks;
}

/**
 * A step of the line, from its cell to the next one.
 * @typedef {{readonly cell: Cell, readonly heading: Heading}} LineStep
 *
 * @param {import("./board.js").Area} area
 * @param {readonly LineCard[]} cards
 * @returns {LineStep[]}
 */
export function lineSteps(area, cards) {
  const first = { cell: area.start.cell, heading: area.start.heading };
  const others = cards.slice(1).flatMap(({ entry, parent }) =>
    entry === null ? [] : [{ cell: cards[parent].cell, heading: entry }],
  );
  return others.length ? others : [first];
}
