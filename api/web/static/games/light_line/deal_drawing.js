/** A card that is drawn on the deal desk: a colour, and two sockets that its tube joins. */

import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { COLOURS, MOST_TUBES, SOCKETS } from "./deal_decks.js";
import { cardLooks } from "./deal_pool.js";
import { CARD_HEIGHT, CARD_WIDTH, socketPoint } from "./tubes.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").Colour} Colour
 * @typedef {import("./cards.js").Tube} Tube
 */

const TEXTS = "light_line.page.deal";

export class CardDrawing {
  /** @type {Card} */
  #card = { id: "", tubes: [] };
  /** @type {Colour} */
  #colour = COLOURS[0];
  /**
   * The socket at which the next tube begins.
   * @type {string | null}
   */
  #end = null;

  /**
   * @param {import("../../frame/deal_kind.js").EditorContext<any>} context
   * @param {(tubes: readonly Tube[]) => void} draw
   */
  constructor(context, draw) {
    this.context = context;
    this.draw = draw;
    this.face = element("div", { class: "light-drawn" });
    this.name = element("p", { class: "light-drawn-name" });
    this.sockets = SOCKETS.map((socket) => this.#socketButton(socket));
    this.colours = COLOURS.map((colour) => this.#colourButton(colour));
    const label = context.text(`${TEXTS}.colours`);
    const palette = element(
      "div",
      { class: "light-palette", role: "group", "aria-label": label },
      ...this.colours,
    );
    this.element = element(
      "div",
      { class: "light-drawing" },
      element("div", { class: "light-drawn-card" }, this.face, ...this.sockets),
      element("div", {}, this.name, palette),
    );
  }

  /** @param {string} socket */
  #socketButton(socket) {
    const press = () => this.#tap(socket);
    const target = element("button", { type: "button", class: "light-socket", onclick: press });
    const [x, y] = socketPoint(socket);
    target.style.left = `${(x / CARD_WIDTH) * 100}%`;
    target.style.top = `${(y / CARD_HEIGHT) * 100}%`;
    return target;
  }

  /** @param {Colour} colour */
  #colourButton(colour) {
    const { text } = this.context;
    const label = text(`light_line.drawing.colour.${colour}`);
    const press = () => {
      this.#colour = colour;
      this.#showChoices();
    };
    const letter = text(`light_line.drawing.letter.${colour}`);
    const swatch = element("span", { class: `light-swatch ${colour}`, "aria-hidden": "true" }, letter);
    const attributes = { type: "button", class: "option", "aria-label": label, title: label, onclick: press };
    return element("button", attributes, swatch);
  }

  /** @param {string} socket */
  #tap(socket) {
    const taken = this.#tubeAt(socket);
    if (taken) {
      this.#pullOut(taken, socket);
    } else if (this.#end === null || this.#end === socket) {
      this.#end = this.#end === socket ? null : socket;
      this.#showChoices();
    } else if (this.#card.tubes.length >= MOST_TUBES) {
      this.context.refuse(phrase(`${TEXTS}.too_many_tubes`, { n: MOST_TUBES }));
    } else {
      this.#join(this.#end, socket);
    }
  }

  /** @param {string} socket */
  #tubeAt(socket) {
    return this.#card.tubes.find(([, one, other]) => one === socket || other === socket);
  }

  /**
   * Takes a tube away, as one pulls a cable out: its other end stays in hand.
   * @param {Tube} tube
   * @param {string} socket
   */
  #pullOut(tube, socket) {
    const [colour, one, other] = tube;
    this.#colour = colour;
    this.#end = this.#end === null ? (one === socket ? other : one) : null;
    this.draw(this.#card.tubes.filter((drawn) => drawn !== tube));
  }

  /**
   * Joins two sockets, and goes on with a colour that the card does not have yet.
   * @param {string} one
   * @param {string} other
   */
  #join(one, other) {
    /** @type {Tube[]} */
    const tubes = [...this.#card.tubes, [this.#colour, one, other]];
    this.#end = null;
    this.#colour = COLOURS.find((colour) => !tubes.some(([used]) => used === colour)) ?? this.#colour;
    this.draw(tubes);
  }

  #showChoices() {
    const { text } = this.context;
    SOCKETS.forEach((socket, i) => {
      const tube = this.#tubeAt(socket);
      const what = text(tube ? `light_line.drawing.colour.${tube[0]}` : `${TEXTS}.socket_free`);
      this.sockets[i].setAttribute("aria-label", `${text(`light_line.page.socket.${socket}`)}: ${what}`);
      this.sockets[i].setAttribute("aria-pressed", String(socket === this.#end));
    });
    COLOURS.forEach((colour, i) => {
      this.colours[i].setAttribute("aria-pressed", String(colour === this.#colour));
    });
  }

  /** @param {Card} card */
  show(card) {
    if (card.id !== this.#card.id) {
      this.#end = null;
    }
    this.#card = card;
    fill(this.face, cardLooks([card], false, this.context).face(card));
    fill(this.name, this.context.text(`${TEXTS}.card`, { card: card.id }));
    this.#showChoices();
  }
}
