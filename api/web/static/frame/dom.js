/** Makes elements. Text only ever becomes text: there is no way here to have it read as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Attributes by name. True is an attribute without a value; null, undefined and false leave it out; a function
 * is called at the event that the name says after `on`.
 * @typedef {Readonly<Record<string, string | number | boolean | null | undefined | ((event: any) => void)>>} Attributes
 * @typedef {Node | string | null | undefined | false} Child
 */

/**
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[N]}
 */
export function element(name, attributes = {}, ...children) {
  return complete(document.createElement(name), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} N
 * @param {N} name
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[N]}
 */
export function svgElement(name, attributes = {}, ...children) {
  return complete(document.createElementNS(SVG, name), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} target
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function complete(target, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      target.addEventListener(name.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      target.setAttribute(name, value === true ? "" : String(value));
    }
  }
  target.append(...present(children));
  return target;
}

/**
 * Replaces what is in an element.
 * @param {Element} target
 * @param {Child[]} children
 */
export function fill(target, ...children) {
  target.replaceChildren(...present(children));
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  return /** @type {(Node | string)[]} */ (children.filter((child) => child));
}
