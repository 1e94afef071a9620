/** Readers of JSON values, which throw BadInput for any value that is not of their shape. */

/**
 * @template T
 * @typedef {(value: unknown) => T} Reader
 */

// The most characters of a name.
const MAX_LETTERS = 200;

/** Valid JSON that is not what was expected. */
export class BadInput extends Error {}

/**
 * An integer that JavaScript can count exactly.
 * @type {Reader<number>}
 */
export function integer(value) {
  return Number.isSafeInteger(value) ? /** @type {number} */ (value) : refuse("an integer", value);
}

/** @type {Reader<boolean>} */
export function boolean(value) {
  return typeof value === "boolean" ? value : refuse("true or false", value);
}

/**
 * True and nothing else: a field whose presence is its meaning.
 * @type {Reader<true>}
 */
export function flag(value) {
  return value === true ? value : refuse("true", value);
}

/** @type {Reader<string>} */
export function text(value) {
  // Neither NUL nor half a character, which no name of a puzzle has.
  const isText = typeof value === "string" && !/[\0\p{Surrogate}]/u.test(value);
  return isText && [...value].length <= MAX_LETTERS ? value : refuse("a name", value);
}

/**
 * A cell, written `[row, col]`.
 * @type {Reader<readonly [number, number]>}
 */
export function pair(value) {
  return Array.isArray(value) && value.length === 2
    ? [integer(value[0]), integer(value[1])]
    : refuse("a cell [row, col]", value);
}

/**
 * @template {string} W
 * @param {readonly W[]} words
 * @returns {Reader<W>}
 */
export function choice(words) {
  return (value) => words.find((word) => word === value) ?? refuse(`one of ${words.join(", ")}`, value);
}

/**
 * Null, or what a reader reads.
 * @template T
 * @param {Reader<T>} read
 * @returns {Reader<T | null>}
 */
export function optional(read) {
  return (value) => (value === null ? null : read(value));
}

/**
 * An object with just these fields; one that is not in `required` may be absent.
 * @template {Record<string, Reader<any>>} F
 * @param {F} fields
 * @param {readonly string[]} required
 * @returns {Reader<{ [N in keyof F]: ReturnType<F[N]> }>}
 */
export function object(fields, required = Object.keys(fields)) {
  return (value) => {
    const entries = Object.entries(isObject(value) ? value : refuse("an object", value));
    const names = new Set(entries.map(([name]) => name));
    const isComplete = required.every((name) => names.has(name));
    if (!isComplete || ![...names].every((name) => Object.hasOwn(fields, name))) {
      refuse(`an object with ${Object.keys(fields).join(", ")}`, value);
    }
    const result = entries.map(([name, field]) => [name, fields[name](field)]);
    return /** @type {any} */ (Object.fromEntries(result));
  };
}

/**
 * Whether a value is an object, and neither an array nor null.
 * @param {unknown} value
 * @returns {value is object}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {string} expected
 * @param {unknown} value
 * @returns {never}
 */
export function refuse(expected, value) {
  throw new BadInput(`expected ${expected}, got ${(JSON.stringify(value) ?? "nothing").slice(0, 60)}`);
}
