/**
 * States in addresses: `/p/{id}#~{moves}` and `/play#{line of text}~{moves}`.
 *
 * The moves are written as a person types them, and are read as strictly: each must be the notation of a move
 * that is legal where it is made.
 */

/**
 * @typedef {import("../games/play.js").Play<any, any, any>} Play
 */

const BETWEEN = ";";

/**
 * Takes the fragment of an address apart. A part is null where it is absent.
 * @param {string} hash
 * @returns {{line: string | null, moves: string | null}}
 */
export function readFragment(hash) {
  const [line, ...rest] = hash.replace(/^#/, "").split("~");
  return { line: line || null, moves: rest.length ? rest.join("~") : null };
}

/**
 * Returns moves as they stand in an address.
 * @param {Play} play
 * @param {object} puzzle
 * @param {readonly any[]} moves
 */
export function writeMoves(play, puzzle, moves) {
  let position = play.begin(puzzle);
  const words = [];
  for (const move of moves) {
    words.push(encodeURIComponent(play.notation(position, move)).replaceAll("%20", "+"));
    position = play.after(position, move);
  }
  return words.join(BETWEEN);
}

/**
 * Reads moves out of an address. Throws RangeError where one is not legal.
 * @param {Play} play
 * @param {object} puzzle
 * @param {string} text
 * @returns {any[]}
 */
export function readMoves(play, puzzle, text) {
  let position = play.begin(puzzle);
  const moves = [];
  for (const word of text === "" ? [] : text.split(BETWEEN)) {
    const notation = plain(word);
    const move = play.moves(position).find((legal) => play.notation(position, legal) === notation);
    if (move === undefined) {
      throw new RangeError(`no legal move is written ${notation}`);
    }
    moves.push(move);
    position = play.after(position, move);
  }
  return moves;
}

/** @param {string} word */
function plain(word) {
  try {
    return decodeURIComponent(word.replaceAll("+", "%20"));
  } catch {
    throw new RangeError(`${word} is not written as addresses are`);
  }
}
