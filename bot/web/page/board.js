// The page of one game: shows how it stands, lets its player choose and play, and hears of what others do.

import { Refused, enter, get, getPicture, once, send, untilAnswered } from "./bot.js";
import { MoveChoice, TurnChoice, makeChoice } from "./choose.js";
import { Targets } from "./targets.js";
import { Turns, offerFilm } from "./turns.js";
import { showChips } from "./chips.js";
import { tellClock } from "./clock.js";
import { byId, fill, makeParagraph, plain, say, show, write } from "./elements.js";
import { showNote } from "./note.js";
import { isSure, showAsked, showOffers } from "./offers.js";
import "./rules.js";
import { Trying, deleteLine, findTried, forgetTried, keepLine, showLines, showPremoves } from "./trying.js";

const AWAY = "The bot is away. The page waits, and goes on by itself.";
/** Milliseconds after which the page says that it is still waiting for what was pressed. */
const SLOW = 400;
const PATIENCE = "One moment …";

/** What the bot has told last of the game. @type {any} */
let game = null;
/** What is chosen; null for whoever is not to move. @type {MoveChoice | TurnChoice | null} */
let choice = null;
/** A move is on its way. */
let sending = false;
/** Where the picture of the newest position is. */
let newest = "";
/** The places that a hint points out. @type {string[]} */
let marked = [];
/** The earlier turn that is shown; null for the newest position. @type {import("./turns.js").Turn | null} */
let turn = null;
/** The last time that the game was shown. @type {Promise<void>} */
let shown = Promise.resolve();

const targets = new Targets(byId("frame"), byId("board"), byId("targets"), (wanted, name) => tap(wanted, name));

const turns = new Turns(
  (wanted) => (shown = shown.then(() => place(wanted), () => place(wanted))),
  (error) => end(error),
  sayAway,
);

const trying = new Trying(() => {
  showAround();
  shown = shown.then(() => place(turn), () => place(turn));
});

/** What may be chosen from at the moment; null while nothing may. */
const active = () => (turn !== null ? null : trying.isOn ? trying.choice : choice);

/** @typedef {import("./elements.js").Words} Words */

/** @param {Words} words @param {"" | "waits" | "refused"} kind */
function setStatus(words, kind = "") {
  const status = byId("status");
  write(status, words);
  status.className = kind;
}

/** Say that the page waits for the bot. */
function sayAway() {
  setStatus(AWAY, "waits");
}

/** @param {Record<string, string>[]} wanted @param {string} name */
function tap(wanted, name) {
  const open = active();
  if (open === null || sending) return;
  const done = open.choose(wanted);
  showChoice();
  if (!done) say(`${name}: no move there.`);
  else if (trying.isOn && trying.told.chance) tryMove();
  else if (open.move) say(`Chosen: ${inShort(open.move.say)}. Press ${trying.isOn ? "Try" : "Play"}.`);
  else {
    say(byId("question").textContent ?? "");
    if (byId("chips").childElementCount) byId("choosing").scrollIntoView({ block: "nearest" }); // out from behind the bar
  }
}

/** Words of a value of a part. @param {string} part @param {string} value @returns {string} */
const inWords = (part, value) => (trying.told ?? game).words?.[part]?.[value] ?? value;

/** A move without the text that is typed for it, where the words say the same: `C4 F · forest on C4`. @param {string} words */
function inShort(words) {
  const [typed, ...rest] = words.split(" · ");
  const said = rest.join(" · ");
  const isSaid = typed.split(" ").every((each) => said.split(/[ ,]+/).some((word) => word.toLowerCase().startsWith(each.toLowerCase())));
  return isSaid ? said : words;
}

