/** The menu of everything that is needed seldom. */

import { openCheckpoints } from "./checkpoints_dialog.js";
import { openDialog } from "./dialogs.js";
import { element } from "./dom.js";
import { icon } from "./icons.js";
import { openSettings } from "./settings_dialog.js";
import { openStatistics } from "./statistics_dialog.js";

/**
 * @typedef {import("./puzzle_player.js").PuzzlePlayer} PuzzlePlayer
 * @typedef {import("./icons.js").IconName} IconName
 */

const PRINT_PAUSE = 100;

/** @param {PuzzlePlayer} player */
export function openMore(player) {
  const { data, text, session } = player;
  const canRestart = !session.isShowingSolution && (session.moves.length > 0 || session.notes !== null);
  /** @type {(HTMLElement | false)[]} */
  const items = [
    canRestart && item("restart", text("play.restart"), () => session.restart()),
    item("list", text("play.moves"), () => openMoves(player), "item-moves"),
    item("flag", text("play.checkpoints"), () => openCheckpoints(player)),
    item("eye", text("play.solution"), () => player.askForSolution()),
    item("share", text("play.share"), () => player.share()),
    item("print", text("play.print"), () => printPage()),
    item("chart", text("stats.title"), () => void openStatistics(player.data, player.catalogue)),
    item("settings", text("settings.title"), () => openSettings(player.data.language, player.catalogue)),
    item("keys", text("keys.title"), () => player.openKeys(), "item-keys"),
    link("book", text("play.rules"), data.rules),
    data.before ? link("back", text("play.day_before"), data.before) : false,
    data.after ? link("ahead", text("play.day_after"), data.after) : false,
  ];
  const list = element("ul", { class: "menu" }, ...items.filter((it) => it !== false));
  const { difficulty } = player.source;
  const facts = [player.source.task, difficulty === null ? "" : text("play.difficulty", { difficulty })];
  const about = facts.filter((fact) => fact !== "").map((fact) => element("p", { class: "soft" }, fact));
  const dialog = openDialog(player.source.title, text("play.close"), [list, ...about], "more");
  list.addEventListener("click", () => dialog.close());
}

/**
 * @param {IconName} name
 * @param {string} words
 * @param {() => void} act
 * @param {string} look a class
 */
function item(name, words, act, look = "") {
  // The menu closes first, and gives its focus back.
  const onclick = () => window.setTimeout(act);
  return element("li", { class: look }, element("button", { type: "button", onclick }, icon(name), words));
}

/**
 * @param {IconName} name
 * @param {string} words
 * @param {string} href
 */
function link(name, words, href) {
  return element("li", {}, element("a", { href }, icon(name), words));
}

/**
 * Shows the list of moves in a dialog, where there is no room for it on the page.
 * @param {PuzzlePlayer} player
 */
function openMoves(player) {
  const { moves } = player;
  const place = moves.element.parentElement;
  const dialog = openDialog(player.text("play.moves"), player.text("play.close"), [moves.element], "moves-sheet");
  moves.update();
  dialog.addEventListener("close", () => place?.append(moves.element));
}

/** Prints the page, once the board has taken the size that it has on paper: a view needs a moment to fit it. */
function printPage() {
  document.body.classList.add("printing");
  window.addEventListener("afterprint", () => document.body.classList.remove("printing"), { once: true });
  window.setTimeout(() => window.print(), PRINT_PAUSE);
}
