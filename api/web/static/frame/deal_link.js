/** The address of a deal: its puzzle as a line of text, which the service writes, and the moves. */

import { writeMoves } from "./address.js";
import { element, fill } from "./dom.js";
import { isSame } from "./history.js";
import { post } from "./server.js";

/** @typedef {import("./deal_kind.js").Deal} Deal */

export class DealLink {
  /** @type {{puzzle: any, line: string} | null} */
  #known = null;

  /**
   * @param {import("./view.js").KindPage | null} page
   * @param {string} language
   */
  constructor(page, language) {
    this.page = page;
    this.language = language;
  }

  /**
   * Whether the line of text of a puzzle is known.
   * @param {any} puzzle
   */
  knows(puzzle) {
    return this.#known !== null && isSame(this.#known.puzzle, puzzle);
  }

  /**
   * Has the service write a puzzle as a line of text.
   * @param {any} puzzle
   */
  async learn(puzzle) {
    if (!this.knows(puzzle)) {
      const reply = await post("read", { puzzle }, this.language);
      if (reply.state === "answered") {
        this.#known = { puzzle, line: reply.answer.text };
      }
    }
  }

  /**
   * The fragment of addresses that stands for a deal; null as long as its line of text is not known.
   * @param {Deal} deal
   * @returns {string | null}
   */
  fragment({ puzzle, moves }) {
    if (this.#known === null || !isSame(this.#known.puzzle, puzzle)) {
      return null;
    }
    const words = moves.length && this.page ? `~${writeMoves(this.page.play, puzzle, moves)}` : "";
    // As browsers write it, so that it can be compared with that of the page's address.
    return new URL(`#${this.#known.line}${words}`, window.location.href).hash;
  }
}

/**
 * Copies the address of the page. Browsers allow it only on secure addresses: elsewhere it is shown, to be
 * copied by hand. Returns whether it was copied.
 * @param {Element} place
 * @param {string} label
 */
export async function copyAddress(place, label) {
  const { href } = window.location;
  try {
    await navigator.clipboard.writeText(href);
    return true;
  } catch {
    const field = element("input", { class: "link", readonly: true, value: href, "aria-label": label });
    fill(place, field);
    field.select();
    return false;
  }
}
