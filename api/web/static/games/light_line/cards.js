/**
 * The cards of LIGHT-LINE!: tubes, sockets, half turns, and places on the grid.
 *
 * A card is upright and has three sockets on every side: N0 N1 N2 and S0 S1 S2 from the left, W0 W1 W2 and E0
 * E1 E2 from the top. A tube joins two of them. Cards lie on a grid; row numbers grow downwards, columns to
 * the right.
 */

/**
 * @typedef {"red" | "yellow" | "green" | "blue" | "black"} Colour
 * @typedef {"N" | "E" | "S" | "W"} Side
 *
 * A colour and two sockets.
 * @typedef {readonly [Colour, string, string]} Tube
 * @typedef {{readonly id: string, readonly tubes: readonly Tube[]}} Card
 *
 * A place of the grid: row and column.
 * @typedef {readonly [number, number]} Cell
 *
 * Where a card lies, and whether it is turned by half a turn.
 * @typedef {{readonly row: number, readonly col: number, readonly turned: boolean}} Placement
 *
 * A card by its id on a place of the grid.
 * @typedef {{readonly card: string} & Placement} PlacedCard
 *
 * A tube of a placed card, by its number on the card.
 * @typedef {{readonly card: string, readonly tube: number}} Section
 */

export const BLACK = "black";

/**
 * Where the neighbour beyond a side lies: rows down, columns right.
 * @type {Readonly<Record<Side, Cell>>}
 */
const BEYOND = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] };
/** @type {Readonly<Record<Side, Side>>} */
const ACROSS = { N: "S", E: "W", S: "N", W: "E" };

// The longest name of a card in words.
const MAX_LETTERS = 40;

/**
 * The sockets that a tube joins on a placed card, turned or not.
 * @param {Tube} tube
 * @param {boolean} turned
 * @returns {readonly [string, string]}
 */
export function endsOf([, one, other], turned) {
  return turned ? [turnedSocket(one), turnedSocket(other)] : [one, other];
}

/**
 * The four places beside a place.
 * @param {Cell} place
 * @returns {Cell[]}
 */
export function neighbours([row, col]) {
  return Object.values(BEYOND).map(([down, right]) => [row + down, col + right]);
}

/**
 * The socket that the one at this place meets, and its place.
 * @param {Cell} place
 * @param {string} socket
 * @returns {readonly [Cell, string]}
 */
export function socketAcross([row, col], socket) {
  const side = sideOf(socket);
  const [down, right] = BEYOND[side];
  return [[row + down, col + right], ACROSS[side] + socket[1]];
}

/**
 * A place of the grid, or a socket at a place, as a key of a map.
 * @param {Cell} place
 */
export function keyOf([row, col], socket = "") {
  return `${row},${col},${socket}`;
}

/**
 * A name on one line, of characters that can be printed, and not too long.
 * @param {string} name
 */
export function printableName(name) {
  const letters = [...name];
  const text = letters.slice(0, MAX_LETTERS).map((letter) => (isPrintable(letter) ? letter : "?"));
  return text.join("") + (letters.length > MAX_LETTERS ? "..." : "");
}

/** @param {string} letter */
function isPrintable(letter) {
  return letter === " " || !/[\p{Other}\p{Separator}]/u.test(letter);
}

/**
 * Where a socket comes to by half a turn.
 * @param {string} socket
 */
function turnedSocket(socket) {
  return ACROSS[sideOf(socket)] + (2 - Number(socket[1]));
}

/** @param {string} socket */
function sideOf(socket) {
  return /** @type {Side} */ (socket[0]);
}
