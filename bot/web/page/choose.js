// The chosen parts of a move, and the possible next ones. It depends on no game: targets and chips choose parts of moves.

/** @typedef {Record<string, string>} Parts  Name of a part -> its value. */
/** @typedef {[string, string, string[], string] | null} Piece  What a move puts on the board: swatch, place, corners of its area, colour. */
/** @typedef {{text: string, say: string, parts: Parts, piece: Piece}} Entry  A legal move, described in one way. */
/** @typedef {{text: string, cost: number, after: string[], parts: Parts, piece: Piece, say: string}} Planned  A move that a turn may have. */
/** @typedef {{budget: number, end: string, moves: Planned[]}} Plan */
/** @typedef {{part: string, noun: string, values: string[], all: string[]}} Question  `values`: those that fit what is chosen. */

/** @param {Parts} all @param {Parts} some */
const has = (all, some) => Object.entries(some).every(([part, value]) => all[part] === value);

/** @param {Parts} one @param {Parts} other */
const agree = (one, other) => Object.entries(one).every(([part, value]) => (other[part] ?? value) === value);

/** @param {Parts} parts @param {string[]} names @returns {Parts} */
const pick = (parts, names) => Object.fromEntries(names.filter((name) => name in parts).map((name) => [name, parts[name]]));

/** What is chosen, tap by tap. @template T */
class Choice {
  /** The choice after each tap; the last one counts. @type {T[]} */
  taps = [];

  get chosen() {
    return this.taps[this.taps.length - 1];
  }

  get isEmpty() {
    return this.taps.length === 1;
  }

  undo() {
    if (!this.isEmpty) this.taps.pop();
  }

  clear() {
    this.taps.length = 1;
  }
}

/** One move at a time, chosen part by part. @extends {Choice<Parts>} */
export class MoveChoice extends Choice {
  /** @param {Entry[]} entries @param {[string, string][]} asks @param {Parts[][]} targets  What each target may choose.
   *  @param {string[]} always  The parts that are always asked for. */
  constructor(entries, asks, targets, always) {
    super();
    this.entries = entries;
    this.asks = asks;
    /** The parts chosen on the board. */
    this.placed = [...new Set(targets.flat().flatMap(Object.keys))];
    this.spots = targets.flat();
    this.always = always.filter((part) => entries.some((entry) => part in entry.parts));
    const texts = new Set(entries.map((entry) => entry.text)).size;
    this.isEither = texts < 3; // a second tap keeps what is chosen
    const place = pick(entries[0]?.parts ?? {}, this.placed);
    // An only move or place is chosen from the start.
    this.taps = [texts === 1 ? this.shorten(entries[0]) : entries.every((entry) => has(entry.parts, place)) ? place : {}];
  }

  get fitting() {
    return this.findOnce("fitting", () => this.entries.filter((entry) => has(entry.parts, this.chosen)));
  }

  /** A value computed from the choice, once for each tap. @template T @param {string} name @param {() => T} find @returns {T} */
  findOnce(name, find) {
    if (this.foundFor !== this.chosen) [this.foundFor, this.found] = [this.chosen, /** @type {Record<string, any>} */ ({})];
    return (this.found[name] ??= find());
  }

  /** The text to play and its words; null while several moves fit. */
  get move() {
    const fitting = this.fitting;
    return fitting.length && fitting.every((entry) => entry.text === fitting[0].text) ? fitting[0] : null;
  }

  /** What the chosen move puts on the board. @returns {Piece[]} */
  get pieces() {
    return this.move ? [this.move.piece] : [];
  }

  /** Choose a complete legal move. @param {string[]} texts */
  use([text]) {
    const entry = this.entries.find((each) => each.text === text);
    if (!entry) return;
    this.keep(this.shorten(entry));
    if (!this.move) this.taps.splice(-1, 1, entry.parts);
  }

  /** The parts that the board shows, or that are always asked for. @param {Entry} entry */
  shorten(entry) {
    return pick(entry.parts, [...this.placed, ...this.always]);
  }

  /** Take over what was chosen before the game moved on, as far as it is legal. @param {MoveChoice | TurnChoice} before */
  takeOver(before) {
    if (!(before instanceof MoveChoice) || before.isEmpty) return;
    const kept = this.extend({}, before.chosen);
    if (Object.keys(kept).length) this.keep(kept);
  }

  /** The parts, in their order, that are legal with some that stay. @param {Parts} stay @param {Parts} parts */
  extend(stay, parts) {
    /** @type {Parts} */
    const kept = {};
    for (const [part, value] of Object.entries({ ...parts, ...stay })) {
      const more = { ...kept, ...stay, [part]: value };
      if (this.entries.some((entry) => has(entry.parts, more))) kept[part] = value;
    }
    return kept;
  }

