/** Sets up any position of Linja: how many pieces stand in each row, who is to move, and by which rules. */

import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { KIND, wrongWith } from "./addresses.js";
import { Board, LAST, PLAYERS, ROWS } from "./board.js";

/**
 * @typedef {import("./board.js").Player} Player
 * @typedef {import("../../frame/analysis_game.js").SetupContext} SetupContext
 * @typedef {import("../play.js").Phrase} Phrase
 */

const MOST = 12;

export class PositionSetup {
  /** @param {SetupContext} context */
  constructor(context) {
    this.context = context;
    const { text } = context;
    this.fields = { A: this.#fields("A"), B: this.#fields("B") };
    const named = (/** @type {string} */ name, /** @type {string[]} */ values) =>
      values.map((value) => [value, text(`linja.page.setup.${name}_${value}`)]);
    const players = PLAYERS.map((player) => [player, text("linja.page.setup.player", { player })]);
    this.toMove = this.#choice("to_move", players);
    this.extra = this.#choice("extra", named("extra", ["own", "any"]));
    this.negatives = this.#choice("scores", named("negatives", ["yes", "no"]));
    this.told = element("div", { class: "linja-setup-told", role: "status" });
    this.element = element(
      "div",
      { class: "linja-setup" },
      this.#table(),
      this.told,
      this.toMove.element,
      this.extra.element,
      this.negatives.element,
    );
  }

  /** @param {any} puzzle */
  load({ A, B, to_move: player, extra_move: extra, negatives }) {
    [...Array(ROWS).keys()].forEach((row) => {
      this.fields.A[row].value = String(A[row]);
      this.fields.B[row].value = String(B[row]);
    });
    this.toMove.set(player);
    this.extra.set(extra ?? "own");
    this.negatives.set(negatives === false ? "no" : "yes");
    this.#tell();
  }

  /** @returns {object | null} */
  read() {
    const { A, B } = this.#rows();
    if (this.#wrong().length > 0) {
      return null;
    }
    const rules = { extra_move: this.extra.get(), negatives: this.negatives.get() === "yes" };
    return { kind: KIND, A, B, to_move: this.toMove.get(), goal: "margin", ...rules };
  }

  #rows() {
    const values = (/** @type {Player} */ player) => this.fields[player].map((field) => Number(field.value));
    return { A: values("A"), B: values("B") };
  }

  /** @returns {Phrase[]} */
  #wrong() {
    const { A, B } = this.#rows();
    const isNumber = (/** @type {number} */ n) => Number.isInteger(n) && n >= 0 && n <= MOST;
    if (![...A, ...B].every(isNumber)) {
      return [phrase("linja.page.setup.numbers", { most: MOST })];
    }
    const wrong = wrongWith(A, B);
    return wrong.length || !new Board(A, B).over ? wrong : [phrase("linja.page.setup.over")];
  }

  #tell() {
    const words = this.#wrong().map(({ key, parts }) => element("p", {}, this.context.text(key, parts)));
    fill(this.told, ...words);
  }

  #changed() {
    this.#tell();
    this.context.changed();
  }

  /** @param {Player} player */
  #fields(player) {
    return [...Array(ROWS).keys()].map((row) => {
      const label = this.context.text("linja.page.setup.field", { player, row });
      const numeric = { type: "number", min: 0, max: MOST, inputmode: "numeric", "aria-label": label };
      return element("input", { ...numeric, oninput: () => this.#changed() });
    });
  }

  #table() {
    const { text } = this.context;
    const head = element(
      "tr",
      {},
      element("th", { scope: "col" }, text("linja.page.setup.row")),
      ...PLAYERS.map((player) => element("th", { scope: "col" }, text("linja.page.setup.player", { player }))),
    );
    const rows = [...Array(ROWS).keys()].reverse().map((row) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, String(row)),
        ...PLAYERS.map((player) => element("td", {}, this.#stepper(player, row))),
      ),
    );
    return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
  }

  /**
   * A field with buttons for one less and one more.
   * @param {Player} player
   * @param {number} row
   */
  #stepper(player, row) {
    const field = this.fields[player][row];
    const step = (/** @type {number} */ by, /** @type {string} */ sign) => {
      const label = this.context.text(`linja.page.setup.${by > 0 ? "more" : "less"}`, { player, row });
      const button = element("button", { type: "button", class: "linja-stepper", "aria-label": label }, sign);
      button.addEventListener("click", () => {
        field.value = String(Math.min(MOST, Math.max(0, (Number(field.value) || 0) + by)));
        this.#changed();
      });
      return button;
    };
    return element("span", { class: "linja-steppers" }, step(-1, "−"), field, step(1, "+"));
  }

  /**
   * Radio buttons in a row.
   * @param {string} name
   * @param {readonly (readonly string[])[]} options values and their words
   */
  #choice(name, options) {
    const radios = options.map(([value]) => element("input", { type: "radio", name: `setup-${name}`, value }));
    radios.forEach((radio) => radio.addEventListener("change", () => this.#changed()));
    const labels = radios.map((radio, i) => element("label", {}, radio, element("span", {}, options[i][1])));
    const legend = element("legend", {}, this.context.text(`linja.page.setup.${name}`));
    return {
      element: element("fieldset", { class: "radios" }, legend, element("div", {}, ...labels)),
      get: () => radios.find((radio) => radio.checked)?.value ?? options[0][0],
      set: (/** @type {string} */ value) => radios.forEach((radio) => (radio.checked = radio.value === value)),
    };
  }
}