function showChoice() {
  byId("board").ariaBusy = String(sending);
  const open = active();
  const verb = trying.isOn ? "Try" : "Play";
  show("choosing", open !== null);
  show("bar", open !== null);
  targets.show(open, (part, value) => inWords(part, value));
  if (open === null) return;
  const move = open.move;
  const questions = open.questions();
  const next = questions.find((each) => !(each.part in open.chosen));
  const task = open instanceof TurnChoice ? `${open.left} of ${open.plan.budget} left. Tap plots, then ${verb}.` : "Tap the board.";
  const asked = next ? `Choose ${next.noun}${targets.areOpen ? ", or tap the board" : ""}.` : task;
  byId("question").textContent = move && !(open instanceof TurnChoice) ? `Chosen: ${inShort(move.say)}.` : asked;
  showChips(byId("chips"), questions, open.chosen, inWords, (part, value) => tap([{ [part]: value }], inWords(part, value)));
  const play = /** @type {HTMLButtonElement} */ (byId("play"));
  play.disabled = move === null || sending;
  play.textContent = move === null ? verb : `${verb}: ${inShort(move.say)}`;
  for (const id of ["undo", "clear"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = open.isEmpty || sending;
}

/** Show what is told beside the board: of what is tried, else of the game. */
function showAround() {
  const told = trying.told ?? game;
  if (told === null) return;
  fill("news", told.news);
  fill("scores", told.scores.map((/** @type {any} */ each) => `${each.name}: ${each.words}${each.out ? " (out)" : ""}`));
}

/** Show a position: an earlier turn, or the newest one. @param {import("./turns.js").Turn | null} wanted */
async function place(wanted) {
  if (game === null) return;
  turn = wanted;
  byId("board").dataset.turn = wanted ? String(wanted.turn) : "";
  if (wanted) await targets.setPicture(wanted.source, wanted.alt, wanted.targets);
  else if (trying.isOn) await targets.setPicture(trying.position.source, trying.told.alt, trying.told.targets);
  else await targets.setPicture(newest, game.alt, game.targets);
  targets.mark(wanted || trying.isOn ? [] : marked);
  for (const id of ["since", "standing"]) show(id, wanted === null); // they tell of the newest position
  showChoice();
}

/** Ask how the game stands and show it: one after the other, so that nothing older is shown over something newer. */
function showGame() {
  shown = shown.then(loadGame, loadGame);
  return shown;
}

async function loadGame() {
  const told = await get("api/game");
  showNote(told.note);
  showKept(told.lines, told.tries);
  showPremoves(told.premoves, (line) => act("api/premove/delete", { line, version: game.version }));
  if (game !== null && game.stand === told.stand && game.picture === told.picture) {
    setStatus(game.says);
    return;
  }
  const drawn = game?.picture === told.picture ? null : await getPicture("api/picture");
  if (drawn && drawn.version !== told.version) return loadGame(); // somebody has played in between
  const moved = game !== null && game.version !== told.version;
  if (moved && choice !== null && !choice.isEmpty) say("The game has moved on, so nothing is chosen any more.");
  const first = game === null || moved || !told.yours || choice === null;
  const asked = game === null ? [] : listAsked();
  game = told;
  document.documentElement.dataset.theme = game.theme;
  document.title = `${game.yours ? "● " : ""}${game.heading}`;
  byId("title").textContent = game.heading;
  show("note", !game.learning);
  setStatus(game.says);
  showAround();
  show("film", game.turns > 0);
  show("tries", game.tries || told.lines.length > 0);
  show("try", game.tries);
  showOffers(game.offers, accept);
  showAsked(game.asked, accept);
  showClock();
  if (first) choice = game.yours ? makeChoice(game) : null;
  if (moved) marked = [];
  if (drawn) {
    URL.revokeObjectURL(newest);
    newest = drawn.source;
    if (turn === null) await place(null);
  }
  turns.update(game.version, game.turns, game.shares);
  if (moved) targets.zoomOut();
  if (moved && game.learning) scrollTo(0, 0);
  if (moved) showHint("", []);
  showChoice();
  byId("board").dataset.version = game.version;
  const news = listAsked().filter((words) => !asked.includes(words));
  if (moved) say(...game.news, game.says, ...news);
  else if (news.length) say(...news);
  if (moved && trying.isOn) await followTried();
}

/** What is proposed, without marks. @returns {string[]} */
const listAsked = () => game.asked.map((/** @type {any} */ each) => plain(each.words));

/** @param {import("./trying.js").Line[]} lines @param {boolean} [tries]  Whether moves can be tried: not once the game is over. */
function showKept(lines, tries = true) {
  showLines(
    lines,
    tries ? (line) => tryOut(() => openTrying(line.version, line.line)) : null,
    (line) => tryOut(async () => showKept(await deleteLine(line), game.tries)),
  );
}

/** Show a line that was kept, or begin a new one. @param {number} version @param {string[]} line */
async function openTrying(version, line) {
  if (turn !== null) turns.go(turns.last);
  await trying.ask(version, line);
  say(byId("tried").textContent ?? "");
  byId("try-end").focus();
  scrollTo(0, 0);
}

/** The game has moved on: of what is tried, keep what still fits. */
async function followTried() {
  try {
    if (game.tries) await untilAnswered(() => trying.ask(trying.told.version, trying.told.line));
    else trying.end();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    trying.end();
  }
}

/** Ask the bot for something; until it has answered, nothing else is asked. @param {() => Promise<any>} ask @returns {Promise<any>} */
async function carryOut(ask) {
  if (sending) return;
  sending = true;
  showChoice();
  const slow = setTimeout(() => setStatus(PATIENCE), SLOW);
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await recover(error);
  } finally {
    clearTimeout(slow);
    sending = false;
    if (game) showChoice();
    if (game && byId("status").textContent === PATIENCE) setStatus(game.says); // what it showed came before that was said
  }
}

/** Do something of trying out, which changes nothing in the game. @param {() => Promise<void>} ask */
const tryOut = (ask) =>
  carryOut(async () => {
    await untilAnswered(ask, sayAway);
    await shown;
    setStatus(game.says);
  });

/** Try what is chosen. */
function tryMove() {
  const move = trying.choice?.move;
  if (!move) return;
  return tryOut(async () => {
    await trying.play(move.text);
    targets.zoomOut();
    say(byId("tried").textContent ?? "");
    if (document.activeElement === document.body || document.activeElement?.id === "play") targets.focus();
  });
}

function showClock() {
  const words = game?.clock ? tellClock(game.clock, game.clock.seat === game.seat ? null : game.names[game.clock.seat]) : "";
  byId("clock").textContent = words;
  show("clock", words !== "");
}

/** Show what a computer would play. @param {Words} words @param {string[]} places  Their names. */
function showHint(words, places) {
  byId("hint").replaceChildren(...(words ? [makeParagraph(words)] : []));
  show("hint", words !== "");
  marked = places;
  targets.mark(turn === null ? marked : []);
  if (words) say(words);
}

/** @param {import("./offers.js").Offer} offer */
const accept = (offer) => act(`api/${offer.address}`, offer.body);

/** Do something in the game, surely once. Give the bot's answer. @param {string} address @param {object} body */
const act = (address, body) =>
  carryOut(async () => {
    const press = { ...body, once: once() };
    const answer = await untilAnswered(() => send(address, press), sayAway);
    await untilAnswered(showGame, sayAway);
    if (answer.told) {
      write(byId("status"), answer.told, "\n", game.says);
      say(answer.told);
    }
    if (answer.hint && answer.version === game.version) showHint(answer.hint, answer.marked);
    return answer;
  });

/** Show how the game stands after something was refused, and why it was. @param {Refused} error */
async function recover(error) {
  try {
    await untilAnswered(showGame, sayAway);
  } catch (closed) {
    if (!(closed instanceof Refused)) throw closed;
    return end(closed);
  }
  setStatus(error.words, "refused");
  say(error.message);
}

/** The page can do nothing more. @param {Refused} error */
function end(error) {
  choice = null;
  trying.forget();
  trying.show();
  game = null;
  show("bar", false);
  show("choosing", false);
  show("offers", false);
  show("asked", false);
  show("hint", false);
  show("turns", false);
  show("film", false);
  show("note", false);
  show("tries", false);
  show("premoves", false);
  targets.show(null, String);
  setStatus(error.words, "refused");
  say(error.message);
}

/** Hear of what others do, for as long as the page is open. */
async function listen() {
  while (game && !game.learning) {
    let isNew = true;
    try {
      isNew = (await get(`api/news?stand=${encodeURIComponent(game.stand)}`)) !== null;
    } catch (error) {
      if (!(error instanceof Refused) || !error.isTemporary) throw error;
      if (!sending) sayAway();
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    if (isNew && game && !sending) await untilAnswered(showGame, sayAway);
    else if (isNew) await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

byId("play").addEventListener("click", () => {
  if (trying.isOn) tryMove();
  else if (choice?.move) act("api/play", { text: choice.move.text, version: game.version });
});
byId("undo").addEventListener("click", () => {
  active()?.undo();
  showChoice();
  say("The last tap is undone.");
});
byId("clear").addEventListener("click", () => {
  active()?.clear();
  targets.zoomOut();
  showChoice();
  say("Nothing is chosen.");
});
byId("try").addEventListener("click", () => tryOut(() => openTrying(game.version, [])));
byId("try-back").addEventListener("click", () => {
  const { version, line } = trying.told;
  if (!trying.canTakeBack) return tryOut(() => trying.ask(version, line.slice(0, -1)));
  trying.takeBack();
  say(byId("tried").textContent ?? "");
});
byId("try-keep").addEventListener("click", () => tryOut(async () => showKept(await keepLine(trying))));
byId("try-premove").addEventListener("click", async () => {
  const premove = { version: trying.told.version, line: trying.told.line };
  const answer = await act("api/premove", premove);
  if (answer?.asks && (await isSure(answer))) await act("api/premove", { ...premove, replace: true });
});
byId("try-end").addEventListener("click", () => {
  trying.end();
  say("Back to the game.", game.says);
  byId("try").focus();
});
setInterval(showClock, 30_000);
offerFilm();

try {
  if (await enter()) forgetTried();
  await untilAnswered(showGame, sayAway);
  const tried = findTried();
  if (tried && game.tries) await tryOut(() => trying.ask(...tried));
  await listen();
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  end(error);
}
