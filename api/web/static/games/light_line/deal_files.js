/** Decks as files: written for download, and read strictly. What stands in a file is never trusted. */

import { element } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { BadInput } from "../json_shapes.js";
import { MOST_BYTES, faceOf, readDeck, writeDeck } from "./deal_decks.js";

/**
 * @typedef {import("./deal_decks.js").Deck} Deck
 * @typedef {import("../play.js").Phrase} Phrase
 */

const TEXTS = "light_line.page.deal";

/**
 * Has the browser save a deck as a file.
 * @param {Deck} deck
 */
export function exportDeck(deck) {
  const address = URL.createObjectURL(new Blob([writeDeck(deck)], { type: "application/json" }));
  const name = deck.name.replace(/[^\p{Letter}\p{Number}_-]+/gu, "_").slice(0, 60) || "deck";
  element("a", { href: address, download: `${name}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Reads a deck from a file; the service checks its cards as well, where it can be reached.
 * @param {import("../../frame/deal_kind.js").EditorContext<any>} context
 * @param {File} file
 * @returns {Promise<{deck: Deck} | {refusal: Phrase}>}
 */
export async function importDeck(context, file) {
  if (file.size > MOST_BYTES) {
    return { refusal: phrase(`${TEXTS}.file_too_large`) };
  }
  let deck;
  try {
    deck = readDeck(JSON.parse(await file.text()));
  } catch (error) {
    const why = error instanceof BadInput ? error.message : "";
    return { refusal: phrase(`${TEXTS}.${why ? "bad_deck" : "bad_file"}`, { why }) };
  }
  const reply = await context.ask(
    "read",
    { puzzle: { kind: "light_line.longest", cards: deck.cards.map(faceOf) } },
  );
  if ("refusal" in reply && reply.isRefused) {
    return { refusal: phrase(`${TEXTS}.bad_deck`, { why: reply.refusal }) };
  }
  return { deck };
}
