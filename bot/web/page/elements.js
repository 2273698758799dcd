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
