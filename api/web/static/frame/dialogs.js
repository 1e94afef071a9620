/** Dialogs: a sheet from below on a phone, a window in the middle of a large screen. */

import { element } from "./dom.js";
import { icon } from "./icons.js";

/**
 * Opens a dialog, which is gone when it is closed.
 * @param {string} title
 * @param {string} closeText
 * @param {Node[]} content
 * @param {string} look a class
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, closeText, content, look = "") {
  const dialog = element("dialog", { class: `sheet ${look}`.trim(), "aria-labelledby": "dialog-title" });
  const onclick = () => dialog.close();
  const close = element("button", { type: "button", class: "dialog-close", "aria-label": closeText, onclick });
  close.append(icon("close"));
  dialog.append(
    element("div", { class: "sheet-head" }, element("h2", { id: "dialog-title" }, title), close),
    element("div", { class: "sheet-body" }, ...content),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    // What is clicked in the dialog is its content; the dialog itself is also all that is around it.
    if (event.target === dialog) {
      dialog.close();
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks a question. Calls `confirmed` when it is answered with yes.
 * @param {{title: string, question: string, yes: string, no: string}} texts
 * @param {() => void} confirmed
 */
export function confirm({ title, question, yes, no }, confirmed) {
  const agree = element("button", { type: "button", class: "button main" }, yes);
  const refuse = element("button", { type: "button", class: "button" }, no);
  const buttons = element("div", { class: "sheet-actions" }, refuse, agree);
  const dialog = openDialog(title, no, [element("p", {}, question), buttons]);
  refuse.addEventListener("click", () => dialog.close());
  agree.addEventListener("click", () => {
    dialog.close();
    confirmed();
  });
}
