// Chips: buttons for choices that have no place on the board.

import { makeSwatch } from "./elements.js";

/** Show more values than this as a menu. */
const MOST = 12;

/** @typedef {import("./choose.js").Question} Question */
/** @typedef {{words: any, swatches: any, choices?: any}} Told
 *  Words and swatches of values, those always shown (a bot of an earlier version names none), and what each is worth or why it is not allowed. */

/** @param {HTMLElement} box @param {Question[]} questions @param {any} chosen @param {Told} told
 *  @param {(part: string, value: string, byKey: boolean) => void} choose @param {(part: string, value: string) => void} refuse */
export function showChips(box, questions, chosen, told, choose, refuse) {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.chip : undefined;
  box.replaceChildren(
    ...questions.flatMap(({ part, noun, values, all }) => {
      if (values.length > MOST) return [makeMenu(part, noun, values, chosen[part], told, choose)];
      const shown = told.choices?.[part] ? Object.keys(told.choices[part]) : all; // each keeps its place throughout a game
      return shown.map((value) =>
        values.includes(value)
          ? makeChip(part, value, chosen[part] === value, told, choose)
          : makeOtherChip(part, value, told, refuse),
      );
    }),
  );
  const again = [...box.children].find((each) => each instanceof HTMLElement && each.dataset.chip === focused);
  if (focused !== undefined && again instanceof HTMLElement) again.focus();
}

/** @param {Told} told @param {string} part @param {string} value @returns {string} */
const inWords = (told, part, value) => told.words[part]?.[value] ?? value;

/** A button with its swatch. @param {string} part @param {string} value @param {Told} told */
function makeBareChip(part, value, told) {
  const made = document.createElement("button");
  made.type = "button";
  const swatch = told.swatches[part]?.[value];
  if (swatch) made.append(makeSwatch(swatch));
  const words = document.createElement("span");
  words.append(inWords(told, part, value));
  const more = told.choices?.[part]?.[value]; // what it is worth, or why it is not allowed
  if (more) {
    const small = document.createElement("small");
    small.append(more);
    words.append(small);
  }
  made.append(words);
  return made;
}

/** @param {string} part @param {string} value @param {boolean} isChosen @param {Told} told
 *  @param {(part: string, value: string, byKey: boolean) => void} choose */
function makeChip(part, value, isChosen, told, choose) {
  const made = makeBareChip(part, value, told);
  made.dataset.chip = `${part} ${value}`;
  made.setAttribute("aria-pressed", String(isChosen));
  made.addEventListener("click", (event) => choose(part, value, event.detail === 0));
  return made;
}

/** A value that is not legal now: a press says why.
 *  @param {string} part @param {string} value @param {Told} told @param {(part: string, value: string) => void} refuse */
function makeOtherChip(part, value, told, refuse) {
  const made = makeBareChip(part, value, told);
  made.ariaDisabled = "true";
  made.addEventListener("click", () => refuse(part, value));
  return made;
}

/** @param {string} part @param {string} noun @param {string[]} values @param {string | undefined} chosen @param {Told} told
 *  @param {(part: string, value: string, byKey: boolean) => void} choose */
function makeMenu(part, noun, values, chosen, told, choose) {
  const made = document.createElement("select");
  made.setAttribute("aria-label", noun);
  made.dataset.chip = part;
  made.append(
    new Option(`Choose ${noun}`, ""),
    ...values.map((value) => new Option(inWords(told, part, value), value, false, value === chosen)),
  );
  made.addEventListener("change", () => made.value && choose(part, made.value, false));
  return made;
}
