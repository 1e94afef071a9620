/** Plays on a table by keys alone: a cursor goes over the table and over the hand. */

import { isArrow } from "./table_grid.js";

/** @typedef {import("./table_play.js").TablePlay} TablePlay */

// How long after a character another one continues a card's name.
const TYPING_TIME = 900;
const ZOOM_STEP = 1.25;

let typed = "";
let typedAt = 0;

/**
 * The keys, for the keyboard help.
 * @param {import("../../frame/view.js").ViewContext} context
 */
export function tableKeys(context) {
  const keys = {
    arrows: "← ↑ → ↓",
    act: "Enter",
    turn: "R",
    choose: "0–9",
    switch: "H",
    take: "Del",
    release: "Esc",
    zoom: "+ − F",
  };
  return Object.entries(keys).map(([name, label]) => {
    return { keys: label, text: context.text(`light_line.page.key.${name}`) };
  });
}

/**
 * Does what a key does. Returns whether it does anything.
 * @param {TablePlay} play
 * @param {KeyboardEvent} event
 */
export function handleKey(play, event) {
  const isMenu = event.ctrlKey || event.metaKey || event.altKey;
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  const isDone = !isMenu && !isTyping && does(play, event.key, event.target);
  if (isDone) {
    event.preventDefault();
  }
  return isDone;
}

/**
 * @param {TablePlay} play
 * @param {string} key
 * @param {EventTarget | null} target
 */
function does(play, key, target) {
  play.grid.flush();
  const inHand = play.hand.focused;
  if (isArrow(key)) {
    moveCursor(play, key, inHand !== null);
    return true;
  }
  if (key === "Enter" || key === " ") {
    return enter(play, inHand, target);
  }
  switch (key.toLowerCase()) {
    case "r":
      return turn(play, inHand);
    case "delete":
    case "backspace":
      return takeBack(play);
    case "escape":
      return play.release();
    case "h":
      return switchZone(play, inHand !== null);
    case "f":
      play.board.fit(true);
      return true;
    case "+":
    case "=":
      play.board.zoom(ZOOM_STEP, undefined, true);
      return true;
    case "-":
      play.board.zoom(1 / ZOOM_STEP, undefined, true);
      return true;
    default:
      return choose(play, key);
  }
}

/**
 * @param {TablePlay} play
 * @param {string} key
 * @param {boolean} inHand
 */
function moveCursor(play, key, inHand) {
  if (inHand) {
    play.hand.step(key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1);
  } else if (play.grid.hasFocus) {
    play.grid.step(key);
  } else {
    play.grid.focus();
  }
}

/**
 * @param {TablePlay} play
 * @param {string | null} inHand
 * @param {EventTarget | null} target
 */
function enter(play, inHand, target) {
  if (inHand !== null) {
    if (play.held?.id !== inHand) {
      play.takeFromHand(inHand);
    }
    goToTable(play);
    return true;
  }
  if (play.grid.hasFocus) {
    play.act(play.grid.cursor);
    play.grid.flush();
    return true;
  }
  // A button does what it does; elsewhere there is nothing to do.
  return !(target instanceof HTMLButtonElement) && play.held !== null && goToTable(play);
}

/** @param {TablePlay} play */
function goToTable(play) {
  play.grid.flush();
  const { held } = play;
  play.grid.focus(held === null ? undefined : play.places.openNear(play.grid.cursor));
  return true;
}

/**
 * @param {TablePlay} play
 * @param {string | null} inHand
 */
function turn(play, inHand) {
  if (play.held !== null) {
    play.turnHeld();
    return true;
  }
  const id = play.places.cardAt(play.grid.cursor);
  if (inHand !== null) {
    play.takeFromHand(inHand);
    play.turnHeld();
  } else if (id !== undefined) {
    play.act(play.grid.cursor, false);
  }
  return inHand !== null || id !== undefined;
}

/** @param {TablePlay} play */
function takeBack(play) {
  if (play.held === null) {
    const id = play.grid.hasFocus ? play.places.cardAt(play.grid.cursor) : undefined;
    if (id === undefined || play.scene.isLocked || !play.game.isMovable(id)) {
      return false;
    }
    play.picked = id;
    play.toHand();
    return true;
  }
  if (play.held.from !== null) {
    play.toHand();
    return true;
  }
  return play.release();
}

/**
 * @param {TablePlay} play
 * @param {boolean} inHand
 */
function switchZone(play, inHand) {
  return inHand || !play.hand.focus() ? goToTable(play) : true;
}

/**
 * Holds the card of the hand whose name begins with what is typed, else the one that a digit counts.
 * @param {TablePlay} play
 * @param {string} key
 */
function choose(play, key) {
  if ([...key].length !== 1 || key === " ") {
    return false;
  }
  const now = performance.now();
  typed = now - typedAt < TYPING_TIME ? typed + key : key;
  typedAt = now;
  const ids = play.hand.ids;
  const names = (/** @type {string} */ start) =>
    ids.find((id) => play.game.words.name(id).toLowerCase().startsWith(start.toLowerCase()));
  const id = names(typed) ?? names(key) ?? (/^[1-9]$/.test(key) ? ids[Number(key) - 1] : undefined);
  if (id === undefined || play.scene.isLocked) {
    return false;
  }
  if (play.held?.id !== id) {
    play.takeFromHand(id);
  }
  goToTable(play);
  return true;
}
