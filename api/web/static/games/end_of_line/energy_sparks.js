/** The points of energy as sparks, those that are spent among them. */

import { toolIcon } from "./tools.js";

export class EnergySparks {
  /** @param {number} energy at the start */
  constructor(energy) {
    this.elements = Array.from({ length: energy }, () => toolIcon("energy"));
  }

  /** @param {number} left */
  show(left) {
    this.elements.forEach((spark, i) => spark.classList.toggle("spent", i >= left));
  }
}
