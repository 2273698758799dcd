"""Builds a **Play** panel from a partial move. The panel of a game only defines how its parts are shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from bot.panels.core import MOST_IN_ROW, ROOM, Button, Draft, Entry, Panel, Row, Send, count_components
from bot.panels.grids import (
    MOST_IN_GRID,
    arrange,
    find_square,
    list_squares_in_line,
    make_menus,
    make_square_rows,
    make_value_button,
)
from render.view import Marks
from rules import Action, State
from rules.partial_move import PartialMove, restore
from rules.parts import Parts, square_parts
from rules.squares import Square

S = TypeVar("S", bound=State)

HELP = "help"
"""The id of the button that explains the panel. A press shows :attr:`Panel.more` and changes nothing."""
TYPE = "type"
"""The id of the button that opens a field to type the move."""
MOST_CONSIDERED = 2
"""Maximum number of squares that are offered again because the player chose them before."""
_ICON = r"(?:<:\w+:\d+>|[\u2600-\u27bf\U0001f000-\U0001ffff]\ufe0f?)"
_MARKS = re.compile(rf"^{_ICON} | ?{_ICON}|^-# ", re.MULTILINE)
"""The markup to remove from an explanation: Discord icons, emojis (not every browser draws them), small print."""
_PAGE_MARKS = "White marks the last move; dots, where there are any, the places that you may tap."
_CONSIDERED = "considered"
"""The key of a draft that stores the squares to offer again."""
_KEY = "choice"
"""The key of a draft that stores the choice, as :attr:`PartialMove.data`.

Older versions of the bot stored a text there; such a draft counts as empty."""


@dataclass(frozen=True)
class PanelInput(Generic[S]):
    """The data from which a panel is built."""

    choice: PartialMove[S]
    seat: int
    recent_squares: tuple[Square, ...]
    """The squares of the last moves, newest first."""
    considered: tuple[Square, ...] = ()
    """The squares that the player chose and deselected in this turn, newest first."""

    @property
    def state(self) -> S:
        """The position after the chosen decisions."""
        return self.choice.state


class PanelMaker(Generic[S]):
    """A game's **Play** panel. This class itself serves any game: every open part gets buttons or menus.

    A press that leaves a single legal move plays that move at once; its button is green.
    """

    collects = False
    """Whether several decisions are collected and then sent together."""

    def __init__(self, parts: Parts[S]) -> None:
        self.parts = parts

    def build(self, state: S, seat: int, draft: Draft, recent_squares: Sequence[Square] = ()) -> Panel:
        """Return the panel for ``seat``, which is to move in ``state``. It offers only legal choices.

        ``recent_squares``: the squares of the last moves, newest first. Entries of the draft that do not fit are ignored.
        """
        return self._build(self._read_input(state, seat, draft, recent_squares))

    def list_tasks(self, state: S, seat: int, parts: Iterable[str]) -> dict[str, str]:
        """Return the first line of the panel of ``seat``, which is to move, by the choice so far, without Markdown.

        The key is ``""`` before any choice, and for example ``action,road`` once only that value is chosen. There is one key
        for each legal value of ``parts``.
        """
        given = self._read_input(state, seat, {}, ())
        begun = {"": given.choice}
        begun |= {f"{part},{value}": given.choice.choose({part: value}) for part in parts for value in given.choice.sets(part)}
        return {chosen: self.write_text(replace(given, choice=choice))[0].replace("**", "") for chosen, choice in begun.items()}

    def write_help(self, state: S, seat: int) -> str:
        """Return the rules of the decision of ``seat``, which is to move, and the meaning of the page's marks, without icons.

        Only ``**`` marks words. The text is empty if the decision has no rules.
        """
        text = self.explain(self._read_input(state, seat, {}, ()))
        return _MARKS.sub("", f"{text}\n{_PAGE_MARKS}") if text else ""

    def press(
        self, state: S, seat: int, draft: Draft, control: str, values: Sequence[str] = (), recent_squares: Sequence[Square] = ()
    ) -> Draft | Send:
        """Return the draft after a press of ``control``, or the move to play. ``values``: the selected menu entries.

        A control or value that the panel does not offer leaves the draft unchanged.
        """
        given = self._read_input(state, seat, draft, recent_squares)
        if not self._build(given).offers(control, values):
            return draft
        after = self.handle_press(given, control, values)
        if isinstance(after, Send):
            return after
        let_go = find_square(given.choice)
        considered = given.considered
        if let_go is not None and let_go != find_square(after):
            considered = (let_go, *(square for square in considered if square != let_go))[:MOST_CONSIDERED]
        kept = {_CONSIDERED: list(map(str, considered))} if considered else {}
        return {**self.store(after), **kept}

    def read(self, state: S, draft: Draft) -> PartialMove[S]:
        """Return the choice stored in a draft."""
        return restore(state, self.parts, draft.get(_KEY))

    def store(self, choice: PartialMove[S]) -> Draft:
        """Return a choice in its stored form."""
        return {_KEY: choice.data} if choice.decided or choice.chosen else {}

    # ------------------------------------------------------------------ overridden by games

    def make_rows(self, given: PanelInput[S]) -> list[Row]:
        """Return the controls, the most likely ones first, without the last row, which every panel has."""
        choice = given.choice
        if choice.move is not None:
            return [(make_play_button(choice.move, f"Play {choice.move}"),)]
        rows = list[Row]()
        for part in choice.parts.nouns:
            if part == "column" and choice.squares:
                rows += make_square_rows(choice)
            elif part in choice.open and part not in ("column", "row"):
                rows += make_part_rows(choice, part)
        return rows

    def write_text(self, given: PanelInput[S]) -> list[str]:
        """Return at most three short lines: the task and the current choice."""
        lines = ["**Your turn.**"]
        if given.choice.chosen:
            lines.append(f"Chosen: **{' '.join(given.choice.chosen.values())}**.")
        if given.choice.question:
            lines.append(f"Choose {given.choice.question}.")
        return lines

    def explain(self, given: PanelInput[S]) -> str:
        """Return the rules of this decision, for **How?** and the page; empty if there are none."""
        return ""

    def explain_buttons(self, given: PanelInput[S]) -> str:
        """Return sentences about the effects of the panel's buttons, for **How?** after the rules."""
        return ""

    def find_marks(self, given: PanelInput[S]) -> Marks:
        """Return the marks on the picture: the available squares, or the chosen one."""
        chosen = find_square(given.choice)
        if chosen is not None:
            return Marks(chosen=frozenset({chosen}))
        return Marks(legal=frozenset(list_squares_in_line(given.choice, given.choice.squares)))

    def find_preview(self, given: PanelInput[S]) -> S | None:
        """Return the position to draw, after the current choice; ``None`` for the real position."""
        return None

    def handle_press(self, given: PanelInput[S], control: str, values: Sequence[str]) -> PartialMove[S] | Send:
        """Apply an offered control to the choice. Games with their own controls extend this."""
        choice = given.choice
        kind, _, rest = control.partition(".")
        if kind in (HELP, TYPE):
            return choice
        if kind == "clear":
            return PartialMove.begin(choice.start, choice.parts)
        if kind == "play":
            return self.complete(choice, next(move for move, _ in choice.entries if make_move_id(move) == rest))
        if kind == "square":
            wanted = square_parts(Square.read(rest))
        else:
            part, _, value = rest.partition(".")
            part, value = (part, value) if not values else (part.partition("-")[0], values[0])
            if choice.chosen.get(part) == value:
                return choice.forget(part)
            wanted = {part: value}
        after = choice.choose(wanted)
        return after if after.move is None else self.complete(after, after.move)

    # ------------------------------------------------------------------ shared by all games

    def complete(self, choice: PartialMove[S], move: Action) -> PartialMove[S] | Send:
        """Play a complete decision, or add it to the draft if decisions are sent together."""
        after = choice.decide(move)
        if self.collects and after.goes_on:
            return after
        return Send(" ".join(map(str, after.decided)))

    def _read_input(self, state: S, seat: int, draft: Draft, recent_squares: Sequence[Square]) -> PanelInput[S]:
        stored = draft.get(_CONSIDERED)
        considered = tuple(map(Square.read, stored)) if isinstance(stored, list) else ()
        return PanelInput(self.read(state, draft), seat, tuple(recent_squares), considered)

    def _build(self, given: PanelInput[S]) -> Panel:
        rows, more, choice = self.make_rows(given), self.explain(given), given.choice
        if more:
            more = "\n".join(filter(None, [more, self.explain_buttons(given)]))
        foot = [Button("clear", "Start over")] if choice.chosen or choice.decided else []
        foot += [Button(TYPE, "Type…")] if len(choice.fitting) > MOST_IN_GRID else []
        foot += [Button(HELP, "How?")] if more else []
        rows += [tuple(foot)] if foot else []
        return Panel("\n".join(self.write_text(given)), rows, self.find_marks(given), self.find_preview(given), more)


