/**
 * One's own decks on the deal desk: their cards are drawn one by one. Decks are kept on the device, and can
 * be
 * written to files and read from them.
 */

import { button } from "../../frame/deal_controls.js";
import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { object, text as readText } from "../json_shapes.js";
import { MOST_CARDS, faceOf, keepDeck, ownDecks, readFace } from "./deal_decks.js";
import { CardDrawing } from "./deal_drawing.js";
import { exportDeck, importDeck } from "./deal_files.js";
import { cardLooks } from "./deal_pool.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./deal_decks.js").Deck} Deck
 * @typedef {import("../play.js").Phrase} Phrase
 *
 * A card that is being drawn, for a deck by its name.
 * @typedef {{readonly deck: string, readonly card: Card}} Draft
 * @typedef {{readonly draft: Draft | null}} WithDraft
 */

const TEXTS = "light_line.page.deal";
const DRAFT = object({ deck: readText, card: readFace });

/**
 * @param {unknown} value
 * @returns {Draft | null}
 */
export function readDraft(value) {
  return value === null ? null : DRAFT(value);
}

/** @template {WithDraft} S */
export class Workshop {
  /**
   * @param {import("../../frame/deal_kind.js").EditorContext<S>} context
   * @param {() => S} present
   * @param {() => void} changedDecks is called when the decks on the device have changed
   */
  constructor(context, present, changedDecks) {
    this.context = context;
    this.present = present;
    this.changedDecks = changedDecks;
    const label = this.#text("deck.own");
    /** @type {HTMLSelectElement} */
    this.picker = element(
      "select",
      { "aria-label": label, onchange: () => this.#openDeck(this.picker.value) },
    );
    this.drawing = new CardDrawing(context, (tubes) => this.#draw(tubes));
    this.cards = element(
      "div",
      { class: "light-chosen", role: "group", "aria-label": this.#text("deck.cards") },
    );
    const press = () => this.#throwAway();
    this.away = button({ label: this.#text("throw_away"), icon: "trash", isQuiet: true, press });
    const put = button({ label: this.#text("put"), isMain: true, press: () => this.#put() });
    this.panel = {
      name: phrase(`${TEXTS}.panel.deck`),
      element: element(
        "section",
        { class: "light-line light-deal" },
        element("div", { class: "light-deal-row" }, this.picker, this.away, put),
        this.drawing.element,
        this.cards,
        this.#files(),
      ),
    };
  }

  /** @param {string} name */
  #text(name) {
    return this.context.text(`${TEXTS}.${name}`);
  }

  #files() {
    const accept = ".json,application/json";
    const onchange = () => void this.#read(file);
    /** @type {HTMLInputElement} */
    const file = element("input", { type: "file", class: "unseen", accept, tabindex: "-1", onchange });
    file.setAttribute("aria-label", this.#text("import"));
    return element(
      "div",
      { class: "light-deal-row" },
      button({ label: this.#text("import"), press: () => file.click() }),
      button({ label: this.#text("export"), press: () => this.#write() }),
      file,
    );
  }

  /** @returns {Draft} */
  get #draft() {
    return this.present().draft ?? newDraft(ownDecks(this.context)[0] ?? null, this.#text("deck.mine"));
  }

  /**
   * @param {string} name
   * @returns {Deck}
   */
  #deckNamed(name) {
    return ownDecks(this.context).find((deck) => deck.name === name) ?? { name, synthetic: false, cards: [] };
  }

  /**
   * @param {Draft} draft
   * @param {Phrase} [said]
   */
  #change(draft, said) {
    this.context.change({ ...this.present(), draft }, said);
  }

  /** @param {Card["tubes"]} tubes */
  #draw(tubes) {
    const { deck, card } = this.#draft;
    this.#change({ deck, card: { ...card, tubes } });
  }

  /** @param {string} name */
  #openDeck(name) {
    const free = freeName(this.context, this.#text("deck.mine"));
    this.#change(newDraft(name === "" ? null : this.#deckNamed(name), free));
  }

  /** Keeps the card in its deck, and begins the next one. */
  #put() {
    const { deck: name, card } = this.#draft;
    const deck = this.#deckNamed(name);
    const at = deck.cards.findIndex(({ id }) => id === card.id);
    if (at < 0 && deck.cards.length >= MOST_CARDS) {
      this.context.refuse(phrase(`${TEXTS}.too_many`, { n: MOST_CARDS }));
      return;
    }
    const cards = [...deck.cards];
    cards.splice(at < 0 ? cards.length : at, 1, { ...cards[at], ...card });
    this.#keep({ ...deck, cards });
    this.#change(newDraft({ ...deck, cards }, name), phrase(`${TEXTS}.kept`, { card: card.id, deck: name }));
  }

  /** Takes the card out of its deck; it can be put back, as it stays on the board. */
  #throwAway() {
    const { deck: name, card } = this.#draft;
    const deck = this.#deckNamed(name);
    this.#keep({ ...deck, cards: deck.cards.filter(({ id }) => id !== card.id) });
    this.show();
    this.context.refuse(phrase(`${TEXTS}.thrown_away`, { card: card.id }));
  }

  /** @param {Deck} deck */
  #keep(deck) {
    if (!keepDeck(this.context, deck)) {
      this.context.refuse(phrase(`${TEXTS}.not_kept`));
    }
    this.changedDecks();
  }

  /** @param {HTMLInputElement} file */
  async #read(file) {
    const [chosen] = file.files ?? [];
    if (!chosen) {
      return;
    }
    const result = await importDeck(this.context, chosen);
    // The same file may be chosen again.
    file.value = "";
    if ("refusal" in result) {
      this.context.refuse(result.refusal);
      return;
    }
    const { deck } = result;
    this.#keep(deck);
    const words = { deck: deck.name, n: deck.cards.length };
    this.#change(newDraft(deck, deck.name), phrase(`${TEXTS}.imported`, words));
  }

  #write() {
    const deck = this.#deckNamed(this.#draft.deck);
    if (deck.cards.length) {
      exportDeck(deck);
    } else {
      this.context.refuse(phrase(`${TEXTS}.nothing_to_export`));
    }
  }

  show() {
    const { deck: name, card } = this.#draft;
    const deck = this.#deckNamed(name);
    const names = new Set([...ownDecks(this.context).map((own) => own.name), name]);
    const options = [...names].map((own) => element("option", { value: own }, own));
    fill(this.picker, ...options, element("option", { value: "" }, this.#text("deck.new")));
    this.picker.value = name;
    this.drawing.show(card);
    const looks = cardLooks(deck.cards.map(faceOf), false, this.context);
    const buttons = deck.cards.map((own) => {
      const isOpen = String(own.id === card.id);
      const open = () => this.#change({ deck: name, card: faceOf(own) });
      const named = { "aria-label": looks.label(own), "aria-pressed": isOpen, onclick: open };
      return element("button", { type: "button", class: "light-choice", ...named }, looks.face(own));
    });
    fill(this.cards, ...buttons);
    this.cards.hidden = !buttons.length;
    this.away.hidden = !deck.cards.some(({ id }) => id === card.id);
  }
}

/**
 * An empty card for a deck, with the first number that is free; for a new deck where there is none.
 * @param {Deck | null} deck
 * @param {string} name
 * @returns {Draft}
 */
function newDraft(deck, name) {
  const names = new Set(deck?.cards.map(({ id }) => id));
  const numbers = Array.from({ length: MOST_CARDS + 1 }, (_, i) => String(i + 1).padStart(2, "0"));
  const id = numbers.find((number) => !names.has(number)) ?? "";
  return { deck: deck?.name ?? name, card: { id, tubes: [] } };
}

/**
 * A name that no deck has.
 * @param {import("../../frame/deal_kind.js").EditorContext<any>} context
 * @param {string} name
 */
function freeName(context, name) {
  const names = new Set(ownDecks(context).map((deck) => deck.name));
  const numbered = Array.from({ length: names.size + 1 }, (_, i) => (i ? `${name} ${i + 1}` : name));
  return numbered.find((one) => !names.has(one)) ?? name;
}