  /** Choose one of some parts: the longest with which most of what is chosen stays legal. Returns whether one was legal.
   *  @param {Parts[]} wanted */
  choose(wanted) {
    if (wanted.some((parts) => Object.keys(parts).length && has(this.chosen, parts))) return this.isEither || this.forget(wanted);
    const size = (/** @type {Parts} */ parts) => Object.keys(parts).length + Object.keys(pick(parts, Object.keys(this.chosen))).length;
    const [most] = wanted
      .filter((parts) => this.entries.some((entry) => has(entry.parts, parts)))
      .map((parts) => this.extend(parts, this.chosen))
      .sort((one, other) => size(other) - size(one));
    return most !== undefined && this.keep(most);
  }

  /** The first value chosen by a chip that this tap dropped. It stays while the move is not complete.
   *  @param {Parts} before @param {Parts[]} wanted @returns {[string, string] | undefined} */
  findLost(before, wanted) {
    const isLost = (/** @type {string} */ part) => !(part in this.chosen) && !this.placed.includes(part);
    const lost = Object.entries(before).find(([part]) => isLost(part) && !wanted.some((parts) => part in parts));
    if (!lost) return;
    const [after] = this.taps.splice(-1);
    if (this.move) this.keep(after);
    return lost;
  }

  /** @param {Parts[]} wanted */
  forget(wanted) {
    const gone = new Set(wanted.filter((parts) => has(this.chosen, parts)).flatMap(Object.keys));
    return this.keep(Object.fromEntries(Object.entries(this.chosen).filter(([part]) => !gone.has(part))));
  }

  /** @param {Parts} chosen */
  keep(chosen) {
    this.taps.push(chosen);
    return true;
  }

  /** Whether a target is chosen, or the only one left for the move. @param {Parts[]} target */
  isChosen(target) {
    return target.some((parts) => has(this.move?.parts ?? this.chosen, parts));
  }

  /** Whether a target can be chosen too. @param {Parts[]} target */
  isOpen(target) {
    return target.some(
      (parts) => agree(parts, this.chosen) && this.fitting.some((entry) => has(entry.parts, { ...this.chosen, ...parts })),
    );
  }

  /** The open choices of a target: the values of the next question there. @param {Parts[]} target @returns {string[]} */
  valuesAt(target) {
    const there = target[0] && this.fitting.filter((entry) => has(entry.parts, target[0]));
    const part = there && this.questions().map((each) => each.part).find((name) => !(name in this.chosen));
    return part ? [...new Set(there.map((entry) => entry.parts[part]).filter(Boolean))] : [];
  }

  /** The words that are not chosen yet, and have only one value left. */
  get settled() {
    const words = this.asks.map(([part]) => part).filter((part) => !(part in this.chosen) && !this.placed.includes(part));
    const [first] = this.fitting;
    return pick(first.parts, words.filter((part) => this.fitting.every((entry) => entry.parts[part] === first.parts[part])));
  }

  /** What is to be chosen next, in words. */
  get next() {
    const isOpen = (/** @type {string} */ part) =>
      !(part in this.chosen) && new Set(this.fitting.map((entry) => entry.parts[part])).size > 1;
    const asked = this.questions().find(({ part }) => isOpen(part))?.noun ?? this.asks.find(([part]) => isOpen(part))?.[1];
    return asked ?? "a square";
  }

  /** The questions that no tap on the board answers, each with its legal values by the other parts chosen.
   *  @returns {Question[]} */
  questions() {
    return this.findOnce("questions", () => this.findQuestions());
  }

  /** @returns {Question[]} */
  findQuestions() {
    const fitting = this.fitting;
    const chosen = this.asks.map(([part]) => part).filter((part) => part in this.chosen && !this.placed.includes(part));
    const wanted = new Set([...this.always, ...chosen]);
    // The parts visible on the board; other parts are asked for if moves that look alike on the board differ by them.
    const said = new Map(fitting.map((entry) => [entry, this.saidByBoard(entry.parts)]));
    /** @type {Map<string, Map<string, Entry[]>>} */
    const alike = new Map();
    for (const parts of said.values()) {
      const names = Object.keys(parts).sort();
      if (alike.has(names.join())) continue;
      /** @type {Map<string, Entry[]>} */
      const found = new Map();
      for (const entry of fitting) {
        if (!names.every((name) => name in entry.parts)) continue;
        const key = names.map((name) => entry.parts[name]).join();
        found.set(key, [...(found.get(key) ?? []), entry]);
      }
      alike.set(names.join(), found);
    }
    for (const entry of fitting) {
      const parts = said.get(entry) ?? {};
      const names = Object.keys(parts).sort();
      const others = alike.get(names.join())?.get(names.map((name) => parts[name]).join()) ?? [];
      if (others.every((other) => other.text === entry.text)) continue;
      const differs = (/** @type {string} */ part) => others.some((other) => other.parts[part] !== entry.parts[part]);
      const asked = this.asks.find(([part]) => part in entry.parts && !this.placed.includes(part) && differs(part));
      if (asked) wanted.add(asked[0]);
    }
    return this.asks.filter(([part]) => wanted.has(part)).map(([part, noun]) => {
      const all = new Set(this.entries.map((entry) => entry.parts[part]).filter(Boolean));
      return { part, noun, values: this.values(part), all: [...all] };
    });
  }

