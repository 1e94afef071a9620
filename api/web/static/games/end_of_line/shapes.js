/**
 * The shapes of a card: the line's band, arrows, signs. A card is SIDE wide and high, with its middle at the
 * origin; every shape is the `d` of a path or an element, and its looks are in style.css.
 */

import { element, svgElement } from "../../frame/dom.js";
import { exitHeadings, INITIATIVE } from "./board.js";

/**
 * @typedef {import("./board.js").Card} Card
 * @typedef {import("./board.js").Heading} Heading
 */

export const SIDE = 64;
const HALF = SIDE / 2;
// How far before the middle of a card a turn begins.
const BEND = 0.3 * SIDE;
// By how much the band of a card goes on into the next one, so that no seam shows.
const OVERLAP = 0.75;

/** @type {Readonly<Record<Heading, readonly [number, number]>>} */
const DIRECTIONS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

/**
 * The direction of a heading, to the right and down.
 * @param {Heading} heading
 */
export function direction(heading) {
  return DIRECTIONS[heading];
}

/**
 * A point so far along a heading from the middle, and so far to the right of it.
 * @param {Heading} heading
 * @param {number} far
 * @param {number} [aside]
 */
export function pointAlong(heading, far, aside = 0) {
  const [x, y] = DIRECTIONS[heading];
  return `${round(x * far - y * aside)} ${round(y * far + x * aside)}`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/**
 * @param {string} looks
 * @param {string} d
 */
export function path(looks, d) {
  return svgElement("path", { class: looks, d });
}

/**
 * @param {string} looks
 * @param {number} r
 */
function circle(looks, r) {
  return svgElement("circle", { class: looks, r });
}

/**
 * The band's way through a card, to every side where the line goes on.
 * @param {Heading | null} entry null for the start card
 * @param {readonly Heading[]} onward
 */
export function bandWay(entry, onward) {
  if (entry === null) {
    return onward.map((way) => `M0 0L${pointAlong(way, HALF + OVERLAP)}`).join("");
  }
  const begin = `M${pointAlong(entry, -HALF - OVERLAP)}`;
  if (!onward.length) {
    return `${begin}L0 0`;
  }
  return onward
    .map((way) => {
      const leave = `L${pointAlong(way, HALF + OVERLAP)}`;
      const bend = `L${pointAlong(entry, -BEND)}Q0 0 ${pointAlong(way, BEND)}`;
      return begin + (way === entry ? "" : bend) + leave;
    })
    .join("");
}

/**
 * A small arrow on the band, where the line enters a card.
 * @param {Heading} entry
 */
export function chevron(entry) {
  const tip = -0.28 * SIDE;
  const [back, aside] = [tip - 0.07 * SIDE, 0.06 * SIDE];
  return `M${pointAlong(entry, back, -aside)}L${pointAlong(entry, tip)}L${pointAlong(entry, back, aside)}`;
}

/**
 * A bar across the end of a branch.
 * @param {Heading} entry
 */
export function bar(entry) {
  return `M${pointAlong(entry, 0, -0.18 * SIDE)}L${pointAlong(entry, 0, 0.18 * SIDE)}`;
}

/**
 * The head of an arrow with its tip so far along a heading.
 * @param {Heading} heading
 * @param {number} tip
 * @param {number} long
 * @param {number} wide
 */
export function arrowHead(heading, tip, long, wide) {
  const corners = [pointAlong(heading, tip), pointAlong(heading, tip - long, wide / 2)];
  return `M${corners.join("L")}L${pointAlong(heading, tip - long, -wide / 2)}Z`;
}

/**
 * A thin arrow for every exit.
 * @param {readonly Heading[]} exits
 */
export function exitArrows(exits) {
  const stems = exits.map((way) => `M0 0L${pointAlong(way, 0.28 * SIDE)}`).join("");
  const heads = exits.map((way) => arrowHead(way, 0.41 * SIDE, 0.15 * SIDE, 0.17 * SIDE)).join("");
  return [path("eol-exit", stems), path("eol-exit-head", heads)];
}

/**
 * A band with its casing. Hollow is one that may or does lead nowhere.
 * @param {string} d
 * @param {string} [looks]
 */
export function band(d, looks = "") {
  return [path(`eol-casing ${looks}`, d), path(`eol-core ${looks}`, d)];
}

/** The ringed 0 that tells LSR0 from LSR. */
export function zeroSign() {
  const zero = svgElement("text", { class: "eol-zero-digit", y: 5.5 }, "0");
  return svgElement("g", {}, circle("eol-zero", 0.17 * SIDE), zero);
}

/**
 * What is printed on a card, entered with a heading.
 * @param {Card} card
 * @param {Heading} entry
 * @param {string} [looks]
 */
export function cardPicture(card, entry, looks = "") {
  return svgElement(
    "g",
    { class: `eol-picture ${looks}` },
    ...exitArrows(exitHeadings(card, entry)),
    ...band(`M${pointAlong(entry, -HALF + 1)}L0 0`, looks),
    circle("eol-hub", 0.12 * SIDE),
    path(`eol-chevron ${looks}`, chevron(entry)),
    ...(card === "LSR0" ? [zeroSign()] : []),
  );
}

/**
 * A card as it comes from the deck, its entry at the bottom, with its initiative if that counts.
 * @param {Card} card
 * @param {boolean} withInitiative
 */
export function cardTile(card, withInitiative) {
  const viewBox = `${-HALF} ${-HALF} ${SIDE} ${SIDE}`;
  const picture = svgElement(
    "svg",
    { viewBox, class: "eol-card-picture", "aria-hidden": "true" },
    cardPicture(card, "N"),
  );
  const initiative = element(
    "span",
    { class: "eol-initiative", "aria-hidden": "true" },
    String(INITIATIVE[card]),
  );
  return element("span", { class: "eol-card" }, ...(withInitiative ? [picture, initiative] : [picture]));
}

/**
 * What lies on a band to tell the lines of several players apart without colours.
 * @param {string} d
 */
export function stripes(d) {
  return [path("eol-stripe", d), path("eol-stripe second", d)];
}

/**
 * The number of a player, counted from 1 where it is read.
 * @param {number} player
 */
function playerSign(player) {
  return svgElement("text", { class: "eol-player", y: 5.5 }, String(player + 1));
}

/**
 * The start card's disc; where there are several players, with the number of its own.
 * @param {Heading} heading
 * @param {number} [player]
 */
export function startSign(heading, player) {
  if (player !== undefined) {
    const tip = path("eol-start-tip", arrowHead(heading, 30, 19, 30));
    return svgElement("g", {}, tip, circle("eol-hub", 18), circle("eol-start-ring", 14.5), playerSign(player));
  }
  const head = arrowHead(heading, 9, 16, 18);
  const discs = [circle("eol-hub", 19), circle("eol-start-ring", 15.5)];
  return svgElement("g", {}, ...discs, path("eol-start-head", head));
}

/**
 * Where a finished line ends: a dark square with a white one in it, or with the number of its player.
 * @param {number} [player]
 */
export function stopSign(player) {
  const sign = player === undefined ? square(5, "eol-stop") : playerSign(player);
  return svgElement("g", {}, square(12.3, "eol-hub"), sign);
}

/**
 * The end of a line whose player's turn it is not.
 * @param {number} [player]
 */
export function tipSign(player) {
  return svgElement("g", {}, circle("eol-hub", 11.5), ...(player === undefined ? [] : [playerSign(player)]));
}

/**
 * The end of the line as long as it goes on: a handle to drag.
 * @param {number} [player]
 */
export function handleSign(player) {
  const sign = player === undefined ? circle("eol-stop", 6.5) : playerSign(player);
  const ring = player === undefined ? [] : [circle("eol-handle-ring", 17.5)];
  return svgElement("g", { class: "eol-handle" }, ...ring, circle("eol-hub", 14), sign);
}

/**
 * @param {number} half of its side
 * @param {string} looks
 * @param {number} [rx]
 */
export function square(half, looks, rx = half / 4) {
  const [at, size] = [-half, 2 * half];
  return svgElement("rect", { class: looks, x: at, y: at, width: size, height: size, rx });
}

/** The ring around a card that may be turned. */
export function turningRing() {
  const right = "M18 -4L14 -4L18 4L22 -4Z";
  const left = "M-18 4L-14 4L-18 -4L-22 4Z";
  return [circle("eol-turning-ring", 18), path("eol-exit-head", right + left)];
}

/**
 * A cross in the middle of a side.
 * @param {Heading} side
 */
export function sideCross(side) {
  const [x, y] = DIRECTIONS[side].map((part) => part * HALF);
  return `M${x - 6} ${y - 6}l12 12M${x + 6} ${y - 6}l-12 12`;
}
