/** The help for those who play by keyboard: all keys, those of the game first. */

import { openDialog } from "./dialogs.js";
import { element } from "./dom.js";

/** @param {import("./puzzle_player.js").PuzzlePlayer} player */
export function openKeys(player) {
  const { text, view } = player;
  const own = [
    { keys: "U", text: text("play.undo") },
    { keys: "Y", text: text("play.redo") },
    { keys: "C", text: text("play.check") },
    { keys: "?", text: text("keys.help") },
    { keys: "Esc", text: text("keys.close") },
  ];
  openDialog(text("keys.title"), text("play.close"), [
    element("h3", {}, text("keys.of_game")),
    table(view.keys),
    element("h3", {}, text("keys.of_page")),
    table(own),
  ]);
}

/** @param {readonly import("./view.js").KeyHelp[]} keys */
function table(keys) {
  const rows = keys.map((key) => [element("dt", {}, element("kbd", {}, key.keys)), element("dd", {}, key.text)]);
  return element("dl", { class: "keys" }, ...rows.flat());
}
