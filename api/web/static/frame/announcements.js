/** What the page tells its reader while playing: the line under the board, the notices, the live region. */

import { element, fill } from "./dom.js";
import { icon } from "./icons.js";

// How long a line that says why a tap did nothing stays.
const REFUSAL = 4500;
// Screen readers do not read what appears as soon as the region was emptied.
const PAUSE = 60;

/** The one live region. What is said at the same time is read together. */
export class LiveRegion {
  /** @type {string[]} */
  #waiting = [];

  /** @param {HTMLElement} region */
  constructor(region) {
    this.region = region;
  }

  /** @param {string} text */
  say(text) {
    if (this.#waiting.length === 0) {
      this.region.textContent = "";
      window.setTimeout(() => this.#speak(), PAUSE);
    }
    this.#waiting.push(text);
  }

  #speak() {
    this.region.textContent = this.#waiting.map(sentence).join(" ");
    this.#waiting = [];
  }
}

/** The line under the board: what has been reached, and for a moment why a tap did nothing. */
export class StatusLine {
  /** @type {number | undefined} */
  #timer;
  #reached = "";

  /** @param {HTMLElement} line */
  constructor(line) {
    this.line = line;
  }

  /**
   * @param {string} text
   * @param {boolean} isLost whether the play cannot go on
   */
  showReached(text, isLost) {
    this.#reached = text;
    this.line.classList.toggle("lost", isLost);
    this.#end();
  }

  /** @param {string} text */
  refuse(text) {
    window.clearTimeout(this.#timer);
    this.line.textContent = text;
    this.line.classList.add("refusal");
    this.#timer = window.setTimeout(() => this.#end(), REFUSAL);
  }

  #end() {
    window.clearTimeout(this.#timer);
    this.line.textContent = this.#reached;
    this.line.classList.remove("refusal");
  }
}

/**
 * What can be done about a notice. `keep`: the notice stays; otherwise it closes first.
 * @typedef {object} Action
 * @property {string} text
 * @property {(() => void)} [act]
 * @property {string} [href]
 * @property {boolean} [main]
 * @property {boolean} [keep]
 *
 * `topic` tells notices apart; `tone` is how the notice looks; `onClose` is called when the reader closes it.
 * @typedef {object} NoticeContent
 * @property {string} topic
 * @property {string} [title]
 * @property {string[]} lines
 * @property {Action[]} [actions]
 * @property {"plain" | "good" | "wrong"} [tone]
 * @property {() => void} [onClose]
 */

/** The place for what the reader asked: answers of a check, the moment when the puzzle is done. */
export class Notice {
  /** @type {NoticeContent | null} */
  #content = null;

  /**
   * @param {HTMLElement} place
   * @param {LiveRegion} live
   * @param {string} closeText
   */
  constructor(place, live, closeText) {
    this.place = place;
    this.live = live;
    this.closeText = closeText;
  }

  /** @returns {string | null} the topic of what is shown */
  get topic() {
    return this.#content?.topic ?? null;
  }

  /** @param {NoticeContent} content */
  show(content) {
    const hadFocus = this.place.contains(document.activeElement);
    this.#content = content;
    const { title, lines, actions = [], tone = "plain" } = content;
    const close = element(
      "button",
      { type: "button", class: "notice-close", "aria-label": this.closeText, onclick: () => this.close() },
      icon("close"),
    );
    fill(
      this.place,
      title === undefined ? null : element("h2", {}, title),
      ...lines.map((line) => element("p", {}, line)),
      actions.length > 0 && element("div", { class: "notice-actions" }, ...actions.map((it) => this.#button(it))),
      close,
    );
    this.place.className = `play-notice ${tone}`;
    this.place.hidden = false;
    if (hadFocus) {
      /** @type {HTMLElement | null} */ (this.place.querySelector("button, a"))?.focus();
    }
    this.live.say([title ?? "", ...lines].filter((line) => line !== "").map(sentence).join(" "));
  }

  /** Ends what is shown, as its reader does. */
  close() {
    const onClose = this.#content?.onClose;
    this.hide();
    onClose?.();
  }

  /**
   * Ends what is shown, if it is about this topic.
   * @param {string} [topic] any, where it is absent
   */
  hide(topic) {
    if (topic === undefined || topic === this.topic) {
      this.#content = null;
      this.place.hidden = true;
      this.place.replaceChildren();
    }
  }

  /** @param {Action} action */
  #button({ text, act, href, main, keep }) {
    const look = main ? "button main" : "button";
    if (href !== undefined) {
      return element("a", { class: look, href }, text);
    }
    const onclick = () => {
      if (!keep) {
        this.hide();
      }
      act?.();
    };
    return element("button", { type: "button", class: look, onclick }, text);
  }
}

/** @param {string} text */
function sentence(text) {
  return text.replace(/([^.!?…])$/, "$1.");
}
