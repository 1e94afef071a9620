/** The shapes that a cell's look is made of, in its layers: the ground, below the line, on the line. */

import { svgElement } from "../../frame/dom.js";
import * as shapes from "./shapes.js";
import { SIDE } from "./shapes.js";

/**
 * @typedef {import("./board.js").Heading} Heading
 * @typedef {import("./cell_looks.js").CellLook} CellLook
 */

/**
 * @param {CellLook} look
 * @returns {SVGElement[]}
 */
export function groundShapes({ ground }) {
  const half = SIDE / 2;
  const square = (/** @type {string} */ looks, /** @type {number} */ inset, /** @type {number} */ rx) =>
    shapes.square(half - inset, looks, rx);
  if (ground === "blocked") {
    const slants = [-36, -24, -12, 0, 12, 24, 36].map((at) => {
      const [low, high] = [Math.max(-26, at - 26), Math.min(26, at + 26)];
      return `M${low} ${at - low}L${high} ${at - high}`;
    });
    return [square("eol-blocked", 1.5, 9), shapes.path("eol-slants", slants.join(""))];
  }
  return ground === "given"
    ? [square("eol-given", 2.5, 8), square("eol-given-inner", 6.5, 4.5)]
    : [square("eol-free", 1.5, 9)];
}

/**
 * What lies below the line.
 * @param {CellLook} look
 * @returns {SVGElement[]}
 */
export function underShapes({ card, target, open = [], deadWays = [], dead, entry, pencils = [], wrong }) {
  const hollow = shapes.bandWay(null, deadWays) + (dead && entry ? shapes.bandWay(entry, []) : "");
  return [
    ...(target ? targetShapes(target) : []),
    ...(card ? lyingCard(card) : []),
    ...(pencils.length ? [shapes.path("eol-pencil", pencilled(pencils))] : []),
    ...(open.length ? shapes.exitArrows(open) : []),
    ...(hollow ? shapes.band(hollow, wrong ? "hollow wrong" : "hollow") : []),
  ];
}

/** @param {readonly Heading[]} sides */
function pencilled(sides) {
  return sides.map((side) => `M${shapes.pointAlong(side, 6)}L${shapes.pointAlong(side, SIDE - 6)}`).join("");
}

/**
 * @param {import("./cell_looks.js").Target} target
 * @returns {SVGElement[]}
 */
function targetShapes({ way, entry, card, player }) {
  const half = SIDE / 2 - 3;
  const frame = { class: `eol-target ${way}`, x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 8 };
  const sign = card
    ? ofPlayer(player, shapes.cardPicture(card, entry, "preview"))
    : shapes.path(`eol-target-sign ${way}`, shapes.arrowHead(entry, 9, 17, 20));
  const back = shapes.path("eol-target-back", "M24 -9v-5q0-4-4-4h-8M16 -22l-4 4 4 4");
  return [svgElement("rect", frame), sign, ...(way === "behind" ? [back] : [])];
}

/**
 * @param {import("./cell_looks.js").LyingCard} lying
 * @returns {SVGElement[]}
 */
function lyingCard({ card, heading, tried }) {
  const question = svgElement("text", { class: "eol-question", x: 20, y: 24 }, "?");
  if (heading !== null) {
    return [shapes.cardPicture(card, heading, tried ? "hollow" : ""), ...(tried ? [question] : [])];
  }
  const picture = svgElement("g", { transform: "scale(0.484)" }, shapes.cardPicture(card, "N"));
  const small = svgElement("g", { transform: "translate(0 -4)" }, ...shapes.turningRing(), picture);
  return [small, svgElement("text", { class: "eol-code", x: -22, y: 23.5 }, card), question];
}

/**
 * What lies on the line.
 * @param {CellLook} look
 * @returns {SVGElement[]}
 */
export function topShapes(look) {
  const { start, entry, dead, sign, zero, plate, crosses = [], isFirstWrong, wrong, player } = look;
  const looks = (dead ? " hollow" : "") + (wrong ? " wrong" : "");
  return [
    ...(start ? [shapes.startSign(start, player)] : []),
    ...(entry ? [shapes.path(`eol-chevron${looks}`, shapes.chevron(entry))] : []),
    ...(entry && dead ? [shapes.path("eol-bar", shapes.bar(entry))] : []),
    ...(sign === "stop" && !start ? [shapes.stopSign(player)] : []),
    ...(sign === "tip" && !start ? [shapes.tipSign(player)] : []),
    ...(sign === "handle" && !start ? [shapes.handleSign(player)] : []),
    ...(zero ? [shapes.zeroSign()] : []),
    ...(plate ? [svgElement("text", { class: "eol-plate", x: 27, y: -19 }, plate)] : []),
    ...(isFirstWrong ? [shapes.path("eol-wrong-sign", "M12 12l13 13M25 12l-13 13")] : []),
    ...(crosses.length ? [shapes.path("eol-cross", crosses.map(shapes.sideCross).join(""))] : []),
  ];
}

/**
 * Shows whose a shape is.
 * @template {SVGElement} E
 * @param {number | undefined} player
 * @param {E} shape
 */
function ofPlayer(player, shape) {
  if (player !== undefined) {
    shape.dataset.player = String(player + 1);
  }
  return shape;
}

/** @param {[string, number, number]} letter with the row and the column of its place */
export function letterSign([letter, row, col]) {
  const [x, y] = [(col + 0.5) * SIDE, (row + 0.5) * SIDE];
  return svgElement(
    "g",
    { transform: `translate(${x} ${y})` },
    svgElement("circle", { class: "eol-letter-plate", r: 9.5 }),
    svgElement("text", { y: 4.5 }, letter),
  );
}

/**
 * a, b, ... z, aa, ab, ...
 * @param {number} index
 */
export function letterOf(index) {
  const last = String.fromCharCode(97 + (index % 26));
  return index < 26 ? last : String.fromCharCode(96 + Math.floor(index / 26)) + last;
}

