// The time of the player to move, in words.

import { inWords } from "./elements.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How far away a moment is: `in 3 hours`. @param {number} at  Milliseconds since 1970. */
function howFar(at) {
  const away = at - Date.now();
  const [unit, length] = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([["day", DAY], ["hour", HOUR], ["minute", MINUTE]]).find(
    ([, each]) => Math.abs(away) >= 2 * each,
  ) ?? ["minute", MINUTE];
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" }).format(Math.trunc(away / length), unit);
}

/** @param {{ends: number | null, still: string, out: boolean}} clock @param {string | null} name  Whose time it is; null for one's own. */
export function tellClock(clock, name) {
  const who = name === null ? "You are" : `${name} is`;
  const until = clock.ends === null ? "" : ` until ${inWords(clock.ends)}`;
  if (clock.still === "on vacation") return `${who} on vacation${until}: the clock stands still.`;
  if (clock.still === "gone") return `${who} gone: the clock stands still until somebody takes the seat.`;
  if (clock.still) return "The game is paused: the clock stands still until somebody moves.";
  const ends = clock.ends ?? 0;
  const whose = name === null ? "Your" : `${name}'s`;
  if (ends > Date.now()) return `${whose} time ends ${howFar(ends)}: ${inWords(ends)}.`;
  const yet = name === null ? " A move still counts as long as nobody has claimed." : "";
  return `${whose} time was out at ${inWords(ends)}.${yet}`;
}
