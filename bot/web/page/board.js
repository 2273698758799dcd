// The page of one game: it shows the position, lets its player choose and play, and follows the moves of others.

import { Refused, enter, get, getPicture, once, send, untilAnswered } from "./bot.js";
import { Analysis } from "./analysis.js";
import { MoveChoice, TurnChoice, makeChoice } from "./choose.js";
import { Targets } from "./targets.js";
import { Turns, offerFilm } from "./turns.js";
import { showChips } from "./chips.js";
import { tellClock, tellShortly } from "./clock.js";
import { byId, fill, makeButton, makeParagraph, plain, say, show, write } from "./elements.js";
import { saveNote, showNote } from "./note.js";
import { isSure, showAsked, showOffers } from "./offers.js";
import "./rules.js";
import { Trying, deleteLine, findTried, forgetTried, keepLine, showLines, showPremoves } from "./trying.js";

const AWAY = "The bot is restarting. This page reconnects on its own.";
/** Milliseconds after a press until the page says that it is still waiting for the bot. */
const SLOW = 400;
/** Maximum letters of a move that leave room for the button's label. */
const MOST_WORDS = 40;
const PATIENCE = "One moment …";
/** Milliseconds before a slow result is asked for again. */
const POLL_PAUSE = 4000;
/** What is said of each address that is polled. @type {Map<string, Words>} */
const awaited = new Map();

/** The latest data of the game from the bot. @type {any} */
let game = null;
/** The chosen parts of a move; null if this player is not to move. @type {MoveChoice | TurnChoice | null} */
let choice = null;
/** A move is on its way. */
let sending = false;
/** The address of the picture of the newest position. */
let newest = "";
/** The places marked by a hint. @type {string[]} */
let marked = [];
/** The message shown until the next press: an answer or a refusal. @type {{words: Words, kind: string} | null} */
let notice = null;
/** The earlier turn that is shown; null for the newest position. @type {import("./turns.js").Turn | null} */
let turn = null;
/** The last time that the game was shown. @type {Promise<void>} */
let shown = Promise.resolve();

const targets = new Targets(byId("frame"), byId("board"), byId("targets"), tap, () => notify("Enlarged: tap again."));

const turns = new Turns(
  (wanted) => (shown = shown.then(() => place(wanted), () => place(wanted))),
  (error) => end(error),
  sayAway,
);

const analysis = new Analysis((moment) => {
  turns.go(moment?.turn ?? turns.last, moment?.part);
  showMoment();
  byId("frame").scrollIntoView({ block: "nearest" });
});

const trying = new Trying(() => {
  showAround();
  shown = shown.then(() => place(turn), () => place(turn));
});

/** The present choice; null while nothing can be chosen. */
const active = () => (turn !== null ? null : trying.isOn ? trying.choice : choice);

/** @typedef {import("./elements.js").Words} Words */

/** Show a message until the next press. @param {Words} words @param {"told" | "waits" | "refused"} [kind] */
function notify(words, kind = "told") {
  notice = { words, kind };
  showStatus();
}

/** Show the message, otherwise what to do next, or the state of the game. In lessons and tried lines that is above the board,
 *  and stays there; messages and steps are below. */
function showStatus() {
  const open = active();
  const stand = game?.says ?? "";
  const isBelow = open !== null && (game.learning || trying.isOn);
  const kind = notice?.kind ?? "";
  const words = notice?.words ?? (open ? tellStep(open) : stand);
  write(byId("status"), ...(isBelow ? [stand] : kind === "told" && game && !game.yours ? [words, "\n", stand] : [words]));
  write(byId("question"), isBelow ? words : "");
  byId("status").className = isBelow ? "task" : kind;
  byId("question").className = kind;
}

/** Show a message, and have a screen reader say it. @param {Words} words @param {"told" | "refused"} [kind] */
function tell(words, kind) {
  notify(words, kind);
  say(words);
}

/** Say that the page waits for the bot. */
function sayAway() {
  notify(AWAY, "waits");
}

