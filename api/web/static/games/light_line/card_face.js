/** The face of a card as an SVG element, for the table, for the hand, and while it is moved. */

import { svgElement } from "../../frame/dom.js";
import { BLACK } from "./cards.js";
import { CARD_HEIGHT, CARD_WIDTH, curve, curveD, inward, socketPoint } from "./tubes.js";
import { freeSpot, letterSpots } from "./tube_letters.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {import("./tubes.js").Point} Point
 */

const SOCKETS = ["N", "E", "S", "W"].flatMap((side) => ["0", "1", "2"].map((number) => side + number));
const ROUND = 8;
const SOCKET = 3.6;
const DISC = 7.4;
// A name in the corner, where no tube runs: the room for it, and its greatest and least size.
const CORNER = 13.5;
const NAME_SIZES = [11.5, 7.5];
const LETTER_WIDTH = 0.57;
const PLATE_SIZE = 9;
// The colours that black goes with, as beads on a black tube.
const BEADS = ["red", "yellow", "green", "blue"];
const BEAD_GAP = 7;

/**
 * Draws the cards of a puzzle, each once, and copies what it has drawn.
 * @param {import("./card_words.js").CardWords} words
 * @returns {(id: string) => SVGSVGElement}
 */
export function faceMaker(words) {
  /** @type {Map<string, SVGSVGElement>} */
  const faces = new Map();
  return (id) => {
    const card = /** @type {Card} */ (words.cards.get(id));
    const face = faces.get(id) ?? cardFace(card, words.name(id), words.letters(id), words.wild);
    faces.set(id, face);
    return /** @type {SVGSVGElement} */ (face.cloneNode(true));
  };
}

/**
 * Turns the face of a card by half a turn, or back.
 * @param {SVGSVGElement} face
 * @param {boolean} turned
 */
export function turnFace(face, turned) {
  face.classList.toggle("turned", turned);
  face.style.rotate = turned ? "180deg" : "0deg";
}

/**
 * Draws a card that is not turned; with the class `turned` its letters stay upright when it is. Where black
 * is wild black tubes carry beads of all colours.
 * @param {Card} card
 * @param {string} name
 * @param {readonly string[]} letters those of the tubes
 * @param {boolean} wild
 * @returns {SVGSVGElement}
 */
export function cardFace(card, name, letters, wild) {
  const ends = card.tubes.map(([, one, other]) => /** @type {[string, string]} */ ([one, other]));
  const plate = plateOf(name, ends);
  const spots = letterSpots(ends, plate === null ? [] : [plate.middle]);
  const discs = spots.map((spot, i) => disc(letters[i], spot, card.tubes[i][0]));
  return svgElement(
    "svg",
    { class: "light-card", viewBox: `0 0 ${CARD_WIDTH} ${CARD_HEIGHT}`, "aria-hidden": "true" },
    outline("ground", 0),
    svgElement("g", { class: "tubes" }, ...card.tubes.map((tube) => tubeBand(tube, wild))),
    svgElement("path", { class: "sockets", d: openSockets(new Set(ends.flat())) }),
    outline("rim", 0.5),
    nameTag(name, plate),
    svgElement("g", { class: "letters" }, ...discs),
  );
}

/**
 * @param {string} name
 * @param {number} inset
 */
function outline(name, inset) {
  const [width, height] = [CARD_WIDTH - 2 * inset, CARD_HEIGHT - 2 * inset];
  return svgElement("rect", { class: name, x: inset, y: inset, width, height, rx: ROUND });
}

/**
 * @param {import("./cards.js").Tube} tube
 * @param {boolean} wild
 */
function tubeBand([colour, one, other], wild) {
  const d = curveD(curve(one, other));
  const layers = ["gap", "casing", "core", "mark"].map((layer) => svgElement("path", { class: layer, d }));
  const marks = wild && colour === BLACK ? beads(d) : [];
  return svgElement("g", { class: `tube ${colour}` }, ...layers, ...marks);
}

/**
 * Beads of all colours along a black tube.
 * @param {string} d
 */
export function beads(d) {
  return BEADS.map((colour, i) =>
    svgElement("path", {
      class: `bead ${colour}`,
      d,
      "stroke-dasharray": `0.01 ${BEADS.length * BEAD_GAP}`,
      "stroke-dashoffset": -BEAD_GAP * (i + 0.5),
    }),
  );
}

/**
 * Half a small open ring for every socket without a tube: two that meet are a whole one.
 * @param {ReadonlySet<string>} joined
 */
function openSockets(joined) {
  const free = SOCKETS.filter((socket) => !joined.has(socket));
  return free
    .map((socket) => {
      const [x, y] = socketPoint(socket);
      const [across, down] = inward(socket);
      const [dx, dy] = [down * SOCKET, -across * SOCKET];
      return `M${x - dx} ${y - dy}A${SOCKET} ${SOCKET} 0 0 0 ${x + dx} ${y + dy}`;
    })
    .join("");
}

/**
 * Where a name stands that is too long for the corner.
 * @param {string} name
 * @param {readonly [string, string][]} ends
 */
function plateOf(name, ends) {
  if (sizeInCorner(name) >= NAME_SIZES[1]) {
    return null;
  }
  const wide = [...name].length * LETTER_WIDTH * PLATE_SIZE + 8;
  const high = PLATE_SIZE + 4;
  return { middle: freeSpot(ends, wide, high), wide, high };
}

/** @param {string} name */
function sizeInCorner(name) {
  return Math.min(NAME_SIZES[0], CORNER / ([...name].length * LETTER_WIDTH || 1));
}

/**
 * @param {string} name
 * @param {ReturnType<typeof plateOf>} plate
 */
function nameTag(name, plate) {
  if (plate === null) {
    const size = sizeInCorner(name);
    return svgElement("text", { class: "name", x: 3.2, y: 4 + size * 0.78, "font-size": size }, name);
  }
  const { middle: [x, y], wide, high } = plate;
  return svgElement(
    "g",
    { class: "plate" },
    svgElement("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 3 }),
    svgElement("text", { class: "name", x, y: y + PLATE_SIZE * 0.36, "font-size": PLATE_SIZE }, name),
  );
}

/**
 * The letter of a tube, and its number where its colour has several.
 * @param {string} letters
 * @param {Point} at
 * @param {string} colour
 */
export function disc(letters, [x, y], colour) {
  const size = letters.length > 1 ? 8.6 : 11;
  return svgElement(
    "g",
    { class: `disc ${colour}` },
    svgElement("circle", { cx: x, cy: y, r: DISC }),
    svgElement("text", { x, y: y + size * 0.355, "font-size": size, "text-anchor": "middle" }, letters),
  );
}
