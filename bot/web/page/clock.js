// The time of the player to move, in words.

import { inWords } from "./elements.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How far away a moment is, rounded as Discord rounds: `in 3 hours`. @param {number} at  Milliseconds since 1970. */
function howFar(at) {
  const away = at - Date.now();
  const [unit, length] = /** @type {[Intl.RelativeTimeFormatUnit, number]} */ (
    Math.abs(away) >= 22 * HOUR ? ["day", DAY] : Math.abs(away) >= 45 * MINUTE ? ["hour", HOUR] : ["minute", MINUTE]
  );
  const rounded = Math.sign(away) * Math.max(1, Math.round(Math.abs(away) / length));
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" }).format(rounded, unit);
}

/** The same in two words: `5 days left`; empty for a clock that is stopped, or has run out. @param {{ends: number | null, still: string}} clock */
export const tellShortly = ({ ends, still }) => (still || (ends ?? 0) <= Date.now() ? "" : `${howFar(ends ?? 0).replace(/^in /, "")} left`);

/** @param {{ends: number | null, still: string, out: boolean}} clock @param {string | null} name  Whose time it is; null for one's own. */
export function tellClock(clock, name) {
  const who = name === null ? "You are" : `${name} is`;
  const until = clock.ends === null ? "" : ` until ${inWords(clock.ends)}`;
  if (clock.still === "on vacation") return `${who} on vacation${until}: the clock is stopped.`;
  if (clock.still === "gone") return `${who} gone: the clock is stopped until somebody takes the seat.`;
  if (clock.still) return "The game is paused: the clock is stopped until somebody moves.";
  const ends = clock.ends ?? 0;
  const whose = name === null ? "Your" : `${name}'s`;
  if (ends > Date.now()) return `${whose} time ends ${howFar(ends)}: ${inWords(ends)}.`;
  const yet = name === null ? " A move still counts as long as nobody has claimed." : "";
  return `${whose} time was up at ${inWords(ends)}.${yet}`;
}
