/**
 * Defines KindPage: what the page needs of a kind of puzzle in order to play it.
 *
 * The frame knows no game. It holds the moves, and with them undo, saving, checking, sharing and all else that
 * every game has; `games/<game>/page_<kind>.js` exports as `PAGE` how one kind is drawn and touched. Nothing
 * but types stands here.
 */

/**
 * @typedef {import("../games/play.js").Outcome} Outcome
 * @typedef {import("../games/play.js").Part} Part
 * @typedef {import("../games/play.js").Phrase} Phrase
 *
 * @typedef {null | boolean | number | string | readonly any[] | {readonly [name: string]: any}} JsonValue
 */

/**
 * How a kind is played on the page. P is its puzzle's JSON document, T its position, M its move.
 *
 * play         the rules
 * createView   makes the board and what belongs to it; called once for a page
 * movesOf      the moves that play a solution, a JSON document, from the start
 * progressOf   the solution begun that a position stands for, as `POST /v1/check` takes it: what is still open,
 *              such as which card pays for a step, is left out. Null where nothing can express it. Absent where
 *              that is `play.solution`
 * hasOpponent  whether the reader is only the player who begins. The moves of the others are made by the view,
 *              with `make`; undo and redo stop only where the player of the start is to move. Without it all
 *              whom `play.player` names sit on the reader's side, and whoever is at the page makes their moves
 * needsVerdict whether only the server can say if a finished play is a solution: the rules alone cannot
 * saysVerdict  whether the view itself says what the server found wrong with it, and offers to try again
 *
 * @template [P=any], [T=any], [M=any]
 * @typedef {object} KindPage
 * @property {import("../games/play.js").Play<P, T, M>} play
 * @property {(context: ViewContext<P, T, M>) => View<T, M>} createView
 * @property {(puzzle: P, solution: any) => readonly M[]} movesOf
 * @property {(position: T) => object | null} [progressOf]
 * @property {boolean} [hasOpponent]
 * @property {boolean} [needsVerdict]
 * @property {boolean} [saysVerdict]
 */

/**
 * What the frame does for a view. Each member, and what it is for:
 *
 * puzzle       the puzzle's JSON document, with the defaults filled in
 * target       the best score, where the task is to reach it
 * text         a text of the page's catalogue or of the game's, by its key
 * render       a phrase, or a part of one, in the reader's language
 * make         makes a legal move: the frame saves it, says it, and calls `show`. A move that is not legal is
 *              ignored; say why beforehand, with `refuse`
 * goTo         takes these moves from the start instead, in one step for undo: cutting a line back, taking a
 *              card up again; with other notes, where they are given
 * note         replaces the player's notes (crossed-out edges, tried turns), in one step for undo. Notes are
 *              saved with the moves; null is none
 * refuse       says in a line under the board why a tap does nothing
 * say          tells the live region, which screen readers read aloud. Moves are said by the frame
 * ask          POSTs to /v1/<path>; null where nobody can be reached or the answer is an error
 * settings     what the reader chose; `show` is called again when it changes
 *
 * @template [P=any], [T=any], [M=any]
 * @typedef {object} ViewContext
 * @property {P} puzzle
 * @property {import("../games/play.js").Play<P, T, M>} play
 * @property {number | null} target
 * @property {(key: string, parts?: Readonly<Record<string, Part>>) => string} text
 * @property {(part: Part) => string} render
 * @property {(move: M) => void} make
 * @property {(moves: readonly M[], notes?: JsonValue) => void} goTo
 * @property {(notes: JsonValue) => void} note
 * @property {(phrase: Phrase) => void} refuse
 * @property {(phrase: Phrase) => void} say
 * @property {(path: string, body: object) => Promise<any>} ask
 * @property {() => Settings} settings
 */

/**
 * What the reader chose. `patterns`: never tell things apart by colour alone. `motion`: whether anything may
 * move. `autoMove`: the frame makes a move that is the only one by itself. `hand`: where the controls are.
 * @typedef {object} Settings
 * @property {boolean} patterns
 * @property {boolean} motion
 * @property {boolean} autoMove
 * @property {"left" | "right"} hand
 */

/**
 * What is to be shown.
 *
 * moves     those from the start to here
 * last      the move that has just been made, for motion; null after undo, after loading, and so on
 * outcome   null as long as the play goes on
 * marked    a check found that from this move on, an index of `moves`, nothing leads to a solution; null
 *           where none has found that
 * locked    no move can be made: a solution is being shown, or an earlier position
 * verdict   what the server said of the finished puzzle; null as long as it has said nothing
 *
 * @template [T=any], [M=any]
 * @typedef {object} Scene
 * @property {T} position
 * @property {readonly M[]} moves
 * @property {JsonValue} notes
 * @property {M | null} last
 * @property {Outcome | null} outcome
 * @property {number | null} marked
 * @property {boolean} locked
 * @property {Verdict | null} verdict
 */

/**
 * What `POST /v1/verify` answered.
 * @typedef {object} Verdict
 * @property {boolean} valid
 * @property {number | null} score
 * @property {boolean | null} target_met        null where there is no target
 * @property {readonly {rule: string, message: string, at?: object}[]} violations
 */

/**
 * A puzzle that is shown and played. Each member, and what it is for:
 *
 * board      the board, which fills the place that it is given, whatever its shape; its position is `relative`
 *            and it may be resized at any time
 * tools      the tray, the hand, the game's own buttons: below the board, or beside it on wide screens
 * show       draws a scene; called after every change
 * key        offers a key that was pressed; true when it was for the view. The frame keeps U, Y, C, ? and Esc
 *            for itself only where the view does not want them
 * keys       the view's keys for the keyboard help
 * reached    what has been reached, without spoiling anything: "12 of 24 cells", "score 5"; the shorter the
 *            better, as it stands in one line
 * celebrate  the moment when the puzzle is done: the line runs once along its way
 * hints      three short hints for the first puzzle of a kind that a reader sees
 * pointOut   marks on the board what the hint of this index is about; null ends that
 *
 * @template [T=any], [M=any]
 * @typedef {object} View
 * @property {Element} board
 * @property {HTMLElement} tools
 * @property {(scene: Scene<T, M>) => void} show
 * @property {(event: KeyboardEvent) => boolean} key
 * @property {readonly KeyHelp[]} keys
 * @property {(scene: Scene<T, M>) => readonly Phrase[]} reached
 * @property {(scene: Scene<T, M>) => void} [celebrate]
 * @property {readonly Phrase[]} hints
 * @property {(index: number | null) => void} [pointOut]
 */

/**
 * Keys as they are to be printed, such as "← ↑ → ↓", and what they do in the reader's language.
 * @typedef {{readonly keys: string, readonly text: string}} KeyHelp
 */

export {};
