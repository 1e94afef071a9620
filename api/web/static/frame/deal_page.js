/** The deal desk: lays out a puzzle of one's own, and tells whether and how well it can be done. */

import { readFragment, readMoves } from "./address.js";
import { Desk } from "./deal_desk.js";
import { element, fill } from "./dom.js";
import { pageData } from "./page_data.js";
import { post } from "./server.js";
import { apply } from "./settings.js";
import { load, save } from "./storage.js";
import { render, textOf } from "./texts.js";

/**
 * A kind that can be laid out, as the page's data names it.
 * @typedef {{kind: string, game: string, name: string}} Kind
 *
 * @typedef {object} PageData
 * @property {string} version
 * @property {string} language
 * @property {string} static
 * @property {string} [query]
 * @property {readonly Kind[]} kinds
 *
 * @typedef {import("./texts.js").Catalogue} Catalogue
 */

const LAST_KIND = "deal.kind";

class DealPage {
  /** @type {Desk | null} */
  #desk = null;

  /** @param {PageData} data */
  constructor(data) {
    this.data = data;
    this.place = element("div", { class: "deal-room" });
    this.status = element("p", { class: "unseen", role: "status" });
    this.notice = element("p", { class: "notice", role: "alert" });
    /** @type {HTMLSelectElement} */
    this.picker = element("select", {
      id: "deal-kind",
      onchange: () => void this.#choose(this.picker.value),
    });
  }

  async open() {
    const { catalogue } = await this.#texts(null);
    this.catalogue = catalogue;
    fill(this.picker, ...this.data.kinds.map(({ kind, name }) => element("option", { value: kind }, name)));
    const what = textOf(catalogue, "page.deal.kind");
    const label = element("label", { for: "deal-kind", class: "unseen" }, what);
    const main = /** @type {HTMLElement} */ (document.querySelector("main"));
    const heading = element("h1", { class: "deal-title" }, textOf(catalogue, "page.deal.title"));
    const top = element("div", { class: "deal-top" }, heading, label, this.picker);
    fill(main, top, this.notice, this.place, this.status);
    window.addEventListener("hashchange", () => void this.#openAddress());
    document.addEventListener("keydown", (event) => this.#desk?.key(event));
    await this.#openAddress();
  }

  /** Opens what the address says, or else what was laid out last. */
  async #openAddress() {
    const { hash } = window.location;
    const last = load(LAST_KIND);
    // What is still laid out need not be read anew.
    const isKept = this.#desk === null && load(`deal.${last}`)?.hash === hash;
    if (hash.length > 1 && hash !== this.#desk?.hash && !isKept) {
      await this.#openLine(hash);
    } else if (this.#desk === null) {
      await this.#choose(last);
    }
  }

  /**
   * Opens a deal that stands in the address: the service reads it, and nothing in it is trusted before.
   * @param {string} hash
   */
  async #openLine(hash) {
    const fragment = readFragment(hash);
    const line = decoded(fragment.line ?? "");
    const reply = await post("read", { puzzle: line }, this.data.language);
    const read = reply.state === "answered" ? reply.answer : null;
    const kind = this.data.kinds.find((one) => one.kind === read?.kind);
    if (read === null || kind === undefined) {
      await this.#choose(load(LAST_KIND));
      const name = reply.state === "unreachable" ? "unreachable" : "bad_link";
      this.#notify(textOf(this.#words(), `page.deal.${name}`));
      return;
    }
    await this.#choose(kind.kind, { puzzle: read.puzzle, moves: fragment.moves, hash });
  }

  /**
   * Puts the desk of a kind on the page.
   * @param {unknown} name the first kind where this is none
   * @param {{puzzle: any, moves: string | null, hash: string} | null} deal
   */
  async #choose(name, deal = null) {
    const kind = this.data.kinds.find((one) => one.kind === name) ?? this.data.kinds[0];
    this.#notify("");
    save(LAST_KIND, kind.kind);
    this.picker.value = kind.kind;
    const loaded = await this.#load(kind);
    this.#desk?.close();
    const desk = new Desk({ kind, data: this.data, ...loaded, status: this.status });
    this.#desk = desk;
    fill(this.place, desk.element);
    if (deal === null) {
      desk.restore(window.location.hash);
      return;
    }
    const moves = loaded.page === null ? null : movesIn(loaded.page.play, deal.puzzle, deal.moves);
    if (deal.moves !== null && moves === null) {
      this.#notify(textOf(this.#words(), "page.deal.bad_moves"));
    }
    desk.load({ puzzle: deal.puzzle, moves: moves ?? [] }, deal.hash);
  }

  /** @param {Kind} kind */
  async #load({ kind, game }) {
    const name = kind.slice(game.length + 1);
    const folder = `${this.data.static}games/${game}`;
    ["style.css", "deal.css"].forEach((file) => this.#addStyle(`${folder}/${file}`));
    const [{ DEAL }, page, { catalogue }] = await Promise.all([
      import(`${folder}/deal_${name}.js`),
      // A kind may be laid out that cannot be played yet.
      import(`${folder}/page_${name}.js`).then(({ PAGE }) => PAGE, () => null),
      this.#texts(game),
    ]);
    return { deals: DEAL, page, catalogue };
  }

  /** @param {string} address */
  #addStyle(address) {
    if (![...document.styleSheets].some((sheet) => sheet.href?.endsWith(address))) {
      document.head.append(element("link", { rel: "stylesheet", href: address }));
    }
  }

  /**
   * The texts of the page, and of a game where there is one.
   * @param {string | null} game
   * @returns {Promise<{catalogue: Catalogue}>}
   */
  async #texts(game) {
    const folder = `${this.data.static}texts/${this.data.language}`;
    const names = game === null ? ["page"] : ["page", game];
    const modules = await Promise.all(names.map((name) => import(`${folder}/${name}.js`)));
    return { catalogue: Object.assign({}, ...modules.map((module) => module.default)) };
  }

  /** @returns {Catalogue} */
  #words() {
    return /** @type {Catalogue} */ (this.catalogue);
  }

  /** @param {string} text */
  #notify(text) {
    fill(this.notice, render(this.#words(), text));
    this.notice.hidden = text === "";
  }
}

/**
 * The moves of an address; null where they are not legal, or there are none.
 * @param {import("../games/play.js").Play<any, any, any>} play
 * @param {any} puzzle
 * @param {string | null} text
 */
function movesIn(play, puzzle, text) {
  try {
    return text === null ? null : readMoves(play, puzzle, text);
  } catch {
    return null;
  }
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

apply();
void new DealPage(/** @type {PageData} */ (pageData())).open();
