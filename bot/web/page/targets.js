// The picture of the board with an invisible button over each square and side, and a zoom where these are small.

import { makeSwatch } from "./elements.js";

/** @typedef {Record<string, string>[]} Choices  What a target may choose. */
/** @typedef {import("./choose.js").MoveChoice | import("./choose.js").TurnChoice} Choice */

/** Boards with smaller targets (in CSS pixels) are zoomed at first. */
const LEAST = 24;
/** Small targets that are at least so far from each other need no zoom. */
const APART = 30;
/** The size of targets with the zoom. */
const ZOOMED = 48;
/** At most this many places that may be chosen have a dot: more would hide the board. None has one if exactly the empty ones may be. */
const MOST_DOTS = 16;
const SQUARE = /^[A-Z]\d+$/;

export class Targets {
  /** @param {HTMLElement} frame @param {HTMLElement} board @param {HTMLElement} box @param {(wanted: Choices, name: string, byKey: boolean) => void} tap
   *  @param {() => void} zoomed  Called if a tap has zoomed instead. */
  constructor(frame, board, box, tap, zoomed) {
    this.frame = frame;
    this.board = board;
    this.box = box;
    this.tap = tap;
    this.zoomed = zoomed;
    this.image = /** @type {HTMLImageElement} */ (board.querySelector("img"));
    this.whole = /** @type {HTMLElement} */ (document.getElementById("whole"));
    this.area = /** @type {HTMLElement} */ (board.querySelector("#area"));
    this.labels = /** @type {HTMLElement} */ (board.querySelector("#labels"));
    /** @type {{name: string, words: string, box: number[], choices: Choices, button: HTMLButtonElement}[]} */
    this.all = [];
    this.zoom = 1;
    /** @type {Choice | null} The choice that is shown. */
    this.choice = null;
    this.inWords = String;
    box.addEventListener("keydown", (event) => this.move(event));
    this.whole.addEventListener("click", () => this.zoomOut());
    frame.addEventListener("scroll", () => this.placeLabels());
  }

  get tapped() {
    return this.all.find(({ button }) => button.tabIndex === 0);
  }

  /** Show a picture, with buttons over its targets. @param {string} source @param {string} alt
   *  @param {[string, string, number[], Choices][]} targets */
  async setPicture(source, alt, targets) {
    this.image.src = source;
    this.image.alt = alt;
    await this.image.decode();
    const before = this.all.find((target) => target.button.tabIndex === 0);
    const hadFocus = before?.button === document.activeElement;
    const { naturalWidth: width, naturalHeight: height } = this.image;
    this.all = targets.map(([name, words, box, choices]) => ({ name, words, box, choices, button: this.makeButton(box, width, height) }));
    this.corner = this.all.find(({ name }) => SQUARE.test(name))?.box ?? [0, 0];
    for (const { name, button } of this.all) button.classList.toggle("side", name.includes("-"));
    this.all.forEach((target) => target.button.addEventListener("click", (event) => this.press(target, event)));
    this.box.replaceChildren(...this.all.map((target) => target.button));
    this.frame.style.setProperty("--ratio", String(width / height));
    this.labels.replaceChildren(...this.makeLabels(width, height));
    this.setFocusable(this.all.find((target) => target.name === before?.name) ?? this.all[0], before !== undefined && hadFocus);
  }

  /** @param {number[]} box @param {number} width @param {number} height */
  makeButton(box, width, height) {
    const made = document.createElement("button");
    made.type = "button";
    made.tabIndex = -1;
    lay(made, box, width, height);
    return made;
  }

  /** The letter of each column and the number of each row, which stay in sight while the board is zoomed.
   *  @param {number} width @param {number} height */
  makeLabels(width, height) {
    const squares = this.all.filter((target) => SQUARE.test(target.name));
    const columns = new Map(squares.map(({ name, box }) => [name[0], [box[0], 0, box[2], 0]]));
    const rows = new Map(squares.map(({ name, box }) => [name.slice(1), [0, box[1], 0, box[3]]]));
    return [[columns, "column"], [rows, "row"]].flatMap(([boxes, kind]) =>
      [.../** @type {Map<string, number[]>} */ (boxes)].map(([label, box]) => {
        const made = document.createElement("span");
        made.className = String(kind);
        made.append(label);
        lay(made, box, width, height);
        return made;
      }),
    );
  }

