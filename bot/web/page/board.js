// The page of one game: shows how it stands, lets its player choose and play, and hears of what others do.

import { Refused, enter, get, getPicture, once, send, untilAnswered } from "./bot.js";
import { MoveChoice, TurnChoice } from "./choose.js";
import { Targets } from "./targets.js";
import { Turns, offerFilm } from "./turns.js";
import { showChips } from "./chips.js";
import { tellClock } from "./clock.js";
import { byId, fill, makeParagraph, say, show } from "./elements.js";
import { showNote } from "./note.js";
import { showAsked, showOffers } from "./offers.js";
import "./rules.js";

const AWAY = "The bot is away. The page waits, and goes on by itself.";
/** Milliseconds after which the page says that it is still waiting for what was pressed. */
const SLOW = 400;

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
  () => setStatus(AWAY, "waits"),
);

/** @param {string} sentence @param {"" | "waits" | "refused"} kind */
function setStatus(sentence, kind = "") {
  const status = byId("status");
  status.textContent = sentence;
  status.className = kind;
}

/** @param {Record<string, string>[]} wanted @param {string} name */
function tap(wanted, name) {
  if (choice === null || sending || turn !== null) return;
  const done = choice.choose(wanted);
  showChoice();
  if (!done) say(`${name}: no move there.`);
  else if (choice.move) say(`Chosen: ${inShort(choice.move.say)}. Press Play.`);
  else say(byId("question").textContent ?? "");
}

/** Words of a value of a part. @param {string} part @param {string} value @returns {string} */
const inWords = (part, value) => game.words?.[part]?.[value] ?? value;

/** A move without the text that is typed for it: `C4 F · forest on C4`. @param {string} words */
const inShort = (words) => words.split(" · ").slice(1).join(" · ") || words;

