// Trying lines: future moves without playing them. The bot lists the legal moves after each and draws the position.

import { send } from "./bot.js";
import { makeChoice } from "./choose.js";
import { byId, makeButton, makePicture, plain, show } from "./elements.js";

/** @typedef {{told: any, source: string, choice: import("./choose.js").MoveChoice | import("./choose.js").TurnChoice | null}} Position */

/** The line tried in this tab, stored so that it is restored when the page is reloaded. */
const TRIED = "tried";

/** Texts for the states of a saved line. @type {Record<string, string>} */
const STATES = { ahead: "Tried: ", earlier: "Tried from an earlier turn: ", played: "Played in the game: " };

export class Trying {
  /** @param {() => void} shown  Something else is to be shown. */
  constructor(shown) {
    this.shown = shown;
    /** The shown position; null while nothing is tried. @type {Position | null} */
    this.position = null;
  }

  get isOn() {
    return this.position !== null;
  }

  get told() {
    return this.position?.told ?? null;
  }

  get choice() {
    return this.position?.choice ?? null;
  }

  /** Fetch the result of a line, and show it. @param {number} version @param {string[]} line */
  async ask(version, line) {
    const told = await send("api/try", { version, line });
    const source = makePicture(told.png);
    this.forget();
    this.position = { told: { ...told, png: "" }, source, choice: told.moves.length ? makeChoice(told) : null };
    this.show();
  }

  /** The text of an entry is tried next. @param {string} text */
  play(text) {
    return this.ask(this.told.version, [...this.told.line, text]);
  }

  forget() {
    URL.revokeObjectURL(this.position?.source ?? "");
    this.position = null;
  }

  end() {
    this.forget();
    this.show();
  }

  show() {
    const told = this.told;
    if (told === null) sessionStorage.removeItem(TRIED);
    else sessionStorage.setItem(TRIED, JSON.stringify([told.version, told.line]));
    show("trying", this.isOn);
    document.documentElement.toggleAttribute("data-trying", this.isOn);
    if (told !== null) {
      const ahead = told.ahead === 1 ? "1 move ahead" : `${told.ahead} moves ahead`;
      const from = told.earlier ? " from an earlier turn" : "";
      byId("tried").textContent = `Trying${from}: ${told.line.length ? ahead : "no move yet"}. Nothing is played. ${told.says}`;
      /** @type {HTMLButtonElement} */ (byId("try-back")).disabled = !told.line.length;
      /** @type {HTMLButtonElement} */ (byId("try-keep")).disabled = !told.line.length;
      show("try-premove", told.premove);
    }
    this.shown();
  }
}

/** The line tried in this tab when the page was left; null if none. @returns {[number, string[]] | null} */
export const findTried = () => JSON.parse(sessionStorage.getItem(TRIED) ?? "null");

/** Forget the tried line: the page is for another game now. */
export const forgetTried = () => sessionStorage.removeItem(TRIED);

/** @typedef {{id: number, version: number, line: string[], words: import("./elements.js").Words, state: string}} Line */

/** Show the saved lines. @param {Line[]} lines @param {((line: Line) => void) | null} open @param {(line: Line) => void} remove */
export function showLines(lines, open, remove) {
  list(
    "kept",
    lines.map((line) => [
      (STATES[line.state] ?? "") + plain(line.words),
      ...(line.state === "played" || open === null ? [] : [makeButton("Show", () => open(line))]),
      makeButton("Delete", () => remove(line)),
    ]),
  );
}

/** Show the premoves that are set. @param {{words: import("./elements.js").Words, line: string[]}[]} premoves @param {(line: string[]) => void} remove */
export function showPremoves(premoves, remove) {
  list("set", premoves.map((each) => [plain(each.words), makeButton("Delete", () => remove(each.line))]));
  show("premoves", premoves.length > 0);
}

/** @param {string} id @param {(string | HTMLButtonElement)[][]} rows */
function list(id, rows) {
  const had = byId(id).contains(document.activeElement);
  byId(id).replaceChildren(
    ...rows.map(([words, ...buttons], number) => {
      const row = document.createElement("li");
      const told = document.createElement("span");
      told.id = `${id}-${number}`;
      told.append(words);
      for (const button of buttons) /** @type {HTMLElement} */ (button).setAttribute("aria-describedby", told.id);
      row.append(told, ...buttons);
      return row;
    }),
  );
  if (!had) return;
  const next = byId(id).querySelector("button") ?? byId("try");
  next.focus();
}

/** Save the tried line. @param {Trying} trying @returns {Promise<Line[]>} */
export const keepLine = async ({ told: { version, line } }) => (await send("api/try/keep", { version, line })).lines;

/** @param {Line} line @returns {Promise<Line[]>} */
export const deleteLine = async (line) => (await send("api/try/delete", { id: line.id })).lines;
