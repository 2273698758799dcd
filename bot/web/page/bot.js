// Requests of the page to the bot. The token is stored for this tab alone and never appears in an address.

const TOKEN = "token";
/** The kind of page that the token opens: `game`, or `learning` for a puzzle or lesson. */
const ABOUT = "about";

import { plain } from "./elements.js";

/** An answer that refuses a request, with the reason. */
export class Refused extends Error {
  /** @param {number} status @param {import("./elements.js").Words} words */
  constructor(status, words) {
    super(plain(words));
    this.status = status;
    this.words = words;
  }

  /** Whether the same request may succeed a little later. */
  get isTemporary() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Take the ticket out of the address and exchange it for a token; a tab that has a token needs none. Returns whether there was one. */
export async function enter() {
  const ticket = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  if (!ticket) {
    if (sessionStorage.getItem(TOKEN) === null) {
      throw new Refused(401, "Press “Open the board” in Discord for a link.");
    }
    return false;
  }
  const key = await untilAnswered(() => send("api/key", { ticket }));
  sessionStorage.setItem(TOKEN, key.token);
  sessionStorage.setItem(ABOUT, key.about);
  return true;
}

/** Repeat a request, with pauses, while the bot is away. @template T @param {() => Promise<T>} ask @param {() => void} [waits]
 *  @returns {Promise<T>} */
export async function untilAnswered(ask, waits = () => {}) {
  for (let pause = 500; ; pause = Math.min(2 * pause, 8000)) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused) || !error.isTemporary) throw error;
      waits();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** @param {string} address @param {RequestInit} options */
async function ask(address, options) {
  const token = sessionStorage.getItem(TOKEN);
  const headers = { ...options.headers, ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
  let answer;
  try {
    const path = sessionStorage.getItem(ABOUT) === "learning" ? address.replace(/^api\/(?!key)/, "api/learning/") : address;
    answer = await fetch(path, { ...options, headers, credentials: "omit", cache: "no-store" });
  } catch {
    throw new Refused(0, "The bot cannot be reached.");
  }
  if (answer.ok) return answer;
  let words = "The bot does not answer. Reload to try again.";
  try {
    words = (await answer.json()).error;
  } catch {
    // a proxy has answered instead of the bot
  }
  throw new Refused(answer.status, words);
}

/** @param {string} address @returns {Promise<any>} */
export const get = async (address) => {
  const answer = await ask(address, {});
  return answer.status === 204 ? null : answer.json();
};

/** @param {string} address @param {object} body @returns {Promise<any>} */
export const send = async (address, body) =>
  (await ask(address, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } })).json();

/** A picture as an address for an image element, and the version of the game that it shows.
 *  @param {string} address @returns {Promise<{source: string, version: number}>} */
export const getPicture = async (address) => {
  const answer = await ask(address, {});
  return { source: URL.createObjectURL(await answer.blob()), version: Number(answer.headers.get("X-Version")) };
};

/** A number for one press: sent twice, it is carried out once. */
export const once = () => 1 + Math.floor(Math.random() * (Number.MAX_SAFE_INTEGER - 1));
