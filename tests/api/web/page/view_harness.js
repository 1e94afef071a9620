/** Shows the view of a kind on an empty page, with a history but without the frame. */

import { render } from "/frame/texts.js";

/**
 * Shows a puzzle. The state of the play is in `window.played`: the moves, the notes, and what was said.
 */
export async function show(module, puzzle, catalogue, options = {}) {
  const { PAGE } = await import(module);
  const { play } = PAGE;
  let states = [{ moves: [], notes: null }];
  let at = 0;
  const said = [];
  const positionAfter = (moves) => moves.reduce(play.after, play.begin(puzzle));
  const words = (part) => render(catalogue, part);

  function draw(last = null) {
    const { moves, notes } = states[at];
    const position = positionAfter(moves);
    const outcome = play.outcome(position);
    const { marked = null, locked = false } = options;
    const scene = { position, moves, notes, last, outcome, marked, locked, verdict: null };
    window.played = { PAGE, scene, said, states, view, undo, words };
    view.show(scene);
    if (outcome?.solved && last !== null) {
      view.celebrate?.(scene);
    }
  }

  function add(state, last = null) {
    states = [...states.slice(0, at + 1), state];
    at += 1;
    draw(last);
  }

  function undo() {
    at = Math.max(0, at - 1);
    draw();
  }

  const view = PAGE.createView({
    puzzle,
    play,
    target: options.target ?? null,
    text: (key, parts = {}) => words({ key, parts }),
    render: words,
    make: (move) => add({ ...states[at], moves: [...states[at].moves, move] }, move),
    goTo: (moves) => add({ ...states[at], moves }),
    note: (notes) => add({ ...states[at], notes: JSON.parse(JSON.stringify(notes)) }),
    refuse: (phrase) => said.push(`! ${words(phrase)}`),
    say: (phrase) => said.push(words(phrase)),
    ask: async () => null,
    settings: () => ({ patterns: false, motion: options.motion ?? false, autoMove: false, hand: "right" }),
  });
  document.body.replaceChildren(view.board, view.tools);
  document.onkeydown = (event) => {
    if (view.key(event)) {
      event.preventDefault();
    }
  };
  draw();
}

/** Plays solutions by the moves that a page makes of them; what came of each. */
export async function outcomes(module, puzzles, solutions) {
  const { PAGE } = await import(module);
  return puzzles.map((puzzle, i) => {
    const moves = PAGE.movesOf(puzzle, solutions[i]);
    return PAGE.play.outcome(moves.reduce(PAGE.play.after, PAGE.play.begin(puzzle)));
  });
}
