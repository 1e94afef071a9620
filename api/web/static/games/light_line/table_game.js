/** Defines TableGame: what a game on a table of cards needs of its rules. Nothing but types stands here. */

/**
 * @typedef {import("./cards.js").Placement} Placement
 * @typedef {import("./table_lines.js").Table} Table
 * @typedef {import("./table_board.js").Place} Place
 * @typedef {import("./action_bar.js").Action} Action
 * @typedef {import("../play.js").Phrase} Phrase
 *
 * What a card would do at a place: the lines that it would join, as they are drawn; where it would join them;
 * a text on it; and whether it is good for anything there.
 * @typedef {object} Preview
 * @property {readonly SVGElement[]} lines
 * @property {readonly import("./tubes.js").Point[]} joints
 * @property {string | null} text
 * @property {boolean} isGood
 *
 * What there is to play with, and what comes of it. Each member, and what it is for:
 *
 * words       the cards, and their names
 * isMovable   whether a card on the table can be taken up
 * refusal     why a card cannot be laid at a place; null where it can
 * lay         takes the table as the player has laid it, with the card that has moved
 * preview     what a card would do where it lies on a table
 * spot        how a free place looks while a card is held
 * freePlace   a free place in words
 * actions     the buttons when no card is held
 * enter       does what Enter does at a card on the table; false where it takes the card up
 * holdsAlone  whether there is one card to lay, which then is held without being asked for, and goes where a
 *             place is tapped
 * @typedef {object} TableGame
 * @property {import("./card_words.js").CardWords} words
 * @property {(id: string) => boolean} isMovable
 * @property {(id: string, place: Place) => Phrase | null} refusal
 * @property {(table: Table, id: string) => void} lay
 * @property {(table: Table, id: string) => Preview} preview
 * @property {(id: string, placement: Placement) => string} spot
 * @property {(place: Place, held: Held | null) => Phrase} freePlace
 * @property {() => readonly Action[]} actions
 * @property {(id: string) => boolean} enter
 * @property {boolean} holdsAlone
 *
 * What is on the table and in the hand. `classes`: how a card on the table looks.
 * @typedef {object} TableScene
 * @property {Table} table
 * @property {readonly string[]} hand
 * @property {boolean} isLocked
 * @property {(id: string) => string} classes
 *
 * A card that is held: where it comes from, null where that is the hand.
 * @typedef {{readonly id: string, readonly turned: boolean, readonly from: Placement | null}} Held
 */

export {};
