/** The dialogs of the analysis page: a position to be set up, and the game as text. */

import { openDialog } from "./dialogs.js";
import { element } from "./dom.js";

/** @typedef {import("./analysis_desk.js").AnalysisDesk} AnalysisDesk */

/** @param {AnalysisDesk} desk */
export function openSetup(desk) {
  const { text, anyText, game, record } = desk;
  const use = element("button", { type: "button", class: "button main" }, text("setup_use"));
  const setup = game.createSetup({ text: anyText, changed: () => (use.disabled = setup.read() === null) });
  setup.load(game.document(record.position));
  use.disabled = setup.read() === null;
  const start = element("button", { type: "button", class: "button" }, text("setup_start"));
  start.addEventListener("click", () => {
    setup.load(game.start);
    use.disabled = false;
  });
  const actions = element("div", { class: "sheet-actions" }, start, use);
  const dialog = openDialog(text("setup"), text("close"), [setup.element, actions], "setup");
  use.addEventListener("click", () => {
    const document = setup.read();
    if (document !== null) {
      dialog.close();
      desk.begin(document);
    }
  });
}

/** @param {AnalysisDesk} desk */
export function openGameText(desk) {
  const { text, record, data } = desk;
  const label = { "aria-label": text("text"), rows: 12, spellcheck: "false", autocapitalize: "off" };
  const area = element("textarea", label);
  area.value = record.text(data.name);
  const told = element("p", { class: "soft", role: "status" });
  const copyButton = (/** @type {string} */ name, /** @type {() => string} */ words) => {
    const button = element("button", { type: "button", class: "button" }, text(name));
    button.addEventListener("click", async () => {
      told.textContent = text((await copied(words())) ? "copied" : "not_copied");
    });
    return button;
  };
  const take = element("button", { type: "button", class: "button main" }, text("text_take"));
  const actions = element(
    "div",
    { class: "sheet-actions" },
    copyButton("text_copy", () => area.value),
    copyButton("address_copy", () => window.location.href),
    take,
  );
  const content = [element("p", {}, text("text_about")), area, actions, told];
  const dialog = openDialog(text("text"), text("close"), content);
  take.addEventListener("click", () => {
    const bad = desk.takeText(area.value);
    if (bad === null) {
      dialog.close();
    } else {
      told.textContent = text("text_bad", { line: bad });
    }
  });
}

/** @param {string} words */
async function copied(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return false;
  }
}
