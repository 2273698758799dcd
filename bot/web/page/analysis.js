// The analysis of a finished game: a chart, then one key turn after the other on the board.

import { byId, fill, makePicture, show } from "./elements.js";

/** @typedef {{turn: number, part?: number, line: import("./elements.js").Words, words: import("./elements.js").Words, marked: string[],
 *  compared: string[]}} Moment  Marked: the better move; compared: the played one. */

export class Analysis {
  /** @param {(moment: Moment | null) => void} place  Shows the turn of a moment; null: the newest position. */
  constructor(place) {
    /** @type {Moment[]} */
    this.moments = [];
    /** The number of the moment that is shown; -1 for the chart. */
    this.at = -1;
    const go = (/** @type {number} */ at) => {
      this.at = at;
      this.render();
      place(this.moment);
    };
    byId("next").addEventListener("click", () => go(this.moments[this.at + 1] ? this.at + 1 : -1));
    byId("newest").addEventListener("click", () => go(-1));
  }

  /** The moment that is shown. @returns {Moment | null} */
  get moment() {
    return this.moments[this.at] ?? null;
  }

  /** Show the chart and a line for each moment. @param {{png: string, alt: string, about: string, moments: Moment[]}} told */
  show(told) {
    const image = /** @type {HTMLImageElement} */ (byId("chart"));
    image.onload = () => image.scrollIntoView();
    image.src = makePicture(told.png);
    image.alt = told.alt;
    byId("about").textContent = told.about;
    this.moments = told.moments;
    this.at = -1;
    this.render();
    show("analysis", true);
  }

  render() {
    const { moment } = this;
    show("chart", !moment);
    show("about", !moment);
    fill("moments", moment ? [moment.words] : this.moments.map((each) => each.line));
    show("next", !!this.moments[0]);
    byId("next").textContent = !moment ? "Key turns" : this.moments[this.at + 1] ? "Next key turn" : "Show the chart";
  }
}
