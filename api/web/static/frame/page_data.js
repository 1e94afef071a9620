/** What the server says to the module of a page: JSON in the element `page-data`. */

/**
 * Returns the data of this page. Every page with a module has these, beside its own.
 * @returns {{version: string, language: string, query: string, static: string} & Record<string, any>}
 */
export function pageData() {
  return JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");
}