def add_buttons(rows: Sequence[Row], own: Sequence[Button]) -> list[Row]:
    """Return a panel's rows with the buttons of its message: next to **How?** at the end, or in a separate row.

    To make room, **Type…** moves to the row above or is left out; if that is not enough, the last of these buttons is left out.
    """
    last = rows[-1] if rows else ()
    foot = last if isinstance(last, tuple) and any(each.id in (HELP, TYPE) for each in last) else ()
    above = rows[:-1] if foot else rows
    room = min(MOST_IN_ROW, ROOM - count_components(above) - 1)
    typing = tuple(each for each in foot if each.id == TYPE and own)
    lowest = above[-1] if above else ()
    if typing and len(foot) + len(own) <= room and isinstance(lowest, tuple) and 0 < len(lowest) < MOST_IN_ROW:
        above = [*above[:-1], (*lowest, *typing)]
        foot = tuple(each for each in foot if each.id != TYPE)
    elif len(foot) + len(own) > room:
        foot = tuple(each for each in foot if each.id != TYPE)
    whole = (*foot, *own)[:room]
    return [*above, whole] if whole else list(above)


def make_move_id(move: Action) -> str:
    """Return a move in the form of its button's id: ``activate.C4.D4``."""
    return str(move).replace(" ", ".")


def make_play_button(move: Action, label: str, emoji: str | None = None) -> Button:
    """Return the button that plays a move at once."""
    return Button(f"play.{make_move_id(move)}", label[:80], "success", emoji=emoji)


def make_part_rows(choice: PartialMove[Any], part: str) -> list[Row]:
    """Return a button for each value of a part, or menus if there are many values."""
    values = choice.values(part)
    if len(values) <= MOST_IN_GRID:
        return arrange([make_value_button(choice, part, value, value.capitalize()) for value in values])
    entries = [Entry(value, value, chosen=choice.chosen.get(part) == value) for value in values]
    return make_menus(f"set.{part}", f"Choose {choice.parts.noun(part)}", entries)
