/** light_line.place, as the page plays it. */

import { PLACE } from "./place.js";
import { PlaceView } from "./place_view.js";

/** @type {import("../../frame/view.js").KindPage} */
export const PAGE = {
  play: PLACE,
  createView: (context) => new PlaceView(context),
  movesOf: (_, { row, col, turned }) => [{ row, col, turned }],
};