  /** Keep the labels at the edges of what is seen. */
  placeLabels() {
    const { scrollLeft, scrollTop } = this.frame;
    const [left, top] = this.corner.map((at) => (at * this.board.clientWidth) / this.image.naturalWidth);
    this.labels.style.setProperty("--left", `${scrollLeft}px`);
    this.labels.style.setProperty("--top", `${scrollTop}px`);
    this.labels.classList.toggle("rows", scrollLeft > left / 2); // before that the picture's own ones are seen
    this.labels.classList.toggle("columns", scrollTop > 0.8 * top);
  }

  /** Show the chosen and the possible targets. @param {Choice | null} choice @param {(part: string, value: string) => string} inWords */
  show(choice, inWords) {
    const open = this.all.map((target) => choice !== null && choice.isOpen(target.choices));
    const isPlain = this.all.every(({ words }, number) => open[number] === (words === "empty")); // the board shows which
    const question = choice?.questions().find((each) => !(each.part in choice.chosen));
    const isVague = choice && question && !Object.keys(choice.chosen).length && this.all[0].choices[1]; // any of several actions
    const tapped = this.tapped;
    [this.choice, this.inWords] = [choice, inWords];
    const hasDots = !isPlain && !isVague && open.filter(Boolean).length <= MOST_DOTS;
    this.all.forEach((target, number) => {
      const isChosen = choice !== null && choice.isChosen(target.choices);
      const chosen = isChosen && (target === tapped || target.name !== tapped?.name); // of equal tiles one is taken
      const values = choice && open[number] ? choice.valuesAt(target.choices).map((value) => inWords(question?.part ?? "", value)) : [];
      const list = values.length > 1 ? `${values.slice(0, -1).join(", ")} or ${values[values.length - 1]}` : (values[0] ?? "");
      const words = [target.words, list].filter(Boolean).join(": ");
      const button = target.button;
      button.setAttribute("aria-label", [target.name, words].filter(Boolean).join(", "));
      if (chosen || open[number]) button.setAttribute("aria-pressed", String(chosen));
      else button.removeAttribute("aria-pressed");
      button.setAttribute("aria-disabled", String(!chosen && !open[number]));
      button.classList.toggle("open", open[number] && !isChosen && hasDots);
      button.classList.toggle("chosen", chosen);
    });
    this.showPieces(choice?.pieces ?? []);
  }

  /** Show the pieces of the chosen move on the board. @param {import("./choose.js").Piece[]} pieces */
  showPieces(pieces) {
    for (const old of this.box.querySelectorAll("img")) old.remove();
    this.area.hidden = true;
    for (const piece of pieces) {
      const target = piece && this.find(piece[1]);
      if (!piece || !target) continue;
      const [swatch, place, corners, colour] = piece;
      const image = makeSwatch(swatch);
      const [one, other] = place.split("-");
      image.className = other ? `side ${one[0] === other[0] ? "level" : "upright"}` : "";
      target.button.append(image);
      const [first, last] = corners.map((name) => this.find(name)?.box);
      if (!first || !last) continue;
      lay(this.area, [first[0], first[1], last[2], last[3]], this.image.naturalWidth, this.image.naturalHeight);
      this.area.style.borderColor = colour;
      this.area.hidden = false;
    }
  }

  /** @param {string} name */
  find(name) {
    return this.all.find((target) => target.name === name);
  }

  /** Mark some places with dashes. @param {string[]} names @param {string[]} solid  Those to mark with a line instead. */
  mark(names, solid) {
    for (const { button, name } of this.all) {
      button.classList.toggle("marked", names.includes(name));
      button.classList.toggle("better", solid.includes(name));
    }
  }

