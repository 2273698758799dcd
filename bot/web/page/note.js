// The private note about the game: read and written by this member alone.

import { Refused, send, untilAnswered } from "./bot.js";
import { byId, say } from "./elements.js";

const text = /** @type {HTMLTextAreaElement} */ (byId("note-text"));
const save = /** @type {HTMLButtonElement} */ (byId("note-save"));
/** The note as stored by the bot. */
let stored = "";

function showState() {
  const isSaved = text.value.trim() === stored;
  save.disabled = isSaved;
  byId("note-state").textContent = isSaved ? (stored ? "Saved." : "") : "Not saved yet.";
  byId("note-title").textContent = stored ? `My note: ${stored.split("\n")[0]}` : "My note";
}

/** Show the stored note, unless the member is typing. @param {string} note */
export function showNote(note) {
  if (text.value.trim() === stored) text.value = note;
  stored = note;
  showState();
}

text.addEventListener("input", showState);
/** Save what is written. Returns whether it is stored. */
export async function saveNote() {
  const written = text.value;
  if (written.trim() === stored) return true;
  save.disabled = true;
  byId("note-state").textContent = "One moment …";
  try {
    stored = (await untilAnswered(() => send("api/note", { text: written }))).note;
    showState();
    say("Your note is saved.");
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    save.disabled = false;
    byId("note-state").textContent = error.message;
    say(error.message);
    return false;
  }
}

save.addEventListener("click", saveNote);
