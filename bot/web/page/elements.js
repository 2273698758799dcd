// Small helpers for the elements of the page.

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} id @param {boolean} shown */
export function show(id, shown) {
  byId(id).hidden = !shown;
}

/** Fill a list with lines of text. @param {string} id @param {string[]} lines */
export function fill(id, lines) {
  byId(id).replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );
}

/** Have a screen reader say something. @param {string} sentence */
export function say(sentence) {
  byId("spoken").textContent = sentence;
}

/** A button. @param {string} label @param {() => void} pressed */
export function makeButton(label, pressed) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", pressed);
  return made;
}

/** A paragraph; lines of its text stay lines. @param {string} text */
export function makeParagraph(text) {
  const made = document.createElement("p");
  made.className = "lines";
  made.textContent = text;
  return made;
}

/** A moment as people here write it. @param {number} at  Milliseconds since 1970. */
export const inWords = (at) =>
  new Date(at).toLocaleString(undefined, { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
