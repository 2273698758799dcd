"""The **Play** panel of Territories: spots for farm houses, a start for a new fence, a direction for every trunk."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from string import ascii_lowercase

from bot.panels.core import Button, Choice, Draft, Menu, Panel, PanelMaker, Row, Send
from bot.panels.squares import MOST_CHOICES
from render.games.territories_words import outlook
from render.view import Marks
from render.words import listed
from rules.squares import Square
from rules.territories import PLACERS, Point, TerritoriesState, Trunk

_ARROWS = {"←": "⬅️", "↑": "⬆️", "→": "➡️", "↓": "⬇️"}
"""Direction of a trunk from a grid point, as it is marked on the picture -> its emoji; buttons stand in this order."""
_CLEAR = "clear"
_PART = "part"
_SEND = "send"
_SPOTS = "spots"
_START = "start"
_TRUNK = "trunk."


class TerritoriesPanel(PanelMaker[TerritoriesState]):
    """The **Play** panel of Territories.

    Its drafts have ``spots`` (squares, separated by spaces) while farm houses are placed, ``part`` and ``start`` (labels of
    start points) when a new fence begins, and nothing while a fence goes on: there one press plays.
    """

    def build(self, state: TerritoriesState, seat: int, draft: Draft) -> Panel:
        """The panel of the seat to move: farm houses, a fence that goes on, or a new fence."""
        if state.phase == "farms":
            return _build_farms(state, seat, draft)
        if state.open_end is not None:
            return _build_going_on(state, state.open_end)
        return _build_start(state, _Starting(state, draft))

    def press(self, state: TerritoriesState, seat: int, draft: Draft, control: str, values: Sequence[str]) -> Draft | Send:
        """The draft after a press, or the move."""
        if not self.build(state, seat, draft).offers(control, values):
            return draft
        if control == _SPOTS:
            return {_SPOTS: " ".join(values)}
        if control == _SEND:
            return Send(" ".join(map(str, _chosen_spots(state, draft))))
        if control == _PART:
            return {_PART: values[0]}
        if control == _START:
            return {_START: values[0]}
        return {} if control == _CLEAR else Send(control.removeprefix(_TRUNK))


# ---------------------------------------------------------------------- farm houses


def _houses_left(state: TerritoriesState) -> int:
    """How many farm houses the seat to move places before the other one does, or the fences begin."""
    return sum(1 for _ in takewhile(lambda placer: placer == state.seat, PLACERS[len(state.farms) :]))


def _chosen_spots(state: TerritoriesState, draft: Draft) -> list[Square]:
    wanted = draft.get(_SPOTS, "").split()
    return [spot for spot in state.free_spots if str(spot) in wanted][: _houses_left(state)]


def _build_farms(state: TerritoriesState, seat: int, draft: Draft) -> Panel:
    count, chosen = _houses_left(state), _chosen_spots(state, draft)
    named = listed(map(str, chosen))
    own = sum(owner == seat for owner in state.farms.values())
    again = bool(state.farms) and PLACERS[len(state.farms) - 1] == seat
    what = ("one more farm house" if again else "a farm house") if count == 1 else "two farm houses"
    text = [
        f"**Your turn: place {what}.** You have {own} of your 4."
        if own
        else f"**Your turn: place {what}.** You will have 4 in the end.",
        "The white dots show the free spots. When all houses stand, fences will part your farms from the others.",
    ]
    if chosen:
        text.append(f"Chosen: **{named}**." + (" You may choose one more, or place it now." if len(chosen) < count else ""))
    menu = Menu(
        _SPOTS,
        "Choose a farm spot" if count == 1 else "Choose one or two farm spots",
        [Choice(str(spot), str(spot), chosen=spot in chosen) for spot in state.free_spots],
        most=count,
    )
    place = Button(_SEND, f"Place on {named}" if chosen else "Place", "success", disabled=not chosen, emoji="🏠")
    clear = Button(_CLEAR, "Start over", disabled=not chosen)
    picked = frozenset(chosen)
    return Panel("\n".join(text), [menu, (place, clear)], Marks(legal=frozenset(state.free_spots) - picked, chosen=picked))


# ---------------------------------------------------------------------- a fence that goes on


def _build_going_on(state: TerritoriesState, end: Point) -> Panel:
    trunks = _by_direction(end, [move for move in state.moves() if isinstance(move, Trunk)])
    text = [
        f"**Your turn: the fence goes on** from {end.words(state.width, state.height)}.",
        *_outlooks(state, trunks),
        "A press places the trunk.",
    ]
    return Panel("\n".join(text), [_buttons(trunks)], Marks(edges=_edges(trunks)))


def _by_direction(point: Point, trunks: Sequence[Trunk]) -> dict[str, Trunk]:
    """Arrow -> the trunk that leads from a grid point in its direction, in the order of the buttons."""
    found = {_direction(point, trunk): trunk for trunk in trunks}
    return {arrow: found[arrow] for arrow in _ARROWS if arrow in found}


def _direction(point: Point, trunk: Trunk) -> str:
    onwards = trunk.ends[0] == point
    if trunk.upright:
        return "↓" if onwards else "↑"
    return "→" if onwards else "←"


def _buttons(trunks: dict[str, Trunk]) -> tuple[Button, ...]:
    return tuple(Button(f"{_TRUNK}{trunk}", str(trunk), "primary", emoji=_ARROWS[arrow]) for arrow, trunk in trunks.items())


def _edges(trunks: dict[str, Trunk]) -> tuple[tuple[Square, Square, str], ...]:
    return tuple((trunk.first, trunk.second, arrow) for arrow, trunk in trunks.items())


def _outlooks(state: TerritoriesState, trunks: dict[str, Trunk]) -> list[str]:
    """What each of the trunks would lead to, a line each."""
    return [f"{_ARROWS[arrow]} **{trunk}**: {outlook(state, trunk)}." for arrow, trunk in trunks.items()]


# ---------------------------------------------------------------------- a new fence


class _Starting:
    """The start points of a new fence, lettered, and what of them a draft has chosen."""

    def __init__(self, state: TerritoriesState, draft: Draft) -> None:
        self.trunks = state.starts
        self.points = {_label(index): point for index, point in enumerate(self.trunks)}
        """Label -> start point, row by row."""
        labels = list(self.points)
        count = -(-len(labels) // MOST_CHOICES)
        size = -(-len(labels) // count)
        self.parts = [labels[first : first + size] for first in range(0, len(labels), size)]
        """The labels, in parts that fit into a menu each."""
        self.start = draft[_START] if draft.get(_START) in self.points else None
        wanted = self.start or draft.get(_PART)
        self.part = self.parts[0] if count == 1 else next((part for part in self.parts if wanted in part), None)
        """The part that is chosen; the only one if there are no more."""


def _label(index: int) -> str:
    """``a`` to ``z``, then ``aa``, ``ab`` …"""
    tens, ones = divmod(index, len(ascii_lowercase))
    return (ascii_lowercase[tens - 1] if tens else "") + ascii_lowercase[ones]


def _build_start(state: TerritoriesState, starting: _Starting) -> Panel:
    again = (
        "The surrounding is complete, so you go on: begin a new fence" if state.trunks else "Your turn: begin the first fence"
    )
    where = "at the end of a trunk" if state.trunks else "on the outer edge"
    text = [f"**{again}** {where}."]
    rows: list[Row] = []
    if len(starting.parts) > 1:
        parts = [
            Choice(part[0], f"{part[0]} to {part[-1]}", _rows_of(state, starting, part), part == starting.part)
            for part in starting.parts
        ]
        rows.append(Menu(_PART, "Choose a part of the board", parts))
    if starting.part is not None:
        starts = [_start_choice(state, starting, label) for label in starting.part]
        rows.append(Menu(_START, "Choose where the fence starts", starts))
    if starting.start is None:
        text.append("The letters on the picture show every place where it may start.")
        shown = starting.part or starting.points
        return Panel("\n".join(text), rows, Marks(points=tuple((*starting.points[label], label) for label in shown)))
    point = starting.points[starting.start]
    trunks = _by_direction(point, starting.trunks[point])
    text += [
        f"Start at **{starting.start}**, {point.words(state.width, state.height)}; a press of an arrow places the trunk:",
        *_outlooks(state, trunks),
    ]
    rows.append(_buttons(trunks))
    return Panel("\n".join(text), rows, Marks(points=((*point, starting.start),), edges=_edges(trunks)))


def _start_choice(state: TerritoriesState, starting: _Starting, label: str) -> Choice:
    point = starting.points[label]
    ways = ", ".join(f"{arrow} {trunk}" for arrow, trunk in _by_direction(point, starting.trunks[point]).items())
    return Choice(label, f"{label} · {point.words(state.width, state.height)}", ways, label == starting.start)


def _rows_of(state: TerritoriesState, starting: _Starting, part: Sequence[str]) -> str:
    """Where on the board a part of the start points is."""
    first, last = (starting.points[label].y for label in (part[0], part[-1]))
    return f"from row {max(first, 1)} to row {min(last + 1, state.height)}"
