/** Plays a kind of LIGHT-LINE! on a bare page: a session of the frame, a board, tools, and nothing else. */

import { PlaySession } from "/frame/play_session.js";
import { render, textOf } from "/frame/texts.js";

/**
 * Shows a puzzle; `window.harness` has the session, the view, and what the view said and refused.
 * @param {{kind: string, puzzle: object, texts: object, target?: number | null, settings?: object}} what
 */
export async function start({ kind, puzzle, texts, target = null, settings = {} }) {
  const { PAGE } = await import(`/games/light_line/page_${kind}.js`);
  const session = new PlaySession(PAGE.play, puzzle);
  const chosen = { patterns: false, motion: true, autoMove: false, hand: "right", ...settings };
  const said = [];
  const refused = [];
  const context = {
    puzzle,
    play: PAGE.play,
    target,
    text: (key, parts) => textOf(texts, key, parts),
    render: (part) => render(texts, part),
    make: (move) => session.make(move),
    goTo: (moves, notes) => session.goTo(moves, notes),
    note: (notes) => session.note(notes),
    refuse(phrase) {
      refused.push(render(texts, phrase));
      line.textContent = refused.at(-1);
    },
    say: (phrase) => said.push(render(texts, phrase)),
    ask: () => Promise.resolve(null),
    settings: () => chosen,
  };
  const view = PAGE.createView(context);
  const reached = document.querySelector("#reached");
  const line = document.querySelector("#refused");
  document.querySelector("#board").replaceChildren(view.board);
  document.querySelector("#tools").replaceChildren(view.tools);
  session.onChange(({ moved }) => {
    const scene = session.scene(moved);
    line.textContent = "";
    if (moved) {
      said.push(render(texts, PAGE.play.describe(session.positions.after(scene.moves.slice(0, -1)), moved)));
    }
    view.show(scene);
    reached.textContent = view.reached(scene).map((phrase) => render(texts, phrase)).join("; ");
    document.title = scene.outcome?.solved ? "solved" : "playing";
    if (scene.outcome?.solved && !session.isShowingSolution) {
      view.celebrate?.(scene);
    }
  });
  view.show(session.scene());
  reached.textContent = view.reached(session.scene()).map((phrase) => render(texts, phrase)).join("; ");
  document.addEventListener("keydown", (event) => {
    if (!view.key(event) && event.key.toLowerCase() === "u") {
      session.undo();
    }
  });
  window.harness = { session, view, said, refused, PAGE, chosen };
}
