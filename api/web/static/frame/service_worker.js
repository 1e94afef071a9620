/** Registers the service worker, which keeps pages for when there is no network: see `service-worker.js`. */

export function registerServiceWorker() {
  // Browsers have it on https and on localhost only; everything else works without.
  if ("serviceWorker" in navigator) {
    void navigator.serviceWorker.register("/service-worker.js").catch(() => {});
  }
}

/**
 * Has the service worker fetch pages that the reader may want when there is no network.
 * @param {readonly string[]} addresses
 */
export async function keepPages(addresses) {
  if ("serviceWorker" in navigator) {
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ keep: addresses });
  }
}
