// Small helpers for the elements of the page.

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} id @param {boolean} shown */
export function show(id, shown) {
  byId(id).hidden = !shown;
}

/** A text as the bot sends it: a string, or spans of words, each with the name of the element that marks it; of `time`,
 *  milliseconds since 1970. @typedef {string | [string, any][]} Words */

/** @param {string} mark @param {any} words */
const inMark = (mark, words) => (mark === "time" ? inWords(words) : words);

/** A text without its marks. @param {Words} words */
export const plain = (words) => (typeof words === "string" ? words : words.map(([mark, part]) => inMark(mark, part)).join(""));

/** Show texts in an element. @param {HTMLElement} element @param {Words[]} texts */
export function write(element, ...texts) {
  const spans = texts.flatMap((words) => (typeof words === "string" ? [/** @type {[string, string]} */ (["", words])] : words));
  element.replaceChildren(
    ...spans.map(([mark, words]) => {
      if (!mark) return words;
      const made = document.createElement(mark);
      made.textContent = inMark(mark, words);
      return made;
    }),
  );
}

/** Fill a list with lines of text. @param {string} id @param {Words[]} lines */
export function fill(id, lines) {
  byId(id).replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement("li");
      write(item, line);
      return item;
    }),
  );
}

/** Have a screen reader say something. @param {Words[]} texts */
export function say(...texts) {
  byId("spoken").textContent = texts.map(plain).join(" ");
}

/** A button. @param {string} label @param {(event: MouseEvent) => void} pressed */
export function makeButton(label, pressed) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", pressed);
  return made;
}

/** The address of a picture. @param {string} png  In base64. */
export function makePicture(png) {
  const bytes = Uint8Array.from(atob(png), (each) => each.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: "image/png" }));
}

/** The picture of a piece or a terrain. @param {string} name */
export function makeSwatch(name) {
  const made = document.createElement("img");
  made.src = `page/swatch/${name}.png`;
  made.alt = "";
  return made;
}

/** A paragraph; lines of its text stay lines. @param {Words} text */
export function makeParagraph(text) {
  const made = document.createElement("p");
  made.className = "lines";
  write(made, text);
  return made;
}

/** A moment in the local format. @param {number} at  Milliseconds since 1970. */
export const inWords = (at) =>
  new Date(at).toLocaleString(undefined, { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
