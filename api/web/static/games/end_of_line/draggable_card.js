/** A card beside the board that can be tapped, or dragged to the board. */

/**
 * What a person does with a card; C says which card it is.
 * @template C
 * @typedef {object} CardActions
 * @property {(card: C) => void} choose
 * @property {(card: C) => boolean} lift a drag begins; false if the card cannot be laid
 * @property {(x: number, y: number) => void} carry the card is over a point of the screen
 * @property {(x: number, y: number) => void} drop
 * @property {() => void} cancel
 */

const SLIP = 7;

/**
 * @template C
 * @param {HTMLButtonElement} button
 * @param {C} card
 * @param {CardActions<C>} actions
 */
export function makeDraggable(button, card, actions) {
  /** @type {{x: number, y: number, isLifted: boolean} | null} */
  let press = null;
  let wasDragged = false;
  button.addEventListener("pointerdown", ({ clientX, clientY, pointerId, button: which }) => {
    wasDragged = false;
    if (which === 0) {
      press = { x: clientX, y: clientY, isLifted: false };
      button.setPointerCapture(pointerId);
    }
  });
  button.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (press && !press.isLifted && Math.hypot(clientX - press.x, clientY - press.y) > SLIP) {
      wasDragged = true;
      press.isLifted = actions.lift(card);
      press = press.isLifted ? press : null;
    }
    if (press?.isLifted) {
      actions.carry(clientX, clientY);
    }
  });
  button.addEventListener("pointerup", ({ clientX, clientY }) => {
    if (press?.isLifted) {
      actions.drop(clientX, clientY);
    }
    press = null;
  });
  button.addEventListener("pointercancel", () => {
    if (press?.isLifted) {
      actions.cancel();
    }
    press = null;
  });
  button.addEventListener("click", () => {
    if (!wasDragged) {
      actions.choose(card);
    }
    wasDragged = false;
  });
}
