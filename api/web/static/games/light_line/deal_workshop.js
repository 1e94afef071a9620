/**
 * Draws cards of one's own deck on the deal desk: a colour, and two sockets that its tube joins. Decks are kept on the
 * device, and can be written to files and read from them.
 */

import { button } from "../../frame/deal_controls.js";
import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { object, text as readText } from "../json_shapes.js";
import {
  COLOURS, MOST_CARDS, MOST_TUBES, SOCKETS, faceOf, keepDeck, ownDecks, readFace,
} from "./deal_decks.js"; // prettier-ignore
import { exportDeck, importDeck } from "./deal_files.js";
import { cardLooks } from "./deal_pool.js";
import { CARD_HEIGHT, CARD_WIDTH, socketPoint } from "./tubes.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./cards.js").Colour} Colour
 * @typedef {import("./deal_decks.js").Deck} Deck
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

/**
 * @template {WithDraft} S
 * @param {import("../../frame/deal_kind.js").EditorContext<S>} context
 * @param {() => S} present
 * @param {() => void} changedDecks is called when the decks on the device have changed
 */
export function createWorkshop(context, present, changedDecks) {
  const { text } = context;
  const say = (/** @type {string} */ name) => text(`${TEXTS}.${name}`);
  /** @type {HTMLSelectElement} */
  const picker = element("select", { "aria-label": say("deck.own"), onchange: () => openDeck(picker.value) });
  const board = createBoard(context, (tubes) => draw(tubes));
  const cards = element("div", { class: "light-chosen", role: "group", "aria-label": say("deck.cards") });
  const file = element("input", { type: "file", class: "unseen", accept: ".json,application/json", tabindex: "-1", onchange: () => void read() });
  const put = button({ label: say("put"), isMain: true, press: () => putCard() });
  const away = button({ label: say("throw_away"), icon: "trash", isQuiet: true, press: () => throwAway() });
  const files = element(
    "div",
    { class: "light-deal-row" },
    button({ label: say("import"), press: () => file.click() }),
    button({ label: say("export"), press: () => write() }),
    file,
  );

  function draft() {
    return present().draft ?? newDraft(ownDecks(context)[0] ?? null, say("deck.mine"));
  }

  /** @param {string} name */
  function deckNamed(name) {
    return ownDecks(context).find((deck) => deck.name === name) ?? { name, synthetic: false, cards: [] };
  }

  /**
   * @param {Draft} next
   * @param {import("../play.js").Phrase} [said]
   */
  function change(next, said) {
    context.change({ ...present(), draft: next }, said);
  }

  /** @param {Card["tubes"]} tubes */
  function draw(tubes) {
    const { deck, card } = draft();
    change({ deck, card: { ...card, tubes } });
  }

  /** @param {string} name */
  function openDeck(name) {
    change(newDraft(name === "" ? null : deckNamed(name), freeName(context, say("deck.mine"))));
  }

  /** Keeps the card in its deck, and begins the next one. */
  function putCard() {
    const { deck: name, card } = draft();
    const deck = deckNamed(name);
    const at = deck.cards.findIndex(({ id }) => id === card.id);
    if (at < 0 && deck.cards.length >= MOST_CARDS) {
      context.refuse(phrase(`${TEXTS}.too_many`, { n: MOST_CARDS }));
      return;
    }
    const next = [...deck.cards];
    next.splice(at < 0 ? next.length : at, 1, { ...next[at], ...card });
    keep({ ...deck, cards: next });
    change(newDraft(deckNamed(name), name), phrase(`${TEXTS}.kept`, { card: card.id, deck: name }));
  }

  /** Takes the card out of its deck; it can be put back, as it stays on the board. */
  function throwAway() {
    const { deck: name, card } = draft();
    const deck = deckNamed(name);
    keep({ ...deck, cards: deck.cards.filter(({ id }) => id !== card.id) });
    show(present());
    context.say(phrase(`${TEXTS}.thrown_away`, { card: card.id }));
  }

  /** @param {Deck} deck */
  function keep(deck) {
    if (!keepDeck(context, deck)) {
      context.refuse(phrase(`${TEXTS}.not_kept`));
    }
    changedDecks();
  }

  async function read() {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (chosen) {
      const result = await importDeck(context, chosen);
      if ("refusal" in result) {
        context.refuse(result.refusal);
        return;
      }
      keep(result.deck);
      change(newDraft(result.deck, result.deck.name), phrase(`${TEXTS}.imported`, { deck: result.deck.name, n: result.deck.cards.length }));
    }
  }

  function write() {
    const deck = deckNamed(draft().deck);
    if (deck.cards.length) {
      exportDeck(deck);
    } else {
      context.refuse(phrase(`${TEXTS}.nothing_to_export`));
    }
  }

  /** @param {S} _ */
  function show(_) {
    const { deck: name, card } = draft();
    const deck = deckNamed(name);
    const names = [...new Set([...ownDecks(context).map((own) => own.name), name])];
    fill(picker, ...names.map((own) => element("option", { value: own }, own)), element("option", { value: "" }, say("deck.new")));
    picker.value = name;
    board.show(card);
    const looks = cardLooks(deck.cards.map(faceOf), false, context);
    const buttons = deck.cards.map((own) => {
      const press = () => change({ deck: name, card: faceOf(own) });
      const attributes = { type: "button", class: "light-choice", "aria-label": looks.label(own), "aria-pressed": String(own.id === card.id) };
      return element("button", { ...attributes, onclick: press }, looks.face(own));
    });
    fill(cards, ...buttons);
    cards.hidden = !buttons.length;
    away.hidden = !deck.cards.some(({ id }) => id === card.id);
  }

  return {
    panel: {
      name: phrase(`${TEXTS}.panel.deck`),
      element: element(
        "section",
        { class: "light-line light-deal" },
        element("div", { class: "light-deal-row" }, picker, away, put),
        board.element,
        cards,
        files,
      ),
    },
    show,
  };
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
  return /** @type {string} */ (numbered.find((one) => !names.has(one)));
}

