/**
 * Defines AnalysisGame: what the analysis page needs of a game for two players. Nothing but types stands here.
 *
 * The page knows no game. It holds the record of a game, asks the service for values and for the computer's
 * turns, and shows both; `games/<game>/analysis.js` exports the game as `ANALYSIS`. A position here is always
 * one between two turns, and a turn the JSON value that stands for it in a solution.
 */

/**
 * @typedef {import("../games/play.js").Part} Part
 * @typedef {import("../games/play.js").Phrase} Phrase
 *
 * What a position is worth at the end: the points of the first player above those of the second.
 * @typedef {{readonly margin: number}} End
 */

/**
 * Each member, and what it is for:
 *
 * players       the names of the two players, the first one first
 * start         the document of the position in which a game begins, as the service takes it
 * begin         the position of a document
 * document      the document of a position
 * player        whose turn it is
 * end           how the game ended; null as long as it goes on
 * turns         every different turn that can be made, in the order of play
 * after         the position after a legal turn
 * notation      a legal turn as people write it
 * readTurn      the legal turn that a person wrote; null where there is none
 * writeLine     a document as a line of text
 * readLine      the document of a line of text; null where it is none
 * notes         what is known of a position beyond the values of its turns
 * createBoard   makes the board on which turns are made
 * createSetup   makes the editor of a position
 *
 * @template [T=any], [M=any]
 * @typedef {object} AnalysisGame
 * @property {readonly [string, string]} players
 * @property {object} start
 * @property {(document: any) => T} begin
 * @property {(position: T) => object} document
 * @property {(position: T) => string} player
 * @property {(position: T) => End | null} end
 * @property {(position: T) => readonly M[]} turns
 * @property {(position: T, turn: M) => T} after
 * @property {(position: T, turn: M) => string} notation
 * @property {(position: T, text: string) => M | null} readTurn
 * @property {(document: any) => string} writeLine
 * @property {(text: string) => object | null} readLine
 * @property {(position: T) => readonly Phrase[]} notes
 * @property {(context: BoardContext<M>) => AnalysisBoard<T, M>} createBoard
 * @property {(context: SetupContext) => Setup} createSetup
 */

/**
 * What the page does for a board: `play` makes a whole turn.
 * @template [M=any]
 * @typedef {object} BoardContext
 * @property {(key: string, parts?: Readonly<Record<string, Part>>) => string} text
 * @property {(part: Part) => string} render
 * @property {(turn: M) => void} play
 * @property {(phrase: Phrase) => void} refuse
 * @property {(phrase: Phrase) => void} say
 * @property {() => boolean} motion
 */

/**
 * `show` draws a position, and the turn that led to it from the position before; nothing can be made where it
 * is locked. `replay` shows a turn being made, slowly, then calls `done`; the next `show` ends it.
 * @template [T=any], [M=any]
 * @typedef {object} AnalysisBoard
 * @property {Element} board
 * @property {HTMLElement} tools
 * @property {(position: T, last: {before: T, turn: M} | null, locked: boolean) => void} show
 * @property {(position: T, turn: M, done: () => void) => void} replay
 * @property {(event: KeyboardEvent) => boolean} key
 * @property {readonly import("./view.js").KeyHelp[]} keys
 */

/**
 * @typedef {object} SetupContext
 * @property {(key: string, parts?: Readonly<Record<string, Part>>) => string} text
 * @property {() => void} changed
 *
 * An editor of a position. `read` returns its document; null where that is not yet a position, which the editor
 * then says.
 * @typedef {object} Setup
 * @property {HTMLElement} element
 * @property {() => object | null} read
 * @property {(document: any) => void} load
 */

export {};
