/** The parts of the analysis page, in the order in which they are read; `analysis.css` says where they stand. */

import { STRENGTHS } from "./computer_player.js";
import { element, fill } from "./dom.js";
import { icon } from "./icons.js";
import { dayAddress } from "./layout.js";

/**
 * @typedef {import("./analysis_desk.js").AnalysisDesk} AnalysisDesk
 * @typedef {ReturnType<typeof layOutAnalysis>} AnalysisLayout
 */

/** @param {AnalysisDesk} desk */
export function layOutAnalysis(desk) {
  const { text } = desk;
  const status = element("p", { class: "analysis-status" });
  const refused = element("p", { class: "analysis-refused" });
  const live = element("div", { class: "analysis-live", role: "status", "aria-live": "polite" });
  const notes = element("div", { class: "analysis-notes" });
  const valuesNote = element("p", { class: "analysis-note" });
  const walk = walkControls(desk);
  const opponent = opponentPanel(desk);
  const games = gameButtons(desk);
  const board = element("div", { class: "analysis-board" }, desk.board.board);
  const boardPart = element(
    "section",
    { class: "analysis-play", "aria-label": text("board") },
    board,
    status,
    refused,
    element("div", { class: "analysis-tools" }, desk.board.tools),
    walk.element,
  );
  const graph = panel(text("graph"), "graph", desk.graph.element);
  const side = element(
    "div",
    { class: "analysis-side" },
    opponent.element,
    panel(text("values"), "values", notes, valuesNote, desk.valued.element),
    graph,
    panel(text("game"), "game", desk.turns.element, games.element),
  );
  return {
    status,
    refused,
    live,
    notes,
    valuesNote,
    /** @param {string} words */
    paragraph: (words) => element("p", {}, words),
    /** @param {boolean} isThinking */
    think: (isThinking) => {
      boardPart.classList.toggle("thinking", isThinking);
      if (isThinking) {
        status.textContent = text("thinking");
      }
    },
    update: () => {
      [walk, opponent, games].forEach((part) => part.update());
      graph.hidden = !desk.showsValues;
    },
    show: () => {
      const main = document.querySelector("main") ?? document.body.appendChild(element("main"));
      main.classList.add("analysis-page");
      fill(main, heading(desk), boardPart, side, live);
      document.body.classList.add("analysing");
    },
  };
}

/** @param {AnalysisDesk} desk */
function heading({ data, text }) {
  const back = { class: "analysis-home", href: dayAddress(null, data.query), "aria-label": "Lineworks" };
  const home = element("a", back, icon("back"));
  const title = element("h1", {}, text("title", { game: data.name }));
  return element("div", { class: "analysis-head" }, home, title, element("a", { href: data.rules }, text("rules")));
}

/**
 * @param {string} title
 * @param {string} name
 * @param {Node[]} content
 */
function panel(title, name, ...content) {
  const id = `analysis-${name}`;
  return element(
    "section",
    { class: `panel panel-${name}`, "aria-labelledby": id },
    element("h2", { id }, title),
    ...content,
  );
}

/**
 * Buttons to walk through the game, and to take turns back.
 * @param {AnalysisDesk} desk
 */
function walkControls(desk) {
  const { text } = desk;
  const walk = (/** @type {string} */ name, /** @type {string} */ shape, /** @type {() => number} */ where) => {
    const label = { "aria-label": text(name), title: text(name) };
    const button = element("button", { type: "button", class: "walk", ...label });
    button.append(arrow(shape));
    button.addEventListener("click", () => desk.goTo(where()));
    return button;
  };
  const first = walk("first", "M17 5l-8 7 8 7M6 5v14", () => 0);
  const back = walk("back", "M15.5 5l-8 7 8 7", () => desk.record.at - 1);
  const ahead = walk("ahead", "M8.5 5l8 7-8 7", () => desk.record.at + 1);
  const last = walk("last", "M7 5l8 7-8 7M18 5v14", () => desk.record.turns.length);
  const takeBack = element(
    "button",
    { type: "button", class: "walk walk-words", onclick: () => desk.takeBack() },
    icon("undo"),
    element("span", {}, text("take_back")),
  );
  const bar = { class: "analysis-walk", role: "toolbar", "aria-label": text("walk") };
  return {
    element: element("div", bar, first, back, ahead, last, takeBack),
    update: () => {
      const { at, isAtEnd } = desk.record;
      [first, back, takeBack].forEach((button) => button.setAttribute("aria-disabled", String(at === 0)));
      [ahead, last].forEach((button) => button.setAttribute("aria-disabled", String(isAtEnd)));
    },
  };
}

/**
 * Who plays: whether the computer does, which side, how well; and whether values are shown.
 * @param {AnalysisDesk} desk
 */
function opponentPanel(desk) {
  const { text, game } = desk;
  const sides = [null, ...[...game.players].reverse()].map((side) => {
    const radio = element("input", { type: "radio", name: "computer", value: side ?? "" });
    radio.addEventListener("change", () => desk.setComputer(side));
    const words = side === null ? text("computer_none") : text("computer_plays", { player: side });
    return { side, radio, label: element("label", {}, radio, element("span", {}, words)) };
  });
  const strength = element("select", { id: "strength" });
  strength.append(...STRENGTHS.map((n) => element("option", { value: n }, text(`strength_${n}`))));
  strength.addEventListener("change", () => desk.setStrength(Number(strength.value)));
  const strengthLabel = element("label", { for: "strength" }, text("strength"));
  const strengthRow = element("p", { class: "strength" }, strengthLabel, strength);
  const radios = { role: "radiogroup", "aria-label": text("opponent") };
  const shows = element("input", { type: "checkbox" });
  shows.addEventListener("change", () => desk.setShowsValues(shows.checked));
  const panelElement = panel(
    text("opponent"),
    "opponent",
    element("div", { class: "radios" }, element("div", radios, ...sides.map(({ label }) => label))),
    strengthRow,
    element("label", { class: "choice" }, shows, element("span", {}, text("show_values"))),
  );
  return {
    element: panelElement,
    update: () => {
      sides.forEach(({ side, radio }) => (radio.checked = desk.computer.side === side));
      strength.value = String(desk.computer.strength);
      strengthRow.hidden = desk.computer.side === null;
      shows.checked = desk.showsValues;
    },
  };
}

/**
 * What can be done with the game as a whole.
 * @param {AnalysisDesk} desk
 */
function gameButtons(desk) {
  const { text } = desk;
  const button = (/** @type {string} */ name, /** @type {() => void} */ act) =>
    element("button", { type: "button", class: "button", onclick: act }, text(name));
  const former = button("former", () => desk.takeUpFormer());
  const fresh = button("new_game", () => desk.begin(desk.game.start));
  return {
    element: element(
      "div",
      { class: "analysis-buttons" },
      fresh,
      button("setup", () => desk.setUp()),
      button("text", () => desk.openText()),
      former,
    ),
    update: () => {
      former.hidden = desk.record.former === null;
    },
  };
}

/** @param {string} path */
function arrow(path) {
  const shape = icon("back");
  shape.firstElementChild?.setAttribute("d", path);
  return shape;
}
