/** Counts the seconds for which a page was looked at. */

export class Stopwatch {
  /** @type {number | null} */
  #since = null;
  #before;

  /** @param {number} seconds those that were counted before */
  constructor(seconds = 0) {
    this.#before = seconds * 1000;
  }

  get seconds() {
    const running = this.#since === null ? 0 : performance.now() - this.#since;
    return Math.floor((this.#before + running) / 1000);
  }

  start() {
    this.#since ??= performance.now();
  }

  stop() {
    if (this.#since !== null) {
      this.#before += performance.now() - this.#since;
      this.#since = null;
    }
  }
}

/**
 * Returns a time as clocks show it: 2:14, 1:02:14.
 * @param {number} seconds
 */
export function clockTime(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