/**
 * The card that is drawn, with its sockets and the colours.
 * @param {import("../../frame/deal_kind.js").EditorContext<any>} context
 * @param {(tubes: Card["tubes"]) => void} draw
 */
function createBoard(context, draw) {
  const { text } = context;
  /** @type {Card} */
  let card = { id: "", tubes: [] };
  /** @type {Colour} */
  let colour = "red";
  /** @type {string | null} */
  let end = null;
  const face = element("div", { class: "light-drawn" });
  const name = element("p", { class: "light-drawn-name" });
  const sockets = SOCKETS.map((socket) => {
    const spot = element("button", { type: "button", class: "light-socket", onclick: () => tap(socket) });
    const [x, y] = socketPoint(socket);
    spot.style.left = `${(x / CARD_WIDTH) * 100}%`;
    spot.style.top = `${(y / CARD_HEIGHT) * 100}%`;
    return spot;
  });
  const colours = COLOURS.map((value) => {
    const label = text(`light_line.drawing.colour.${value}`);
    const press = () => {
      colour = value;
      showChoices();
    };
    const swatch = element("span", { class: `light-swatch ${value}`, "aria-hidden": "true" }, text(`light_line.drawing.letter.${value}`));
    return element("button", { type: "button", class: "option", "aria-label": label, title: label, onclick: press }, swatch);
  });

  /** @param {string} socket */
  function tap(socket) {
    const taken = card.tubes.find(([, one, other]) => one === socket || other === socket);
    if (taken) {
      // As one pulls a cable out: its other end stays in hand.
      colour = taken[0];
      end = end === null ? (taken[1] === socket ? taken[2] : taken[1]) : null;
      draw(card.tubes.filter((tube) => tube !== taken));
    } else if (end === null || end === socket) {
      end = end === socket ? null : socket;
      showChoices();
    } else if (card.tubes.length >= MOST_TUBES) {
      context.refuse(phrase(`${TEXTS}.too_many_tubes`, { n: MOST_TUBES }));
    } else {
      const tubes = [...card.tubes, /** @type {const} */ ([colour, end, socket])];
      end = null;
      colour = COLOURS.find((other) => !tubes.some(([used]) => used === other)) ?? colour;
      draw(tubes);
    }
  }

  function showChoices() {
    SOCKETS.forEach((socket, i) => {
      const tube = card.tubes.find(([, one, other]) => one === socket || other === socket);
      const what = tube ? text(`light_line.drawing.colour.${tube[0]}`) : text(`${TEXTS}.socket_free`);
      sockets[i].setAttribute("aria-label", `${text(`light_line.page.socket.${socket}`)}: ${what}`);
      sockets[i].setAttribute("aria-pressed", String(socket === end));
    });
    COLOURS.forEach((value, i) => colours[i].setAttribute("aria-pressed", String(value === colour)));
  }

  const palette = element("div", { class: "light-palette", role: "group", "aria-label": text(`${TEXTS}.colours`) }, ...colours);
  return {
    element: element("div", { class: "light-drawing" }, element("div", { class: "light-drawn-card" }, face, ...sockets), element("div", {}, name, palette)),

    /** @param {Card} drawn */
    show(drawn) {
      if (drawn.id !== card.id) {
        end = null;
      }
      card = drawn;
      const looks = cardLooks([card], false, context);
      fill(face, looks.face(card));
      fill(name, text(`${TEXTS}.card`, { card: card.id }));
      showChoices();
    },
  };
}
