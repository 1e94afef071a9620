/** The row of controls under the thumb: undo, redo, restart, check, and everything else behind "more". */

import { element, fill } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./puzzle_player.js").PuzzlePlayer} PuzzlePlayer */

export class Controls {
  /**
   * @param {PuzzlePlayer} player
   * @param {{check: () => void, more: () => void}} actions
   */
  constructor(player, { check, more }) {
    const { session } = player;
    this.player = player;
    this.undo = control(player, "undo", "U", () => session.undo());
    this.redo = control(player, "redo", "Y", () => session.redo());
    this.restart = control(player, "restart", null, () => session.restart());
    this.check = control(player, "check", "C", check);
    this.more = control(player, "more", null, more);
    this.more.setAttribute("aria-haspopup", "dialog");
    fill(player.layout.controls, this.undo, this.redo, this.restart, this.check, this.more);
  }

  update() {
    const { session } = this.player;
    const isPlaying = !session.isShowingSolution;
    enable(this.undo, session.canUndo);
    enable(this.redo, session.canRedo);
    enable(this.restart, isPlaying && (session.moves.length > 0 || session.notes !== null));
    enable(this.check, isPlaying);
  }
}

/**
 * @param {PuzzlePlayer} player
 * @param {"undo" | "redo" | "restart" | "check" | "more"} name
 * @param {string | null} key
 * @param {() => void} act
 */
function control(player, name, key, act) {
  const onclick = () => {
    if (button.getAttribute("aria-disabled") !== "true") {
      act();
    }
  };
  const attributes = { type: "button", class: `control control-${name}`, "aria-keyshortcuts": key };
  /** @type {HTMLButtonElement} */
  const button = element("button", { ...attributes, onclick }, icon(name));
  button.append(element("span", {}, player.text(`play.${name}`)));
  return button;
}

/**
 * A control that can do nothing stays where the keyboard's focus may be.
 * @param {HTMLButtonElement} button
 * @param {boolean} isEnabled
 */
function enable(button, isEnabled) {
  button.setAttribute("aria-disabled", String(!isEnabled));
}
