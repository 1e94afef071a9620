/**
 * A tiny game of its own, by which tests of the page see that the frame knows no game.
 *
 * Steps are added to a count until it reaches the goal. A count from which no step is left is lost.
 */

import { element, fill } from "../../frame/dom.js";
import { phrase } from "../../frame/texts.js";
import { BadInput } from "../json_shapes.js";
import { lost, refuseIllegal, solved } from "../play.js";

const moves = ({ puzzle, steps }) => {
  const count = steps.reduce((sum, step) => sum + step, 0);
  return puzzle.steps.filter((step) => count + step <= puzzle.goal).map((add) => ({ add }));
};

const count = ({ steps }) => steps.reduce((sum, step) => sum + step, 0);

const UP = {
  begin: (puzzle) => ({ puzzle, steps: [] }),
  player: ({ puzzle, steps }) => (puzzle.turns ? "AB"[steps.length % 2] : null),
  moves,
  after(position, move) {
    refuseIllegal(moves(position), move);
    return { puzzle: position.puzzle, steps: [...position.steps, move.add] };
  },
  outcome(position) {
    if (count(position) === position.puzzle.goal) {
      return solved(position.puzzle.scored ? position.steps.length : null);
    }
    return moves(position).length ? null : lost(phrase("counting.stuck", { n: count(position) }));
  },
  solution: ({ steps }) => ({ steps }),
  describe: (_, { add }) => phrase("counting.add", { n: add }),
  notation: (_, { add }) => `+ ${add}`,
  parseMove(document) {
    if (!Number.isInteger(document?.add)) {
      throw new BadInput("no move");
    }
    return { add: document.add };
  },
  serialiseMove: (move) => move,
};

function createView(context) {
  const board = element("div", { class: "counting-board", tabindex: 0 });
  const tools = element("div");
  let scene;
  const add = (step) => {
    if (scene.locked) {
      return;
    }
    if (UP.moves(scene.position).some((move) => move.add === step)) {
      context.make({ add: step });
    } else {
      context.refuse(phrase("counting.too_much", { n: step }));
    }
  };
  const buttons = context.puzzle.steps.map((step) =>
    element("button", { type: "button", class: "add", onclick: () => add(step) }, `+${step}`),
  );
  const noteButton = element("button", { type: "button", class: "note" }, "note");
  noteButton.addEventListener("click", () => context.note({ seen: count(scene.position) }));
  fill(tools, ...buttons, noteButton);
  return {
    board,
    tools,
    show(shown) {
      scene = shown;
      const { notes, marked, locked, last, verdict } = scene;
      board.textContent = String(count(scene.position));
      Object.assign(board.dataset, { notes: JSON.stringify(notes), marked, locked, last: JSON.stringify(last) });
      board.dataset.valid = verdict?.valid;
      if (context.puzzle.turns && UP.player(scene.position) === "B" && scene.outcome === null && last !== null) {
        window.setTimeout(() => context.make(UP.moves(scene.position)[0]), 10);
      }
    },
    key(event) {
      const step = Number(event.key);
      if (context.puzzle.steps.includes(step)) {
        add(step);
        return true;
      }
      return false;
    },
    keys: [{ keys: "1 … 9", text: "add" }],
    reached: ({ position }) => [phrase("counting.reached", { n: count(position), goal: position.puzzle.goal })],
    celebrate: () => void (board.dataset.celebrated = "yes"),
    hints: [phrase("counting.hint.1"), phrase("counting.hint.2")],
    pointOut: (index) => void (board.dataset.hint = String(index)),
  };
}

export const PAGE = {
  play: UP,
  createView,
  hasOpponent: true,
  movesOf: (_, { steps }) => steps.map((add) => ({ add })),
};
