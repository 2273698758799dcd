"""The **Play** panel of Pastures New: a square and a terrain in any order, or a square for a castle."""

from __future__ import annotations

from collections.abc import Sequence

from bot.common.icons import icon
from bot.panels.core import Button, Menu, Row
from bot.panels.grids import (
    MOST_IN_GRID,
    Name,
    arrange,
    find_nearest,
    find_square,
    make_square_button,
    make_square_rows,
    make_value_button,
    name_line,
    plain_name,
)
from bot.panels.maker import PanelInput, PanelMaker, make_play_button
from render.style.owners import OWNERS
from rules import Action, IllegalMove
from rules.partial_move import PartialMove
from rules.pastures import TERRAINS, Castle, Fill, PasturesState
from rules.squares import Square
from rules.words import count

_NEAR = 5
"""Number of squares near the last move that have their own buttons if not all squares are shown."""
_WIDE = 10
"""Maximum number of columns of a board whose terrains are shown at once. On wider boards a square is chosen first, so that the
panel fits on a screen."""
_CASTLES_IN_ROW = 4
"""Number of buttons of squares with points that fit next to each other on a phone."""
_TERRAINS_IN_ROW = 2
"""Number of buttons of terrains that fit next to each other on a phone; a third one would wrap into another line."""
_ORDER = "MPDWFR"
"""The terrains in the order of their buttons: the two with the shortest names last, so that **Type…** fits next to them."""
_WHY = {"P4": "you played it last", "P5": "your opponent has just played it"}


class PasturesPanel(PanelMaker[PasturesState]):
    """The **Play** panel of Pastures New."""

    def make_rows(self, given: PanelInput[PasturesState]) -> list[Row]:
        """Return squares near the last move, then all squares or columns, then the terrains."""
        choice, state = given.choice, given.state
        if state.phase == "answer":
            return [tuple(_answer_button(state, move) for move, _ in choice.fitting)]
        if isinstance(choice.move, Fill | Castle):
            return [(_only_button(state, choice.move),)]
        if state.phase == "offer":
            return super().make_rows(given)
        if state.phase == "claim":
            return _castle_rows(choice)
        terrains = arrange(
            [make_value_button(choice, "terrain", each, TERRAINS[each].capitalize(), icon(TERRAINS[each])) for each in _ORDER],
            _TERRAINS_IN_ROW,
        )
        if find_square(choice) is not None:
            return terrains
        rows, legal = make_square_rows(choice), choice.squares
        if len(legal) > MOST_IN_GRID and not name_line(choice):
            rows = _with_likely(choice, rows, find_nearest(legal, given.recent_squares, _NEAR, given.considered))
        return rows if state.width > _WIDE and not choice.chosen else [*rows, *terrains]

    def write_text(self, given: PanelInput[PasturesState]) -> list[str]:
        """Return the task, or the current choice and the next step."""
        choice, state = given.choice, given.state
        if state.phase == "claim":
            if choice.decided:
                return ["**You build first: choose a square for your castle.**"]
            return ["**Build a castle** on plains or wasteland. Areas of 3 by 3 never overlap."]
        if state.phase == "offer":
            return ["**How many points for building second?** The other player chooses first or second."]
        if state.phase == "answer":
            return [f"**Offered for building second: {count(state.offered or 0, 'point')}.**"]
        square, terrain = find_square(choice), choice.chosen.get("terrain")
        if choice.move is not None:
            return [f"Only one move is left: **{square}** {TERRAINS[choice.settled['terrain']]}."]
        if square is not None:
            return [f"**{square}** · which terrain?", _scores(state), *filter(None, [_reasons(state, square)])]
        what = TERRAINS[terrain].capitalize() if terrain is not None else ""
        where = name_line(choice)
        if what or where:
            return [f"**{' · '.join(filter(None, (what, where)))}:** choose a square."]
        return [f"**Fill a square.** Once all are full, {_describe_first_builder(state)}.", _scores(state)]

    def explain(self, given: PanelInput[PasturesState]) -> str:
        """Return the explanation of a turn."""
        state = given.state
        if state.phase == "fill":
            touch = "share a side or corner" if state.options.adjacency == "corners" else "share a side"
            return _bans(state) + (
                f"You may not repeat your own last terrain, nor your opponent’s. Desert may not {touch} with river, nor plains "
                "with mountain. The land belongs to nobody. When the board is full, you take turns building castles on plains "
                "or wasteland, as long as one fits. Each scores its area: its own square and those around it, 3 by 3 "
                "(fewer at the edge). Areas never overlap, so a small board may have room for one castle only. "
                f"{_scores(state)}"
            )
        if state.phase in ("offer", "answer"):
            return (
                "The first castle is a big advantage. One player names a price, 0 to 99 points. The other one then builds "
                "first or second. The player who builds second gets the points."
            )
        return (
            "A castle stands on plains or wasteland, in the middle of its area of 3 by 3 squares (fewer at the edge). Areas "
            f"never overlap. {_scores(state)}"
        )

    def explain_buttons(self, given: PanelInput[PasturesState]) -> str:
        """Return a sentence about when a press plays."""
        if given.state.phase == "claim":
            return "Each button names a square and the points of a castle there."
        return "The move is played once both are chosen." if given.state.phase == "fill" else ""


