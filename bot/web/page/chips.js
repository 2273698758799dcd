// Chips: what is chosen by words, since it has no place on the board.

/** Show more values than this as a menu. */
const MOST = 12;

/** @typedef {import("./choose.js").Question} Question */

/** @param {HTMLElement} box @param {Question[]} questions @param {any} chosen @param {(part: string, value: string) => string} inWords
 *  @param {(part: string, value: string) => void} choose */
export function showChips(box, questions, chosen, inWords, choose) {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.chip : undefined;
  box.replaceChildren(
    ...questions.flatMap((question) =>
      question.values.length > MOST
        ? [menu(question, chosen[question.part], inWords, choose)]
        : question.values.map((value) => chip(question.part, value, chosen[question.part] === value, inWords, choose)),
    ),
  );
  const again = [...box.children].find((each) => each instanceof HTMLElement && each.dataset.chip === focused);
  if (focused !== undefined && again instanceof HTMLElement) again.focus();
}

/** @param {string} part @param {string} value @param {boolean} isChosen @param {(part: string, value: string) => string} inWords
 *  @param {(part: string, value: string) => void} choose */
function chip(part, value, isChosen, inWords, choose) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = inWords(part, value);
  made.dataset.chip = `${part} ${value}`;
  made.setAttribute("aria-pressed", String(isChosen));
  made.addEventListener("click", () => choose(part, value));
  return made;
}

/** @param {Question} question @param {string | undefined} chosen @param {(part: string, value: string) => string} inWords
 *  @param {(part: string, value: string) => void} choose */
function menu(question, chosen, inWords, choose) {
  const made = document.createElement("select");
  made.setAttribute("aria-label", question.noun);
  made.dataset.chip = question.part;
  made.append(
    new Option(`Choose ${question.noun}`, ""),
    ...question.values.map((value) => new Option(inWords(question.part, value), value, false, value === chosen)),
  );
  made.addEventListener("change", () => made.value && choose(question.part, made.value));
  return made;
}
