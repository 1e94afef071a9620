/** Shares a puzzle: a line of text without spoilers, and the address, with the player's moves if wanted. */

import { writeMoves } from "./address.js";
import { openDialog } from "./dialogs.js";
import { element } from "./dom.js";
import { locale } from "./layout.js";
import { clockTime } from "./stopwatch.js";

/** @typedef {import("./puzzle_player.js").PuzzlePlayer} PuzzlePlayer */

/**
 * Opens the dialog to share.
 * @param {PuzzlePlayer} player
 */
export function openShare(player) {
  const { text } = player;
  const preview = element("textarea", { readonly: true, rows: 5, "aria-label": text("share.preview") });
  const withMoves = element("input", { type: "checkbox" });
  const update = () => {
    preview.value = sharedText(player, withMoves.checked);
  };
  withMoves.addEventListener("change", update);
  update();
  const told = element("p", { class: "soft", role: "status" });
  const copy = element("button", { type: "button", class: "button main" }, text("share.copy"));
  copy.addEventListener("click", async () => {
    told.textContent = text((await copied(preview)) ? "share.copied" : "share.not_copied");
  });
  const actions = element("div", { class: "sheet-actions" });
  if (typeof navigator.share === "function") {
    const send = element("button", { type: "button", class: "button" }, text("share.send"));
    // A reader who does not send it after all ends this with an error.
    send.addEventListener("click", () => void navigator.share({ text: preview.value }).catch(() => {}));
    actions.append(send);
  }
  actions.append(copy);
  const choice = element("label", { class: "choice" }, withMoves, element("span", {}, text("share.with_moves")));
  const hasMoves = player.session.moves.length > 0;
  openDialog(text("play.share"), text("play.close"), [preview, ...(hasMoves ? [choice] : []), actions, told]);
}

/**
 * @param {PuzzlePlayer} player
 * @param {boolean} withMoves
 */
export function sharedText(player, withMoves) {
  const { source, session, play } = player;
  const base = new URL(source.address, window.location.origin).href;
  const state = withMoves ? writeMoves(play, source.puzzle, session.moves) : "";
  const mark = source.address.includes("#") ? "~" : "#~";
  return `${resultLine(player)}\n${base}${state === "" ? "" : mark + state}`;
}

/**
 * What became of the puzzle, in words that spoil nothing.
 * @param {PuzzlePlayer} player
 */
function resultLine({ source, saved, session, data, stopwatch, text }) {
  const title = source.date === null ? source.title : `${source.title}, ${day(source.date, data.language)}`;
  const { checks, revealed } = saved.progress;
  if (revealed || !session.outcome?.solved) {
    return title;
  }
  const time = clockTime(stopwatch.seconds);
  const how = text(checks > 0 ? "share.with_checks" : "share.without_help", { n: checks });
  const score = session.verdict?.score ?? session.outcome.score;
  const isBest = source.target === null || (score ?? -Infinity) >= source.target;
  const result = isBest ? text("share.solved", { time }) : text("share.scored", { time, score: score ?? 0 });
  return `${title}: ${result}, ${how}`;
}

/**
 * @param {string} date
 * @param {string} language
 */
function day(date, language) {
  const format = new Intl.DateTimeFormat(locale(language), { day: "numeric", month: "long", timeZone: "UTC" });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/**
 * Copies a text. Where the clipboard cannot be used, the text is selected instead, for the reader to copy.
 * @param {HTMLTextAreaElement} area
 */
async function copied(area) {
  try {
    await navigator.clipboard.writeText(area.value);
    return true;
  } catch {
    area.focus();
    area.select();
    return false;
  }
}