def _castle_rows(choice: PartialMove[PasturesState]) -> list[Row]:
    """Return the squares for a castle with their points. If there are many, the squares with the most points come first.

    Labels have no icon and no spaces, so that four of them fit next to each other on a phone.
    """
    state = choice.state

    def name(square: Square) -> tuple[str, str | None]:
        return f"{square}·{state.points(square)}", None

    rows, legal = make_square_rows(choice, name, _CASTLES_IN_ROW), choice.squares
    if len(legal) <= MOST_IN_GRID or name_line(choice):
        return rows
    return _with_likely(choice, rows, sorted(legal, key=lambda square: -state.points(square))[:_NEAR], name)


def _with_likely(
    choice: PartialMove[PasturesState], rows: list[Row], likely: Sequence[Square], name: Name = plain_name
) -> list[Row]:
    """Return the rows below a row of likely squares, without squares that the rows already have."""
    shown = {button.id for row in rows if not isinstance(row, Menu) for button in row}
    buttons = [make_square_button(choice, square, name, "primary") for square in likely]
    row = tuple(button for button in buttons if button.id not in shown)
    return [row, *rows] if row else rows


def _only_button(state: PasturesState, move: Fill | Castle) -> Button:
    """Return the button of the only legal move, which is named in words."""
    if isinstance(move, Fill):
        word = TERRAINS[move.terrain]
        return make_play_button(move, f"{word.capitalize()} on {move.square}", icon(word))
    points = count(state.points(move.square), "point")
    return make_play_button(move, f"Castle on {move.square} · {points}", icon(f"castle_{OWNERS[state.seat or 0].name}"))


def _answer_button(state: PasturesState, move: Action) -> Button:
    """Return the button of an answer (P15): the castle that the player would place, and the player who gets the points."""
    first = str(move) == "first"
    points = count(state.offered or 0, "point")
    return make_play_button(
        move, f"Build first; they get {points}" if first else f"Build second; get {points}", "🥇" if first else "🥈"
    )


def _scores(state: PasturesState) -> str:
    """Return the points of the terrains (P13)."""
    return f"In a castle’s area plains score 3, forest {state.options.forest}, river and mountain 1."


def _describe_first_builder(state: PasturesState) -> str:
    """Return whose castle comes first (P9), unless an offer decides it (P15)."""
    if state.options.claim == "offer":
        return "castles follow"
    return "you build first" if state.width * state.height % 2 == state.seat else "your opponent builds first"


def _bans(state: PasturesState) -> str:
    """Return the terrains that are banned this turn, with the reasons. The picture shows them too."""
    if state.bans:
        bans = ", ".join(f"**{TERRAINS[letter]}** ({_WHY[rule]})" for letter, rule in state.bans.items())
        return f"Not this turn: {bans}. "
    return "You may repeat a terrain this turn, because you could not move otherwise. " if state.bans_lifted else ""


def _reasons(state: PasturesState, square: Square) -> str:
    """Return why the neighbours of a square forbid terrains there, except those banned this turn anyway."""
    reasons = []
    for letter in TERRAINS:
        if letter not in state.bans:
            try:
                state.play(Fill(square, letter))
            except IllegalMove as refusal:
                reasons.append(str(refusal))
    return " ".join(reasons)