/** @param {Record<string, string>[]} wanted @param {string} name @param {boolean} byKey */
function tap(wanted, name, byKey) {
  const open = active();
  if (open === null || sending) return;
  notice = null;
  const before = open.chosen;
  // A square has no move there: ask for the rule.
  const asked = wanted.length ? wanted : [{ column: name[0], row: name.slice(1) }];
  const done = open.choose(wanted);
  const lost = open instanceof MoveChoice ? open.findLost(/** @type {Record<string, string>} */ (before), wanted) : undefined;
  showChoice();
  const planned = open instanceof TurnChoice && open.moveOf(asked);
  if (!done) explainRefusal(before, asked, planned ? "Too few cows: tap a chosen plot to free one." : `${name}: not possible now.`);
  else if (lost) explainRefusal(before, wanted, `${capitalize(inWords(...lost))}: not possible now.`);
  else if (trying.isOn && trying.told.chance) tryMove();
  else say(tellStep(open));
  if (open.move && byKey) byId("play").focus({ preventScroll: true });
}

/** Show the reason why parts cannot be added to what is chosen. @param {string[] | Record<string, string>} before
 *  @param {Record<string, string>[]} wanted @param {string} otherwise  What to say if the rules give no reason. */
async function explainRefusal(before, wanted, otherwise) {
  const open = active();
  if (open === null) return;
  /** @type {{says: Words}} */
  let told = { says: "" };
  const [decided, chosen] = Array.isArray(before) ? [before, {}] : [[], before];
  const asks = { version: game.version, decided, chosen, wanted: wanted[0] ?? {} };
  try {
    if (!trying.isOn) told = await send("api/why", asks);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  if (open !== active()) return; // the position has moved on
  tell(told.says || otherwise || tellStep(open), "refused");
}

/** The words for a value of a part. @param {string} part @param {string} value @returns {string} */
const inWords = (part, value) => (trying.told ?? game).words?.[part]?.[value] ?? value;

/** A move without its typed text, if the words say the same: `C4 F · forest on C4`. @param {string} words */
function inShort(words) {
  const [typed, ...rest] = words.split(" · ");
  const said = rest.join(" · ");
  const wordsSaid = said.toLowerCase().split(/[ ,]+/);
  const isSaid = typed.toLowerCase().split(" ").every((each) => wordsSaid.some((word) => word.startsWith(each)));
  return isSaid ? said : words;
}

/** What to do next. @param {MoveChoice | TurnChoice} open @returns {string} */
function tellStep(open) {
  const verb = trying.isOn ? "Try" : "Play";
  if (open instanceof TurnChoice) {
    const more = open.plan.moves.filter((move) => open.isOpen([move.parts]));
    const left = `${open.left} cow${open.left === 1 ? "" : "s"}`;
    if (!more.length) return `${open.left ? `${left} left over` : "No cows left"}. Press ${verb}.`;
    const isEnough = more.reduce((sum, move) => sum + move.cost, 0) < open.left;
    if (open.chosen.length) return `${isEnough ? `Plots in reach: ${more.length}` : `${left} left`}. Tap more, or press ${verb}.`;
    return (trying.told ?? game).tasks[""];
  }
  if (open.move) {
    const said = inShort(open.move.say).replace(/^\S+-\S+ · /, ""); // the button says the side
    if (open.isEmpty) return `Your only move: ${said.length > MOST_WORDS ? said.split(/ · |, farm|\. /)[0] : said}.`; // the button says it, too
    const words = capitalize(said.length > MOST_WORDS ? said.split(" · ").pop() : said.replace(" · ", ": ")); // the button says the move
    return words.length > MOST_WORDS ? `${words}.` : `${words}. Press ${verb}, or change it.`;
  }
  const task = (trying.told ?? game).tasks[open.isEmpty ? "" : Object.entries(open.chosen).join()]; // of nothing chosen, or of an action alone
  if (task) return task;
  const { column = "", row = "", ...rest } = { ...open.chosen, ...open.settled };
  const said = [column + row, ...Object.entries(rest).map(([part, value]) => inWords(part, value))];
  return capitalize(`${said.filter(Boolean).join(", ")}: choose ${open.next}.`);
}

/** @param {string} words */
const capitalize = (words) => words[0].toUpperCase() + words.slice(1);

function showChoice() {
  byId("board").ariaBusy = String(sending);
  const open = active();
  show("choosing", open !== null);
  show("bar", open !== null);
  targets.show(open, inWords);
  showStatus();
  if (open === null) return;
  const { move } = open;
  showChips(
    byId("chips"),
    open.questions(),
    open.chosen,
    trying.told ?? game,
    (part, value, byKey) => tap([{ [part]: value }], inWords(part, value), byKey),
    (part, value) => {
      // What was to be replaced is not played by mistake.
      if (open instanceof MoveChoice && part in open.chosen && open.forget([{ [part]: open.chosen[part] }])) showChoice();
      explainRefusal(open.chosen, [{ [part]: value }], `${capitalize(inWords(part, value))}: not possible now.`);
    },
  );
  const play = /** @type {HTMLButtonElement} */ (byId("play"));
  const verb = trying.isOn ? "Try" : "Play";
  play.disabled = move === null || sending;
  const short = move === null || open instanceof TurnChoice ? move?.say : inShort(move.say).split(/ · |, /)[0];
  play.textContent = move === null ? verb : `${verb}: ${short}`;
  for (const id of ["undo", "clear"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = open.isEmpty || sending;
}

/** Show the texts beside the board: those of the tried line, otherwise of the game. */
function showAround() {
  const told = trying.told ?? game;
  if (told === null) return;
  fill("news", told.news);
  fill("scores", told.scores.map((/** @type {any} */ each) => `${each.name}: ${each.words}${each.out ? " (out)" : ""}`));
}

/** Show a position: an earlier turn, or the newest one. @param {import("./turns.js").Turn | null} wanted */
async function place(wanted) {
  if (game === null) return;
  if (wanted !== turn && notice?.kind === "told") notice = null;
  turn = wanted;
  byId("board").dataset.turn = wanted ? String(wanted.turn) : "";
  if (wanted) await targets.setPicture(wanted.source, wanted.alt, wanted.targets);
  else if (trying.isOn) await targets.setPicture(trying.position.source, trying.told.alt, trying.told.targets);
  else await targets.setPicture(newest, game.alt, game.targets);
  showMoment();
  show("standing", wanted === null); // it tells of the newest position, and so does what happened, which keeps its place
  byId("since").style.visibility = wanted === null ? "" : "hidden";
  showChoice();
}

/** Show the moment of the analysis beside its turn only. */
function showMoment() {
  const { moment } = analysis;
  const isMoment = moment?.turn === (turn?.turn ?? turns.last) && (moment.part ?? 0) === turns.part;
  byId("moments").style.visibility = moment && !isMoment ? "hidden" : "";
  show("seen", !isMoment); // it tells of the turn before, the moment of the one after
  targets.mark(isMoment ? moment.compared : turn || trying.isOn ? [] : marked, isMoment ? moment.marked : []);
  show("since", moment === null);
  if (isMoment) say(moment.words);
}

/** Fetch the state of the game and show it, one request at a time, so that older data never replaces newer data. */
function showGame() {
  shown = shown.then(loadGame, loadGame);
  return shown;
}

async function loadGame() {
  const told = await get("api/game");
  showNote(told.note);
  showKept(told.lines, told.tries);
  showPremoves(told.premoves, (line) => act("api/premove/delete", { line, version: game.version }));
  if (notice?.kind === "waits") notice = null;
  const isAnswered = told.yours && choice === null; // by an answer that leaves the position as it is
  const isSame = game !== null && !isAnswered && game.stand === told.stand && game.picture === told.picture;
  if (isSame && !told.shares === !game.shares) return showStatus();
  const drawn = game?.picture === told.picture ? null : await getPicture("api/picture");
  if (drawn && drawn.version !== told.version) return loadGame(); // somebody has played in between
  const moved = game !== null && game.version !== told.version;
  const first = game === null || moved || !told.yours || choice === null;
  const known = game && listAsked();
  if (game === null || !told.running) byId("goal").textContent = told.goal ?? ""; // it stays: nothing moves during the game
  game = told;
  document.documentElement.toggleAttribute("data-playing", game.running && game.seat !== null);
  document.documentElement.dataset.theme = game.theme;
  document.title = `${game.yours ? "● " : ""}${game.heading}`;
  byId("title").textContent = game.heading + (game.colour ? `: you are ${game.colour}` : "");
  fill("how", game.how);
  show("help", game.how[0]);
  show("note", !game.learning);
  showAround();
  show("film", game.turns > 0);
  show("tries", game.tries || told.lines.length > 0);
  show("try", game.tries);
  showOffers(game.offers, accept);
  showAsked(game.asked, accept);
  showClock();
  if (first) {
    const before = choice;
    choice = game.yours ? makeChoice(game) : null;
    if (before !== null) choice?.takeOver(before);
    if (moved) notice = null;
    if (moved && before?.isEmpty === false) notify(game.news.map(plain).join(" "));
  }
  if (drawn) {
    URL.revokeObjectURL(newest);
    newest = drawn.source;
    if (turn === null) await place(null);
  }
  turns.update(game.version, game.turns, game.shares);
  if (moved) targets.zoomOut();
  if (moved) showHint("", [], []);
  showChoice();
  byId("board").dataset.version = game.version;
  const news = listAsked().filter((words, number) => (known ? !known.includes(words) : game.asked[number].offers.length));
  if (news.length) notify(news.join(" ").replace(/^(.{60}.*?\.) .*/, "$1")); // all of it is below the board
  if (moved) say(...game.news, game.says, ...news);
  else if (news.length) say(...news);
  if (moved && trying.isOn) await followTried();
}

/** The open proposals, without marks. @returns {string[]} */
const listAsked = () => game.asked.map((/** @type {any} */ each) => plain(each.words));

/** @param {import("./trying.js").Line[]} lines @param {boolean} [tries]  Whether moves can be tried: not after the end. */
function showKept(lines, tries = true) {
  showLines(
    lines,
    tries ? (line) => tryOut(() => openTrying(line.version, line.line)) : null,
    (line) => tryOut(async () => showKept(await deleteLine(line), game.tries)),
  );
}

/** Show a saved line, or begin a new one. @param {number} version @param {string[]} line */
async function openTrying(version, line) {
  turns.go(turns.last);
  await trying.ask(version, line);
  say(byId("tried").textContent ?? "");
  byId("try-end").focus();
  scrollTo(0, 0);
}

/** The game has moved on: keep the part of the tried line that still fits. */
async function followTried() {
  try {
    if (game.tries) await untilAnswered(() => trying.ask(trying.told.version, trying.told.line));
    else trying.end();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    trying.end();
  }
}

/** Send a request to the bot, and no other one until it has answered. @param {() => Promise<any>} ask @returns {Promise<any>} */
async function carryOut(ask) {
  if (sending) return;
  sending = true;
  notice = null;
  showChoice();
  const slow = setTimeout(() => notify(PATIENCE), SLOW);
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await recover(error);
  } finally {
    clearTimeout(slow);
    sending = false;
    if (notice?.words === PATIENCE) notice = null;
    if (game) showChoice();
  }
}

/** Send a request about tried lines, which changes nothing in the game. @param {() => Promise<void>} ask */
const tryOut = (ask) =>
  carryOut(async () => {
    await untilAnswered(ask, sayAway);
    await shown;
  });

/** Try the chosen move. */
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
  byId("until").textContent = words;
  show("until", words !== "");
  byId("clock").textContent = game?.clock ? tellShortly(game.clock) || words : "";
  show("clock", words !== "");
}

/** Show a hint. @param {Words} words @param {string[]} places  Their names. @param {string[]} moves */
function showHint(words, places, moves) {
  const use = makeButton("Use this move", async () => {
    await turns.go(turns.last); // until then Play is hidden
    choice?.use(moves);
    notice = null;
    showChoice();
    scrollTo(0, 0); // where the move stands
    byId("play").focus({ preventScroll: true });
    use.remove();
  });
  byId("hint").replaceChildren(...(words ? [makeParagraph(words), use] : []));
  show("hint", words !== "");
  marked = places;
  showMoment();
  if (!words) return;
  say(words);
  byId("hint").scrollIntoView({ block: "end" });
}

/** @param {import("./offers.js").Offer} offer */
function accept(offer) {
  if (analysis.moment) byId("newest").click();
  scrollTo(0, 0); // to the board and the status
  return act(`api/${offer.address}`, offer.body);
}

/** Carry out an action in the game exactly once. Returns the bot's answer. @param {string} address @param {object} body */
const act = (address, body) =>
  carryOut(async () => {
    const press = { ...body, once: once() };
    const answer = await untilAnswered(() => send(address, press), sayAway);
    if (address === "api/play") {
      choice = null;
      scrollTo(0, 0);
    }
    await untilAnswered(showGame, sayAway);
    await showAnswer(answer);
    if (answer.waits) waitFor(address, body, answer.told);
    return answer;
  });

/** @param {any} answer  What the bot has answered to an action. */
async function showAnswer(answer) {
  if (answer.opens) {
    if (!(await saveNote())) return notify("Your note is not saved yet.", "refused");
    location.hash = new URL(answer.opens).hash;
    return location.reload();
  }
  if (answer.analysis) analysis.show(answer.analysis);
  showMoment();
  if (answer.told) {
    notify(answer.told);
    say(answer.told, game.yours ? "" : game.says); // as the status shows them
  }
  if (answer.hint && answer.version === game.version) showHint(answer.hint, answer.marked, answer.moves);
}

/** Poll for a slow result, then show it. @param {string} address @param {object} body @param {Words} words */
async function waitFor(address, body, words) {
  if (awaited.has(address)) return;
  awaited.set(address, words);
  let answer = { waits: true };
  try {
    try {
      while (answer.waits) {
        await new Promise((resolve) => setTimeout(resolve, POLL_PAUSE));
        if (game === null) return;
        answer = await untilAnswered(() => send(address, { ...body, once: once() }));
      }
    } finally {
      awaited.delete(address);
    }
    const [other = ""] = awaited.values(); // the words of another wait
    notice = null;
    if (other) tell(other);
    else say("");
    await untilAnswered(showGame, sayAway); // an analysis brings the chances of each turn
    await showAnswer(answer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notify(error.words, "refused");
  }
}

/** Show the state of the game after a refusal, and its reason. @param {Refused} error */
async function recover(error) {
  try {
    await untilAnswered(showGame, sayAway);
  } catch (closed) {
    if (!(closed instanceof Refused)) throw closed;
    return end(closed);
  }
  tell(error.words, "refused");
}

/** Close the page: it can do nothing more. @param {Refused} error */
function end(error) {
  choice = null;
  trying.end();
  game = null;
  for (const id of ["bar", "choosing", "offers", "asked", "hint", "help", "turns", "film", "analysis", "note", "tries", "premoves", "rules"]) show(id, false);
  targets.show(null, String);
  tell(error.words, "refused");
}

/** Follow the actions of others for as long as the page is open. */
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
  notice = null;
  showChoice();
  say("Undone.");
});
byId("clear").addEventListener("click", () => {
  active()?.clear();
  notice = null;
  targets.zoomOut();
  showChoice();
  say("Cleared.");
});
byId("try").addEventListener("click", () => tryOut(() => openTrying(game.version, [])));
byId("try-back").addEventListener("click", () =>
  tryOut(async () => {
    await trying.ask(trying.told.version, trying.told.line.slice(0, -1));
    say(byId("tried").textContent ?? "");
  }),
);
byId("try-keep").addEventListener("click", () =>
  tryOut(async () => {
    showKept(await keepLine(trying));
    tell("Kept below, for you alone.");
  }),
);
byId("try-premove").addEventListener("click", async () => {
  const premove = { version: trying.told.version, line: trying.told.line };
  const answer = await act("api/premove", premove);
  if (answer?.asks && (await isSure(answer))) await act("api/premove", { ...premove, replace: true });
});
byId("try-end").addEventListener("click", () => {
  notice = null;
  trying.end();
  say("Back to the game.", game.says);
  byId("try").focus({ preventScroll: true });
});
byId("help").addEventListener("toggle", () => byId("help").scrollIntoView({ block: "nearest" }));
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
