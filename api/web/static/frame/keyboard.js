/** Keys: those that the view wants, and those of the frame. */

/** @typedef {import("./puzzle_player.js").PuzzlePlayer} PuzzlePlayer */

const OF_BUTTONS = ["Enter", " "];
// They step through a solution, unless somebody walks over the board with them.
const STEPS = ["ArrowLeft", "ArrowRight"];

/** @param {PuzzlePlayer} player */
export function listenToKeys(player) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isForOthers(event)) {
      return;
    }
    if ((!isHeld(event) && wants(player, event)) || act(player, event)) {
      event.preventDefault();
    }
  });
}

/**
 * Whether a key belongs to a dialog or a field.
 * @param {KeyboardEvent} event
 */
function isForOthers({ target, altKey, isComposing }) {
  const isField = target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
  return isField || altKey || isComposing || document.querySelector("dialog[open]") !== null;
}

/** @param {KeyboardEvent} event */
function isHeld({ ctrlKey, metaKey }) {
  return ctrlKey || metaKey;
}

/**
 * Offers a key to the view; a button outside of it keeps those that press it.
 * @param {PuzzlePlayer} player
 * @param {KeyboardEvent} event
 */
function wants({ view, session }, event) {
  const { target, key } = event;
  const isInView = target instanceof Node && (view.board.contains(target) || view.tools.contains(target));
  if (session.isShowingSolution && !isInView && STEPS.includes(key)) {
    return false;
  }
  const isButton = target instanceof Element && target.closest("button, a, summary") !== null;
  return !(isButton && !isInView && OF_BUTTONS.includes(key)) && view.key(event);
}

/**
 * Does what a key of the frame means. Returns whether it means anything.
 * @param {PuzzlePlayer} player
 * @param {KeyboardEvent} event
 */
function act(player, event) {
  const { session } = player;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (isHeld(event)) {
    if (key !== "z" && key !== "y") {
      return false;
    }
    if (key === "y" || event.shiftKey) {
      session.redo();
    } else {
      session.undo();
    }
    return true;
  }
  /** @type {Record<string, () => void>} */
  const actions = {
    u: () => session.undo(),
    y: () => session.redo(),
    c: () => player.check(),
    "?": () => player.openKeys(),
    Escape: () => player.notice.close(),
    ...(session.isShowingSolution ? { ArrowLeft: () => session.undo(), ArrowRight: () => session.redo() } : {}),
  };
  if (!Object.hasOwn(actions, key)) {
    return false;
  }
  actions[key]();
  return true;
}
