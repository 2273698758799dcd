// The rules of the game, which the page loads when they are opened.

import { Refused, get, getPicture, untilAnswered } from "./bot.js";
import { byId, makeParagraph } from "./elements.js";

const details = /** @type {HTMLDetailsElement} */ (byId("rules"));
let isLoaded = false;

details.addEventListener("toggle", async () => {
  if (!details.open || isLoaded) return;
  isLoaded = true;
  const guide = byId("guide");
  const wait = makeParagraph("One moment …");
  guide.replaceChildren(wait);
  try {
    const told = await untilAnswered(() => get("api/rules"));
    const picture = await untilAnswered(() => getPicture("api/rules/picture"));
    const image = document.createElement("img");
    image.alt = told.alt;
    image.src = picture.source;
    const parts = told.parts.flatMap((/** @type {[string, import("./elements.js").Words]} */ [title, words]) => {
      const heading = document.createElement("h2");
      heading.textContent = title;
      return [heading, makeParagraph(words)];
    });
    guide.replaceChildren(makeParagraph(told.summary), image, ...parts);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    isLoaded = false;
    wait.textContent = error.message;
  }
});