function showChoice() {
  byId("board").ariaBusy = String(sending);
  const isOpen = choice !== null && turn === null;
  show("choosing", isOpen);
  show("bar", isOpen);
  targets.show(isOpen ? choice : null, (part, value) => inWords(part, value));
  if (choice === null || turn !== null) return;
  const move = choice.move;
  const questions = choice.questions();
  const next = questions.find((each) => !(each.part in choice.chosen));
  const task = choice instanceof TurnChoice ? `${choice.left} of ${choice.plan.budget} left. Tap plots, then Play.` : "Tap the board.";
  const asked = next ? `Choose ${next.noun}${targets.areOpen ? ", or tap the board" : ""}.` : task;
  byId("question").textContent = move && !(choice instanceof TurnChoice) ? `Chosen: ${inShort(move.say)}.` : asked;
  showChips(byId("chips"), questions, choice.chosen, inWords, (part, value) => tap([{ [part]: value }], inWords(part, value)));
  const play = /** @type {HTMLButtonElement} */ (byId("play"));
  play.disabled = move === null || sending;
  play.textContent = move === null ? "Play" : `Play: ${inShort(move.say)}`;
  for (const id of ["undo", "clear"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = choice.isEmpty || sending;
}

/** Show a position: an earlier turn, or the newest one. @param {import("./turns.js").Turn | null} wanted */
async function place(wanted) {
  if (game === null) return;
  turn = wanted;
  byId("board").dataset.turn = wanted ? String(wanted.turn) : "";
  if (wanted) await targets.setPicture(wanted.source, wanted.alt, wanted.targets);
  else await targets.setPicture(newest, game.alt, game.targets);
  targets.mark(wanted ? [] : marked);
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
  if (game !== null && game.stand === told.stand && game.picture === told.picture) {
    setStatus(game.says);
    return;
  }
  const drawn = game?.picture === told.picture ? null : await getPicture("api/picture");
  if (drawn && drawn.version !== told.version) return loadGame(); // somebody has played in between
  const moved = game !== null && game.version !== told.version;
  if (moved && choice !== null && !choice.isEmpty) say("The game has moved on, so nothing is chosen any more.");
  const first = game === null || moved || !told.yours || choice === null;
  const asked = game === null ? [] : game.asked.map((/** @type {any} */ each) => each.words);
  game = told;
  document.documentElement.dataset.theme = game.theme;
  document.title = `${game.yours ? "● " : ""}${game.title} #${game.game}`;
  byId("title").textContent = `${game.title} #${game.game}`;
  setStatus(game.says);
  fill("news", game.news);
  show("film", game.turns > 0);
  fill("scores", game.scores.map((/** @type {any} */ each) => `${each.name}: ${each.words}${each.out ? " (out)" : ""}`));
  showOffers(game.offers, accept);
  showAsked(game.asked, accept);
  showClock();
  if (first) choice = startChoice();
  if (moved) marked = [];
  if (drawn) {
    URL.revokeObjectURL(newest);
    newest = drawn.source;
    if (turn === null) await place(null);
  }
  turns.update(game.version, game.turns, game.shares);
  if (moved) targets.zoomOut();
  if (moved) showHint("", []);
  showChoice();
  byId("board").dataset.version = game.version;
  const news = game.asked.map((/** @type {any} */ each) => each.words).filter((/** @type {string} */ words) => !asked.includes(words));
  if (moved) say([...game.news, game.says, ...news].join(" "));
  else if (news.length) say(news.join(" "));
}

function startChoice() {
  if (!game.yours) return null;
  if (game.plan) return new TurnChoice(readPlan(game.plan), game.moves.some((/** @type {any} */ [text]) => text === game.plan.end));
  const entries = game.moves.map((/** @type {any} */ [text, words, parts]) => ({ text, say: words, parts }));
  return new MoveChoice(entries, game.asks, game.targets.map((/** @type {any} */ [, , , choices]) => choices));
}

/** @param {any} plan */
const readPlan = (plan) => ({
  ...plan,
  moves: plan.moves.map((/** @type {any} */ [text, cost, after, parts]) => ({ text, cost, after, parts })),
});

function showClock() {
  const words = game?.clock ? tellClock(game.clock, game.clock.seat === game.seat ? null : game.names[game.clock.seat]) : "";
  byId("clock").textContent = words;
  show("clock", words !== "");
}

/** Show what a computer would play. @param {string} words @param {string[]} places  Their names. */
function showHint(words, places) {
  byId("hint").replaceChildren(...(words ? [makeParagraph(words)] : []));
  show("hint", words !== "");
  marked = places;
  targets.mark(turn === null ? marked : []);
  if (words) say(words);
}

/** @param {import("./offers.js").Offer} offer */
const accept = (offer) => act(`api/${offer.address}`, offer.body);

/** Do something in the game, surely once. @param {string} address @param {object} body */
async function act(address, body) {
  if (sending) return;
  sending = true;
  showChoice();
  const slow = setTimeout(() => setStatus("One moment …"), SLOW);
  try {
    const press = { ...body, once: once() };
    const answer = await untilAnswered(() => send(address, press), () => setStatus(AWAY, "waits"));
    await untilAnswered(showGame, () => setStatus(AWAY, "waits"));
    if (answer.told) {
      setStatus(`${answer.told} ${game.says}`);
      say(answer.told);
    }
    if (answer.hint && answer.version === game.version) showHint(answer.hint, answer.marked);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await recover(error);
  } finally {
    clearTimeout(slow);
    sending = false;
    if (game) showChoice();
  }
}

/** Show how the game stands after something was refused, and why it was. @param {Refused} error */
async function recover(error) {
  try {
    await untilAnswered(showGame, () => setStatus(AWAY, "waits"));
  } catch (closed) {
    if (!(closed instanceof Refused)) throw closed;
    return end(closed);
  }
  setStatus(error.message, "refused");
  say(error.message);
}

/** The page can do nothing more. @param {Refused} error */
function end(error) {
  choice = null;
  game = null;
  show("bar", false);
  show("choosing", false);
  show("offers", false);
  show("asked", false);
  show("hint", false);
  show("turns", false);
  show("film", false);
  show("note", false);
  targets.show(null, String);
  setStatus(error.message, "refused");
  say(error.message);
}

/** Hear of what others do, for as long as the page is open. */
async function listen() {
  while (game) {
    let isNew = true;
    try {
      isNew = (await get(`api/news?stand=${encodeURIComponent(game.stand)}`)) !== null;
    } catch (error) {
      if (!(error instanceof Refused) || !error.isTemporary) throw error;
      if (!sending) setStatus(AWAY, "waits");
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    if (isNew && game && !sending) await untilAnswered(showGame, () => setStatus(AWAY, "waits"));
    else if (isNew) await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

byId("play").addEventListener("click", () => {
  if (choice?.move) act("api/play", { text: choice.move.text, version: game.version });
});
byId("undo").addEventListener("click", () => {
  choice?.undo();
  showChoice();
  say("The last tap is undone.");
});
byId("clear").addEventListener("click", () => {
  choice?.clear();
  targets.zoomOut();
  showChoice();
  say("Nothing is chosen.");
});
setInterval(showClock, 30_000);
offerFilm();

try {
  await enter();
  await untilAnswered(showGame, () => setStatus(AWAY, "waits"));
  await listen();
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  end(error);
}
