/** The checkpoints: states that the player keeps, to come back to. */

import { openDialog } from "./dialogs.js";
import { element, fill } from "./dom.js";
import { icon } from "./icons.js";
import { locale } from "./layout.js";

/** @typedef {import("./puzzle_player.js").PuzzlePlayer} PuzzlePlayer */

/** @param {PuzzlePlayer} player */
export function openCheckpoints(player) {
  const { session, text } = player;
  const list = element("ol", { class: "checkpoints" });
  const add = element("button", { type: "button", class: "button main" }, text("play.checkpoint_add"));
  const about = element("p", { class: "soft" }, text("play.checkpoints_about"));
  const dialog = openDialog(text("play.checkpoints"), text("play.close"), [about, list, add]);
  const update = () => {
    fill(list, ...session.checkpoints.map((checkpoint, i) => item(player, checkpoint, i, dialog, update)));
  };
  add.addEventListener("click", () => {
    const name = session.addCheckpoint() ? "checkpoint_added" : "checkpoint_there";
    player.live.say(text(`play.${name}`));
    update();
  });
  update();
}

/**
 * @param {PuzzlePlayer} player
 * @param {import("./play_session.js").Checkpoint} checkpoint
 * @param {number} index
 * @param {HTMLDialogElement} dialog
 * @param {() => void} update
 */
function item(player, checkpoint, index, dialog, update) {
  const { session, text, data } = player;
  const time = new Intl.DateTimeFormat(locale(data.language), { hour: "numeric", minute: "2-digit" });
  const at = Number.isNaN(Date.parse(checkpoint.at)) ? "" : time.format(new Date(checkpoint.at));
  const goTo = () => {
    session.goTo(checkpoint.moves, checkpoint.notes);
    dialog.close();
  };
  const remove = () => {
    session.removeCheckpoint(checkpoint);
    update();
  };
  const label = text("play.checkpoint", { number: index + 1, n: checkpoint.moves.length });
  const removeLabel = text("play.checkpoint_remove", { number: index + 1 });
  return element(
    "li",
    {},
    element("button", { type: "button", class: "button", onclick: goTo }, label, element("small", {}, at)),
    element("button", { type: "button", class: "icon-button", "aria-label": removeLabel, onclick: remove }, icon("trash")),
  );
}
