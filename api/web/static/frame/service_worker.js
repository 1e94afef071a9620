/** Registers the service worker, which keeps pages for when there is no network. */

export function registerServiceWorker() {
  // Browsers have it on https and on localhost only; everything else works without.
  if ("serviceWorker" in navigator) {
    void navigator.serviceWorker.register("/service-worker.js").catch(() => {});
  }
}
