/**
 * What the page keeps on the device. Everything is JSON under `lineworks.<name>` in the local storage.
 *
 * A browser may forbid it, and it may be full: then nothing is kept beyond the page, and whoever saves learns
 * of it by the answer. Nothing here throws.
 */

/** @typedef {import("./view.js").JsonValue} JsonValue */

const PREFIX = "lineworks.";
const PLAYS = `${PREFIX}play.`;

/** What could not be stored, as long as the page is open. */
const unsaved = new Map();

/** @returns {Storage | null} */
function device() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/**
 * Returns what is kept under a name; null where nothing is, or nothing that can be read.
 * @param {string} name
 * @returns {any}
 */
export function load(name) {
  try {
    const text = unsaved.get(name) ?? device()?.getItem(PREFIX + name);
    return text == null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Whether what is kept under a name cannot be read.
 * @param {string} name
 */
export function isUnreadable(name) {
  try {
    return load(name) === null && (device()?.getItem(PREFIX + name) ?? null) !== null;
  } catch {
    return false;
  }
}

/**
 * Keeps a value under a name. Returns whether the device keeps it.
 * @param {string} name
 * @param {JsonValue} value
 */
export function save(name, value) {
  const text = JSON.stringify(value);
  const isStored = store(name, text) || (makeRoom(name) && store(name, text));
  if (isStored) {
    unsaved.delete(name);
  } else {
    unsaved.set(name, text);
  }
  return isStored;
}

/** @param {string} name */
export function remove(name) {
  unsaved.delete(name);
  try {
    device()?.removeItem(PREFIX + name);
  } catch {
    // What cannot be removed was not kept.
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function store(name, text) {
  try {
    const storage = device();
    storage?.setItem(PREFIX + name, text);
    return storage !== null;
  } catch {
    return false;
  }
}

/**
 * Removes the older half of the plays that are over, but for the one that is to be saved. Returns whether
 * there were any.
 * @param {string} name
 */
function makeRoom(name) {
  const over = keptPlays()
    .filter((play) => play.isOver && play.name !== name)
    .sort((one, other) => one.at.localeCompare(other.at));
  const older = over.slice(0, Math.ceil(over.length / 2));
  older.forEach((play) => remove(play.name));
  return older.length > 0;
}

/** @returns {{name: string, isOver: boolean, at: string}[]} */
function keptPlays() {
  const storage = device();
  const keys = storage === null ? [] : Object.keys(storage).filter((key) => key.startsWith(PLAYS));
  return keys.map((key) => {
    const name = key.slice(PREFIX.length);
    const play = load(name);
    return { name, isOver: play?.solved !== undefined, at: String(play?.at ?? "") };
  });
}

/**
 * Calls `changed` when another tab keeps something else under a name.
 * @param {string} name
 * @param {(value: any) => void} changed
 */
export function watch(name, changed) {
  window.addEventListener("storage", (event) => {
    // A key of null says that everything was removed.
    if (event.key === PREFIX + name || event.key === null) {
      changed(load(name));
    }
  });
}