  /** @param {Parts} parts @returns {Parts} */
  saidByBoard(parts) {
    /** @type {Parts} */
    const found = pick(parts, this.placed.filter((part) => part in this.chosen));
    for (const spot of this.spotsOf(parts)) Object.assign(found, spot);
    return found;
  }

  /** @param {Parts} parts */
  spotsOf(parts) {
    this.bySpot ??= new Map(this.spots.map((spot) => [JSON.stringify(Object.entries(spot).sort()), spot]));
    this.shapes ??= [...new Set(this.spots.map((spot) => Object.keys(spot).sort().join()))].map((names) => names.split(","));
    return this.shapes
      .map((names) => this.bySpot?.get(JSON.stringify(names.map((name) => [name, parts[name]]))))
      .filter((spot) => spot !== undefined);
  }

  /** @param {string} part @returns {string[]} */
  values(part) {
    const others = Object.fromEntries(Object.entries(this.chosen).filter(([name]) => name !== part));
    const fitting = this.entries.filter((entry) => part in entry.parts && agree(entry.parts, others));
    return [...new Set(fitting.map((entry) => entry.parts[part]))];
  }
}

/** A turn of several moves, chosen as a whole: each tap adds or removes a move. @extends {Choice<string[]>} */
export class TurnChoice extends Choice {
  /** @param {Plan} plan @param {boolean} mayEnd  Whether the turn may end with nothing more chosen. */
  constructor(plan, mayEnd) {
    super();
    this.plan = plan;
    this.mayEnd = mayEnd;
    this.taps = [[]];
  }

  get left() {
    const spent = this.plan.moves.filter((move) => this.chosen.includes(move.text)).reduce((sum, move) => sum + move.cost, 0);
    return this.plan.budget - spent;
  }

  get move() {
    if (!this.chosen.length && !this.mayEnd) return null;
    const text = [...this.chosen, this.plan.end].join(" ");
    return { text, say: this.chosen.length > 4 ? `${this.chosen.length} plots` : this.chosen.join(", ") || "stop here", parts: {} };
  }

  /** What the chosen moves put on the board. @returns {Piece[]} */
  get pieces() {
    return this.plan.moves.filter((move) => this.chosen.includes(move.text)).map((move) => move.piece);
  }

  /** Choose legal moves. @param {string[]} texts */
  use(texts) {
    this.taps.push(this.whatStillFollows(texts.filter((text) => this.plan.moves.some((move) => move.text === text))));
  }

  /** Take over what was chosen before the game moved on, as far as it is legal. @param {MoveChoice | TurnChoice} before */
  takeOver(before) {
    if (before instanceof TurnChoice && !before.isEmpty) this.use(before.chosen);
  }

  /** @param {Planned} move @param {string[]} before */
  follows(move, before) {
    return !move.after.length || move.after.some((other) => before.includes(other));
  }

  /** @param {Parts[]} target */
  moveOf(target) {
    return this.plan.moves.find((move) => target.some((parts) => has(move.parts, parts)));
  }

  /** @param {Parts[]} wanted */
  choose(wanted) {
    const move = this.moveOf(wanted);
    if (move === undefined) return false;
    if (this.chosen.includes(move.text)) this.use(this.chosen.filter((text) => text !== move.text));
    else if (this.isOpen(wanted)) this.use([...this.chosen, move.text]);
    else return false;
    return true;
  }

  /** The moves that are legal in their order, out of some moves. @param {string[]} texts */
  whatStillFollows(texts) {
    /** @type {string[]} */
    const kept = [];
    for (const text of texts) {
      const move = this.plan.moves.find((each) => each.text === text);
      if (move && this.follows(move, kept)) kept.push(text);
    }
    return kept;
  }

  /** @param {Parts[]} target */
  isChosen(target) {
    const move = this.moveOf(target);
    return move !== undefined && this.chosen.includes(move.text);
  }

  /** @param {Parts[]} target */
  isOpen(target) {
    const move = this.moveOf(target);
    return move !== undefined && !this.chosen.includes(move.text) && move.cost <= this.left && this.follows(move, this.chosen);
  }

  valuesAt() {
    return [];
  }

  /** @returns {Question[]} */
  questions() {
    return [];
  }
}

/** The choice among the moves that the bot has listed. @param {any} told @returns {MoveChoice | TurnChoice} */
export function makeChoice(told) {
  const moves = /** @type {[string, string, Parts, Piece][]} */ (told.moves);
  if (told.plan) {
    /** @type {[string, number, string[], Parts, Piece, string][]} */
    const listed = told.plan.moves;
    const planned = listed.map(([text, cost, after, parts, piece, say]) => ({ text, cost, after, parts, piece, say }));
    return new TurnChoice({ ...told.plan, moves: planned }, moves.some(([text]) => text === told.plan.end));
  }
  const entries = moves.map(([text, say, parts, piece]) => ({ text, say, parts, piece }));
  const targets = told.targets.map((/** @type {any} */ [, , , choices]) => choices);
  return new MoveChoice(entries, told.asks, targets, Object.keys(told.choices ?? {}));
}
