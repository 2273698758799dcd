// Looking through the game: a slider and arrow keys step through every turn; at the end of the slider the page is live.

import { Refused, get, getPicture, untilAnswered } from "./bot.js";
import { byId, makeButton, say, show, write } from "./elements.js";

/** @typedef {{turn: number, words: import("./elements.js").Words, alt: string, targets: any[], shares: [string, number | null][] | null, source: string}} Turn */

/** Maximum number of cached pictures of turns. */
const KEPT = 60;

export class Turns {
  /** @param {(turn: Turn | null) => Promise<void>} place  Shows an earlier turn; null: the newest position.
   *  @param {(error: Refused) => void} closed  The page may show no more. @param {() => void} waits */
  constructor(place, closed, waits) {
    this.place = place;
    this.closed = closed;
    this.waits = waits;
    this.version = -1;
    this.part = 0;
    this.last = 0;
    /** @type {number | null} The requested turn; null: the newest position. */
    this.at = null;
    /** The position that is shown, as in `wanted`. */
    this.shown = this.wanted;
    /** The turns requested so far are shown. */
    this.following = Promise.resolve();
    /** @type {Turn | null} The data of the shown turn. */
    this.turn = null;
    /** @type {[string, number | null][] | null} */
    this.shares = null;
    /** @type {Map<number, Turn>} */
    this.kept = new Map();
    this.slider = /** @type {HTMLInputElement} */ (byId("turn"));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    byId("earlier").addEventListener("click", () => this.step(-1));
    byId("later").addEventListener("click", () => this.step(1));
    document.addEventListener("keydown", (event) => this.hear(event));
  }

  /** The game has gone on, or not. @param {number} version @param {number} last @param {[string, number | null][] | null} shares */
  update(version, last, shares) {
    const isAnalysed = !shares !== !this.shares; // turns that were loaded before have no chances
    if (version !== this.version || isAnalysed) this.forget();
    if (isAnalysed && this.at !== null) this.shown = "";
    this.version = version;
    this.last = last;
    this.shares = shares;
    if (this.at !== null && this.at >= last && !this.part) this.at = null;
    this.render();
    this.follow();
  }

  forget() {
    for (const turn of this.kept.values()) URL.revokeObjectURL(turn.source);
    this.kept.clear();
  }

  /** Step to another turn, or to the end of the turn of which a part is shown. @param {number} by */
  step(by) {
    this.go((this.at ?? this.last) + (this.part && by > 0 ? 0 : by));
  }

  /** Return once the turn is shown. @param {number} turn @param {number} [part]  The version up to which it is shown. */
  go(turn, part = 0) {
    this.part = part;
    this.at = turn >= this.last && !part ? null : Math.max(0, turn);
    this.render();
    return this.follow();
  }

  /** Arrow keys step through the game; on the board they move from square to square. @param {KeyboardEvent} event */
  hear(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const there = event.target instanceof Element && event.target.closest("#targets, input, select, textarea, dialog");
    const isTrying = document.documentElement.hasAttribute("data-trying");
    if (by === undefined || there || isTrying || event.altKey || event.ctrlKey || event.metaKey || !this.last) return;
    event.preventDefault();
    this.step(by);
  }

  /** The requested position: the turn, and the version up to which it is shown. */
  get wanted() {
    return `${this.at} ${this.part}`;
  }

  /** Return once what is requested is shown. */
  follow() {
    const showRequested = () => this.showRequested();
    this.following = this.following.then(showRequested, showRequested);
    return this.following;
  }

  /** Show the requested turns one after the other, skipping those no longer requested. */
  async showRequested() {
    try {
      while (this.shown !== this.wanted) {
        const { at, wanted } = this;
        const turn = at === null ? null : await untilAnswered(() => this.load(at), this.waits);
        if (this.wanted !== wanted) continue;
        await this.place(turn);
        this.shown = wanted;
        this.turn = turn;
        this.render();
        if (!byId("seen").hidden) say(byId("seen").textContent || "The newest position.");
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 401 || error.status === 403) return this.closed(error);
      this.at = null;
      this.part = 0;
      await this.place(null);
      this.shown = this.wanted;
      this.render();
      say(error.message);
    }
  }

  /** @param {number} at @returns {Promise<Turn>} */
  async load(at) {
    const version = this.part || this.version;
    const found = !this.part && this.kept.get(at);
    if (found) return found;
    const where = `?version=${version}&turn=${at}`;
    const told = await get(`api/turn${where}`);
    const turn = { ...told, source: (await getPicture(`api/turn/picture${where}`)).source };
    if (version === this.version) this.keep(at, turn);
    return turn;
  }

  /** @param {number} at @param {Turn} turn */
  keep(at, turn) {
    this.kept.set(at, turn);
    if (this.kept.size <= KEPT) return;
    const [first, oldest] = /** @type {[number, Turn]} */ (this.kept.entries().next().value);
    URL.revokeObjectURL(oldest.source);
    this.kept.delete(first);
  }

  /** Show the position in the game, and the events of the turn once it is shown. */
  render() {
    const turn = this.turn?.turn === this.at ? this.turn : null;
    const at = this.at ?? this.last;
    const name = at ? `Turn ${at} of ${this.last}` : "The start";
    show("turns", this.last > 0);
    show("newest", this.at !== null);
    this.slider.max = String(this.last);
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", this.at === null ? `${name}, the newest` : name);
    /** @type {HTMLButtonElement} */ (byId("earlier")).disabled = at === 0;
    /** @type {HTMLButtonElement} */ (byId("later")).disabled = at === this.last && !this.part;
    write(byId("seen"), ...(this.at === null ? [] : [name, ...(turn && at ? [": ", turn.words] : [])]));
    this.showShares(this.at === null ? this.shares : (turn?.shares ?? null));
  }

  /** @param {[string, number | null][] | null} shares */
  showShares(shares) {
    const rows = (shares ?? []).map(([words, percent]) => {
      const row = document.createElement("li");
      row.append(words);
      if (percent === null) return row;
      const bar = document.createElement("meter");
      bar.max = 100;
      bar.value = percent;
      bar.setAttribute("aria-hidden", "true");
      row.append(bar);
      return row;
    });
    byId("shares").replaceChildren(...rows);
  }
}

/** The button that shows the whole game as a moving picture, and hides it. */
export function offerFilm() {
  const image = document.createElement("img");
  image.hidden = true;
  const button = makeButton("Replay", async () => {
    let label = "Replay";
    button.disabled = true;
    button.textContent = "Loading …";
    try {
      if (image.hidden) {
        image.alt = (await untilAnswered(() => get("api/film"))).alt;
        URL.revokeObjectURL(image.src);
        image.src = (await untilAnswered(() => getPicture("api/film/picture"))).source;
        label = "Hide the replay";
      }
      image.hidden = !image.hidden;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(error.message);
      label = error.message;
    } finally {
      button.textContent = label;
      button.disabled = false;
    }
  });
  byId("film").append(button, image);
}
