/**
 * Defines DealKind: what the deal desk needs of a kind of puzzle, for people to lay one out.
 *
 * The desk knows no game. It holds what was laid out, and with it undo, saving, links and all answers;
 * `games/<game>/deal_<kind>.js` exports as `DEAL` how a puzzle of one kind is laid out. Nothing but types
 * stands here.
 */

/**
 * @typedef {import("../games/play.js").Part} Part
 * @typedef {import("../games/play.js").Phrase} Phrase
 * @typedef {import("./view.js").JsonValue} JsonValue
 * @typedef {import("./view.js").Settings} Settings
 */

/**
 * A puzzle that was laid out, and the moves with which its play has begun.
 * @typedef {{readonly puzzle: any, readonly moves: readonly any[]}} Deal
 */

/**
 * How a puzzle of a kind is laid out. S is what was laid out so far: an immutable JSON value.
 *
 * begin         nothing yet
 * load          what stands for a puzzle, whose document the server has read
 * read          the deal, or in words what is missing
 * parse         a stored value, if it is one that this module has written; throws for any other
 * createEditor  makes what a person touches; called once for a page
 *
 * @template [S=any]
 * @typedef {object} DealKind
 * @property {() => S} begin
 * @property {(puzzle: any) => S} load
 * @property {(state: S) => Deal | Phrase} read
 * @property {(stored: any) => S} parse
 * @property {(context: EditorContext<S>) => Editor<S>} createEditor
 */

/**
 * Why the service gave no answer.
 * @typedef {{readonly refusal: string, readonly isRefused: boolean}} Refusal
 */

/**
 * What the desk does for an editor.
 *
 * text      a text of the page's catalogue or of the game's, by its key
 * render    a phrase, or a part of one, in the reader's language
 * change    replaces what was laid out: one step for undo. The desk saves it, calls `show`, and asks anew.
 *           `said` is what screen readers read aloud
 * refuse    says in a line why a tap does nothing
 * say       tells the live region
 * ask       POSTs to /v1/<path>: the answer; or why there is none, in words, and whether it was refused
 * data      a data file of the game, by its name
 * kept      what the editor keeps on the device beside what is laid out, by name; null where there is nothing
 * keep      keeps it; whether the device does
 * settings  what the reader chose
 *
 * @template [S=any]
 * @typedef {object} EditorContext
 * @property {(key: string, parts?: Readonly<Record<string, Part>>) => string} text
 * @property {(part: Part) => string} render
 * @property {(state: S, said?: Phrase) => void} change
 * @property {(phrase: Phrase) => void} refuse
 * @property {(phrase: Phrase) => void} say
 * @property {(path: string, body: object) => Promise<{answer: any} | Refusal>} ask
 * @property {(name: string) => Promise<any>} data
 * @property {(name: string) => any} kept
 * @property {(name: string, value: JsonValue) => boolean} keep
 * @property {() => Settings} settings
 */

/**
 * A part of an editor. On a small screen one is shown at a time.
 * @typedef {{readonly name: Phrase, readonly element: HTMLElement}} Panel
 */

/**
 * What a person touches. `key` offers a key that was pressed; true when it was for the editor.
 * @template [S=any]
 * @typedef {object} Editor
 * @property {readonly Panel[]} panels
 * @property {(state: S) => void} show
 * @property {(event: KeyboardEvent) => boolean} [key]
 * @property {readonly import("./view.js").KeyHelp[]} [keys]
 */

export {};
