"""The **Play** panel of Pastures New: a square and a terrain in any order, or a square for a castle."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.panels.core import Button, Draft, Panel, PanelMaker, Row, Send
from bot.panels.squares import MOST_CHOICES, Pick, press_square, read_pick, square_menus
from render.view import Marks
from render.words import count
from rules import IllegalMove
from rules.pastures import TERRAINS, Castle, Fill, PasturesState
from rules.squares import Square

_EMOJI = {"M": "⛰️", "P": "🌾", "F": "🌲", "R": "🌊", "D": "🏜️", "W": "🪨"}
_BUTTONS_A_ROW = 3
_CLEAR = "clear"
_SEND = "send"


class PasturesPanel(PanelMaker[PasturesState]):
    """The **Play** panel of Pastures New. Its drafts have ``column``, ``row`` and ``terrain`` (a letter)."""

    def build(self, state: PasturesState, seat: int, draft: Draft) -> Panel:
        """The panel of the seat to move, for either phase."""
        return _build_fill(state, draft) if state.phase == "fill" else _build_claim(state, draft)

    def press(self, state: PasturesState, seat: int, draft: Draft, control: str, values: Sequence[str]) -> Draft | Send:
        """The draft after a press, or the move."""
        if not self.build(state, seat, draft).offers(control, values):
            return draft
        if control == _CLEAR:
            return {}
        return (
            _press_fill(state, draft, control, values) if state.phase == "fill" else _press_claim(state, draft, control, values)
        )


# ---------------------------------------------------------------------- filling


class _Filling:
    """What may be filled with what, and what of it a draft has chosen."""

    def __init__(self, state: PasturesState, draft: Draft) -> None:
        self.terrains_at: dict[Square, list[str]] = {}
        """Every square that may be filled -> the letters of what may be put there."""
        for move in state.moves():
            if isinstance(move, Fill):
                self.terrains_at.setdefault(move.square, []).append(move.terrain)
        wanted = draft.get("terrain")
        self.terrain = wanted if any(wanted in letters for letters in self.terrains_at.values()) else None
        self.pick = read_pick(draft, self.squares())
        self.together = len(self.terrains_at) <= MOST_CHOICES

    def squares(self) -> list[Square]:
        """The squares that may be filled with the terrain chosen, or with any if none is."""
        return [square for square, letters in self.terrains_at.items() if self.terrain is None or self.terrain in letters]

    def terrains(self) -> set[str]:
        """The terrains that may be put on a square that fits what is chosen of it."""
        return {letter for square, letters in self.terrains_at.items() if self.pick.fits(square) for letter in letters}

    def move(self) -> Fill | None:
        """The move, when square and terrain are chosen."""
        square = self.pick.square
        return None if square is None or self.terrain is None else Fill(square, self.terrain)


def _build_fill(state: PasturesState, draft: Draft) -> Panel:
    chosen = _Filling(state, draft)
    open_terrains = chosen.terrains()
    buttons = [
        Button(
            f"terrain-{letter}",
            word.capitalize(),
            "primary" if letter == chosen.terrain else "secondary",
            letter not in open_terrains,
            _EMOJI[letter],
        )
        for letter, word in TERRAINS.items()
    ]
    move = chosen.move()
    play = Button(_SEND, f"Play {move.square} {TERRAINS[move.terrain]}" if move else "Play", "success", disabled=move is None)
    rows: list[Row] = [
        *square_menus(
            chosen.squares(),
            chosen.pick,
            lambda square: ", ".join(TERRAINS[letter] for letter in chosen.terrains_at[square]),
            together=chosen.together,
        ),
        *(tuple(buttons[start : start + _BUTTONS_A_ROW]) for start in range(0, len(buttons), _BUTTONS_A_ROW)),
        (play, _clear_button(draft)),
    ]
    preview = state.play(move) if move else None
    return Panel(_fill_text(state, chosen), rows, _marks(chosen.squares(), chosen.pick), preview)


def _fill_text(state: PasturesState, chosen: _Filling) -> str:
    lines = ["**Your turn: fill an empty square with a terrain.** Choose square and terrain in any order, then press **Play**."]
    why = {"P4": "you played it on your previous turn", "P5": "your opponent has just played it"}
    if state.bans:
        bans = "; ".join(f"**{TERRAINS[letter]}** – {why[rule]}" for letter, rule in state.bans.items())
        lines.append(f"Not this turn: {bans}.")
    elif state.bans_lifted:
        lines.append("What you and your opponent played last is allowed this turn, because you could not move otherwise.")
    square = chosen.pick.square
    if square is not None:
        lines += [f"On {square}: {reason}" for reason in _reasons(state, square)]
    if square is None and chosen.terrain is not None:
        lines.append(f"Chosen: **{TERRAINS[chosen.terrain]}**. The dots show where it may go.")
    elif square is not None:
        lines.append(
            f"Chosen: **{square}**" + (f", **{TERRAINS[chosen.terrain]}**." if chosen.terrain else ". Now the terrain.")
        )
    return "\n".join(lines)


def _reasons(state: PasturesState, square: Square) -> list[str]:
    """Why the neighbours of a square forbid terrains there that are not banned this turn anyway."""
    reasons = []
    for letter in TERRAINS:
        if letter not in state.bans:
            try:
                state.play(Fill(square, letter))
            except IllegalMove as refusal:
                reasons.append(str(refusal))
    return reasons


def _press_fill(state: PasturesState, draft: Draft, control: str, values: Sequence[str]) -> Draft | Send:
    chosen = _Filling(state, draft)
    if control == _SEND:
        return Send(str(chosen.move()))
    pick = press_square(chosen.pick, chosen.squares(), control, values)
    terrain = chosen.terrain
    if pick is None:
        pressed = control.removeprefix("terrain-")
        pick, terrain = chosen.pick, None if pressed == terrain else pressed  # a second press takes it back
    return pick.draft() | ({"terrain": terrain} if terrain else {})


# ---------------------------------------------------------------------- claiming


def _sites(state: PasturesState) -> list[Square]:
    return [move.square for move in state.moves() if isinstance(move, Castle)]


def _build_claim(state: PasturesState, draft: Draft) -> Panel:
    sites = _sites(state)
    pick = read_pick(draft, sites)
    square = pick.square
    place = Button(_SEND, f"Place castle on {square}" if square else "Place castle", "success", square is None, "🏰")
    text = [
        "**Your turn: place a castle.** It stands on plains or wasteland, and its area, the 3 by 3 squares around it, "
        "may not share a square with the area of another castle.",
        f"The dots show where one may stand: {count(len(sites), 'square')}.",
    ]
    if square is not None:
        text.append(f"Chosen: **{square}**, for {_points(state, square)}.")
    menus = square_menus(sites, pick, lambda site: _points(state, site), together=len(sites) <= MOST_CHOICES)
    preview = state.play(Castle(square)) if square else None
    return Panel("\n".join(text), [*menus, (place, _clear_button(draft))], _marks(sites, pick), preview)


def _press_claim(state: PasturesState, draft: Draft, control: str, values: Sequence[str]) -> Draft | Send:
    sites = _sites(state)
    pick = read_pick(draft, sites)
    if control == _SEND and pick.square is not None:
        return Send(str(Castle(pick.square)))
    pressed = press_square(pick, sites, control, values)
    return draft if pressed is None else pressed.draft()


# ---------------------------------------------------------------------- both


def _points(state: PasturesState, square: Square) -> str:
    return count(state.points(square), "point")


def _clear_button(draft: Draft) -> Button:
    return Button(_CLEAR, "Start over", disabled=not draft)


def _marks(legal: Collection[Square], pick: Pick) -> Marks:
    """The squares that may still be chosen, in the column or row if only that is chosen, and the one that is chosen."""
    if pick.square is None:
        return Marks(legal=frozenset(square for square in legal if pick.fits(square)))
    return Marks(legal=frozenset(legal) - {pick.square}, chosen=frozenset({pick.square}))
