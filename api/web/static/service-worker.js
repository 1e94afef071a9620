/**
 * The service worker: what has been opened works without a network, and so do the puzzles of those days.
 *
 * The server puts a line before this one: SITE, with the version, the addresses of all files of that version, and
 * that of the page for what is not kept. Files are taken from the cache, as their addresses change with their
 * content. Pages and records come from the network where there is one, and then are kept; after a while without an
 * answer the kept one serves. A new version is fetched as a whole before it takes over, and it takes over when no
 * page of the old one is open any more. A page that an old version kept gets the files of the new one.
 *
 * It is no module, as not every browser takes modules here.
 */

(() => {
  /**
   * @typedef {object} LifeEvent
   * @property {(work: Promise<unknown>) => void} waitUntil
   *
   * @typedef {LifeEvent & {data: unknown}} WorkerMessage
   * @typedef {LifeEvent & {request: Request, respondWith: (response: Promise<Response>) => void}} Fetch
   *
   * @typedef {object} Worker
   * @property {{version: string, files: string[], offline: string}} SITE
   * @property {{claim: () => Promise<void>}} clients
   * @property {((event: LifeEvent) => void) | null} oninstall
   * @property {((event: LifeEvent) => void) | null} onactivate
   * @property {((event: WorkerMessage) => void) | null} onmessage
   * @property {((event: Fetch) => void) | null} onfetch
   */

  const worker = /** @type {Worker} */ (/** @type {unknown} */ (self));
  const { version, files, offline } = worker.SITE;
  const FILES = `lineworks-files-${version}`;
  const PAGES = "lineworks-pages";
  const STATIC = /^\/static\/[^/]+\//;
  // Reads that are worth keeping beside pages: records, drawings, icons. Jobs and health are not.
  const KEPT = /^\/(v1\/(puzzles|daily|archive|kinds)|p\/|rules\/|favicon|manifest)/;
  // How many pages and records are kept, and for how many milliseconds the network may keep a reader waiting.
  const MOST_PAGES = 600;
  const PATIENCE = 4000;
  // Whatever language or encoding a browser asks for: what is kept was fetched by the same browser.
  const ANY = { ignoreVary: true };

  worker.oninstall = (event) => event.waitUntil(install());
  worker.onactivate = (event) => event.waitUntil(activate());
  worker.onmessage = (event) => event.waitUntil(keepAll(event.data));
  worker.onfetch = (event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (request.method !== "GET" || address.origin !== location.origin) {
      return;
    }
    if (STATIC.test(address.pathname)) {
      event.respondWith(file(request, address));
    } else if (request.mode === "navigate" || KEPT.test(address.pathname)) {
      event.respondWith(page(request, event));
    }
  };

  async function install() {
    const cache = await caches.open(FILES);
    await cache.addAll(files);
    await (await caches.open(PAGES)).add(new Request(offline, { cache: "reload" }));
  }

  async function activate() {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("lineworks-files-") && name !== FILES);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  }

  /**
   * Answers a request for a file: the kept one, or the one that there is now.
   * @param {Request} request
   * @param {URL} address
   */
  async function file(request, address) {
    const cache = await caches.open(FILES);
    const kept = await cache.match(request, ANY);
    if (kept) {
      return kept;
    }
    try {
      return await fetch(request);
    } catch (error) {
      const current = await cache.match(address.pathname.replace(STATIC, `/static/${version}/`), ANY);
      if (current) {
        return current;
      }
      throw error;
    }
  }

  /**
   * Answers a request for a page or a record.
   * @param {Request} request
   * @param {Fetch} event
   * @returns {Promise<Response>}
   */
  async function page(request, event) {
    const cache = await caches.open(PAGES);
    const fetched = fetchAndKeep(request, cache);
    event.waitUntil(fetched.catch(() => {}));
    const kept = await cache.match(request, ANY);
    try {
      return await (kept ? Promise.race([fetched, failAfter(PATIENCE)]) : fetched);
    } catch (error) {
      // A page in another language, or of another day, is better than none.
      const other = kept ?? (await cache.match(request, { ...ANY, ignoreSearch: true }));
      const last = request.mode === "navigate" ? await cache.match(offline, ANY) : undefined;
      const response = other ?? last;
      if (response) {
        return response;
      }
      throw error;
    }
  }

  /**
   * @param {Request} request
   * @param {Cache} cache
   */
  async function fetchAndKeep(request, cache) {
    const response = await fetch(request);
    if (response.ok && response.type === "basic") {
      await put(cache, request, response.clone());
    }
    return response;
  }

  /**
   * Keeps a response as the newest, and drops the oldest of too many.
   * @param {Cache} cache
   * @param {Request} request
   * @param {Response} response
   */
  async function put(cache, request, response) {
    try {
      // A response replaces what is kept only when it is there as a whole: the network may go away halfway.
      const { status, statusText, headers } = response;
      const whole = new Response(await response.blob(), { status, statusText, headers });
      await cache.delete(request, ANY);
      await cache.put(request, whole);
      const all = await cache.keys();
      const isDropped = (/** @type {Request} */ kept) => new URL(kept.url).pathname !== offline.split("?")[0];
      const old = all.slice(0, Math.max(0, all.length - MOST_PAGES)).filter(isDropped);
      await Promise.all(old.map((kept) => cache.delete(kept)));
    } catch {
      // The device is full: then it is not kept.
    }
  }

  /**
   * Fetches pages that are not kept yet, one after another, as nobody waits for them.
   * @param {unknown} message
   */
  async function keepAll(message) {
    const addresses = /** @type {{keep?: unknown} | null} */ (message)?.keep;
    if (!Array.isArray(addresses)) {
      return;
    }
    const cache = await caches.open(PAGES);
    for (const address of addresses.map((text) => new URL(String(text), location.href))) {
      const isOurs = address.origin === location.origin && !STATIC.test(address.pathname);
      if (isOurs && !(await cache.match(address.href, ANY))) {
        await fetchAndKeep(new Request(address.href), cache).catch(() => {});
      }
    }
  }

  /**
   * @param {number} milliseconds
   * @returns {Promise<never>}
   */
  function failAfter(milliseconds) {
    return new Promise((_, reject) => {
      setTimeout(() => reject(new Error("the network is slow")), milliseconds);
    });
  }
})();
