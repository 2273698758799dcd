// Chips: buttons for choices that have no place on the board.

import { makeButton, makeSwatch } from "./elements.js";

/** Show more values than this as a menu. */
const MOST = 12;

/** @typedef {import("./choose.js").Question} Question */
/** @typedef {{words: any, swatches: any, choices?: any}} Told
 *  Words and swatches of values; those always shown, with what each is worth or why it is not allowed. */

/** @param {HTMLElement} box @param {Question[]} questions @param {any} chosen @param {Told} told
 *  @param {(part: string, value: string, byKey: boolean) => void} choose @param {(part: string, value: string) => void} refuse */
export function showChips(box, questions, chosen, told, choose, refuse) {
  const focused = document.activeElement?.getAttribute("data-chip");
  box.replaceChildren(
    ...questions.flatMap(({ part, noun, values, all }) => {
      if (values.length > MOST) return [makeMenu(part, noun, values, chosen[part], told, choose)];
      const shown = told.choices?.[part] ? Object.keys(told.choices[part]) : all; // each keeps its place throughout a game
      return shown.map((value) => {
        const about = told.choices?.[part]?.[value] ?? ""; // what it is worth, or why it is not allowed
        if (!values.includes(value)) {
          const barred = makeChip(part, value, told, all.includes(value) ? about && "not here" : about, () => refuse(part, value));
          barred.ariaDisabled = "true"; // a press says why
          return barred;
        }
        const made = makeChip(part, value, told, about, (event) => choose(part, value, event.detail === 0));
        made.dataset.chip = `${part} ${value}`;
        made.setAttribute("aria-pressed", String(chosen[part] === value));
        return made;
      });
    }),
  );
  if (focused) /** @type {HTMLElement | null} */ (box.querySelector(`[data-chip="${focused}"]`))?.focus();
}

/** @param {Told} told @param {string} part @param {string} value @returns {string} */
const inWords = (told, part, value) => told.words[part]?.[value] ?? value;

/** A button with its swatch. @param {string} part @param {string} value @param {Told} told @param {string} about
 *  @param {(event: MouseEvent) => void} pressed */
function makeChip(part, value, told, about, pressed) {
  const made = makeButton("", pressed);
  const swatch = told.swatches[part]?.[value];
  if (swatch) made.append(makeSwatch(swatch));
  const words = document.createElement("span");
  words.append(inWords(told, part, value));
  if (about) {
    const small = document.createElement("small");
    small.append(about);
    words.append(small);
  }
  made.append(words);
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
