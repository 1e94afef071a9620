/**
 * Runs before a page is drawn, as a plain script and no module: applies the theme, and opens the page in the
 * language that was chosen on this device, so that neither changes before the reader's eyes.
 */
(() => {
  /** @type {{theme?: string, language?: string}} */
  let choices = {};
  try {
    choices = JSON.parse(window.localStorage.getItem("lineworks.settings") ?? "{}") ?? {};
  } catch {
    return;
  }
  const root = document.documentElement;
  if (choices.theme === "light" || choices.theme === "dark") {
    root.dataset.theme = choices.theme;
  }
  const address = new URL(window.location.href);
  const language = choices.language ?? root.lang;
  const isThere = root.dataset.languages?.split(" ").includes(language) ?? false;
  if (language !== root.lang && isThere && !address.searchParams.has("lang")) {
    address.searchParams.set("lang", language);
    window.location.replace(address);
  }
})();