  /** @param {(typeof this.all)[number]} target @param {MouseEvent} event */
  press(target, event) {
    const isTwin = target !== this.tapped && target.name === this.tapped?.name; // another of several equal tiles
    this.setFocusable(target, false);
    if (isTwin && this.choice?.isChosen(target.choices)) return this.show(this.choice, this.inWords);
    const byFinger = event.detail > 0; // not by the keyboard or a screen reader
    const { width, height } = target.button.getBoundingClientRect();
    const isOpen = target.button.ariaDisabled === "false";
    const isSmall = byFinger && Math.min(width, height) < LEAST && (isOpen || !target.choices.length);
    const [nearest, next] = isSmall ? this.findOpen(event) : [];
    if (isOpen && next && next.away < APART) return this.zoomTo(target, Math.min(width, height));
    const meant = nearest && nearest.away < (isOpen ? APART : APART / 2) ? nearest.target : target;
    this.tap(meant.choices, meant.name, !byFinger);
  }

  /** The places that may be tapped, the nearest first, each with its distance in CSS pixels. @param {MouseEvent} event */
  findOpen({ clientX, clientY }) {
    return this.all
      .filter(({ button }) => button.ariaDisabled === "false")
      .map((target) => {
        const { x, y, width, height } = target.button.getBoundingClientRect();
        return { target, away: Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY) };
      })
      .sort((one, other) => one.away - other.away);
  }

  /** @param {(typeof this.all)[number]} target @param {number} size */
  zoomTo(target, size) {
    this.setZoom((this.zoom * ZOOMED) / size);
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = target.button;
    this.frame.scrollTo({
      left: offsetLeft + offsetWidth / 2 - this.frame.clientWidth / 2,
      top: offsetTop + offsetHeight / 2 - this.frame.clientHeight / 2,
    });
    this.zoomed();
  }

  zoomOut() {
    this.setZoom(1);
  }

  /** @param {number} zoom */
  setZoom(zoom) {
    this.frame.style.height = zoom > 1 ? `${this.frame.clientHeight}px` : "";
    this.zoom = zoom;
    this.board.style.width = `${100 * zoom}%`;
    this.frame.classList.toggle("zoomed", zoom > 1);
    this.whole.hidden = this.labels.hidden = zoom <= 1;
    this.placeLabels();
  }

  /** @param {(typeof this.all)[number] | undefined} target @param {boolean} focus */
  setFocusable(target, focus) {
    for (const each of this.all) each.button.tabIndex = each === target ? 0 : -1;
    if (focus) target?.button.focus();
  }

  /** Put the focus on the board. */
  focus() {
    this.all.find((target) => target.button.tabIndex === 0)?.button.focus();
  }

  /** Go to the nearest target in the direction of an arrow key. @param {KeyboardEvent} event */
  move(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const here = this.all.find((target) => target.button === document.activeElement);
    if (!step || !here) return;
    event.preventDefault();
    const [x, y] = middle(here.box);
    let nearest = null;
    let least = Infinity;
    const reached = this.all.filter(({ button }) => button.ariaDisabled === "false" || !button.classList.contains("side"));
    for (const target of reached) {
      const [otherX, otherY] = middle(target.box);
      const along = (otherX - x) * step[0] + (otherY - y) * step[1];
      const aside = Math.abs((otherX - x) * step[1]) + Math.abs((otherY - y) * step[0]);
      if (along > 0 && along + 2 * aside < least && aside <= 2 * along) [nearest, least] = [target, along + 2 * aside];
    }
    if (nearest) this.setFocusable(nearest, true);
  }
}

/** @param {number[]} box */
const middle = ([left, top, right, bottom]) => [(left + right) / 2, (top + bottom) / 2];

/** Lay something over a box of the picture. @param {HTMLElement} made @param {number[]} box @param {number} width @param {number} height */
function lay(made, [left, top, right, bottom], width, height) {
  made.style.left = `${(100 * left) / width}%`;
  made.style.top = `${(100 * top) / height}%`;
  made.style.width = `${(100 * (right - left)) / width}%`;
  made.style.height = `${(100 * (bottom - top)) / height}%`;
}
