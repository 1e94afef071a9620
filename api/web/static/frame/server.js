/** Calls of the service: POST to /v1/<path>, with a JSON document each way. */

/**
 * What came of a call. `unreachable`: nobody answered; `refused`: an answer other than the one asked for, with
 * its problem document where it is one.
 * @typedef {{state: "answered", answer: any}
 *   | {state: "unreachable"}
 *   | {state: "refused", status: number, problem: {title?: string, detail?: string, errors?: {detail: string}[]}}
 * } Reply
 */

/**
 * @param {string} path
 * @param {object} body
 * @param {string} language
 * @param {AbortSignal} [signal] hangs up, which ends the work on the answer
 * @returns {Promise<Reply>}
 */
export async function post(path, body, language, signal) {
  const headers = { "Content-Type": "application/json", "Accept-Language": language };
  return request(`/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/**
 * Deletes what is at a path.
 * @param {string} path
 * @returns {Promise<Reply>}
 */
export async function remove(path) {
  return request(`/v1/${path}`, { method: "DELETE" });
}

/**
 * @param {string} address
 * @returns {Promise<Reply>}
 */
export async function get(address) {
  return request(address, {});
}

/**
 * @param {string} address
 * @param {RequestInit} options
 * @returns {Promise<Reply>}
 */
async function request(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    return { state: "unreachable" };
  }
  // What stands between the page and the service answers so when it cannot reach it.
  if (response.status === 502 || response.status === 504) {
    return { state: "unreachable" };
  }
  const document = await response.json().catch(() => null);
  if (response.ok && document !== null) {
    return { state: "answered", answer: document };
  }
  return { state: "refused", status: response.status, problem: document ?? {} };
}
