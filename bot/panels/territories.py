"""The **Play** panel of Territories: spots for farms, a start for a new fence, a direction for every trunk."""

from __future__ import annotations

from collections.abc import Iterable

from bot.common.icons import icon
from bot.panels.core import Button, Entry, Row
from bot.panels.grids import arrange, make_menus, make_square_rows
from bot.panels.maker import PanelInput, PanelMaker, make_play_button
from render.games.territories.words import LOOKS, STAYS_OPEN, outlook, where_to_begin
from render.style.owners import OWNERS
from render.view import Marks
from rules.partial_move import PartialMove
from rules.territories import PLACERS, TerritoriesState, Trunk
from rules.territories.parts import arrow, labelled_starts

EMOJI = {"left": "⬅️", "up": "⬆️", "right": "➡️", "down": "⬇️"}
"""The emoji of each direction of a trunk, in the order of the buttons."""
_FEW = 3
"""Maximum number of starts with their own buttons. If there are more, they are in a menu, which describes the place of each."""


class TerritoriesPanel(PanelMaker[TerritoriesState]):
    """The **Play** panel of Territories. Every press places a farm or a trunk, unless it chooses a start."""

    def make_rows(self, given: PanelInput[TerritoriesState]) -> list[Row]:
        """Return the free spots, the trunks that continue the fence, or the starts of a new one."""
        choice = given.choice
        if given.state.phase == "farms":
            house = icon(f"house_{OWNERS[LOOKS[given.seat]].name}")
            return make_square_rows(choice, lambda square: (str(square), house))
        if given.state.open_end is not None or "start" in choice.chosen:
            return arrange([make_play_button(trunk, str(trunk), EMOJI[way]) for way, trunk in _trunks(choice)])
        where, legal = labelled_starts(given.state), choice.values("start")
        starts = [label for label in where if label in legal]
        told = {label: f"{label} · {where[label].words(given.state.width, given.state.height)}" for label in starts}
        if len(starts) <= _FEW:
            return [(_start_button(choice, label, told[label]),) for label in starts]
        entries = [Entry(label, told[label], _ways(choice, label)) for label in starts]
        return make_menus("set.start", "Choose where the fence starts", entries)

    def write_text(self, given: PanelInput[TerritoriesState]) -> list[str]:
        """Return the task, and the areas that the offered trunks would complete."""
        choice, state = given.choice, given.state
        if state.phase == "farms":
            return [f"**Build {_count_farms(state)}, near many empty squares.**"]
        trunks = dict(_trunks(choice))
        if state.open_end is not None:
            head = "**Extend the fence. Choose a piece to see who gets land by it.**"
            return [head, *_outlooks(state, trunks)]
        if "start" in choice.chosen:
            node = labelled_starts(state)[choice.chosen["start"]]
            return [
                f"**Start at {choice.chosen['start']}**, {node.words(state.width, state.height)}.",
                *_outlooks(state, trunks),
            ]
        first = "Once closed, a part with only your farms is your land."
        about = "Each piece of fence is one square long." if state.trunks else first
        return [f"**{_beginning(state)}**", f"Choose a letter on the picture. {icon('trunk')} {about}"]

    def explain(self, given: PanelInput[TerritoriesState]) -> str:
        """Return the explanation of a turn."""
        if given.state.phase == "farms":
            return (
                "After all eight farms, you both extend shared fences, piece by piece, until they part your farms from theirs. "
                "The land around your farms counts, so a good spot has much land that is nearer to your farms than to theirs."
            )
        uncounted = "; squares with farms do not count" if given.state.options.farms == "none" else ""
        return "\n".join(
            [
                "You take turns adding a piece to one fence, on the side between two squares. Each part that it splits off "
                "must have a farm, so a side from which that is impossible is not allowed.",
                "When it meets the edge or a fence, it is closed. A part with farms of only one colour is then that player’s "
                "land, and no more fences go there.",
                "Whoever closed the fence begins the next one, at any corner that an old fence touches. Its first piece may "
                "not lie beside a farm of the other player, unless nothing else is possible.",
                f"When no part has farms of both colours, the game is over. The most land wins{uncounted}.",
            ]
        )

    def explain_buttons(self, given: PanelInput[TerritoriesState]) -> str:
        """Return a sentence about the effect of a green button."""
        return "" if given.state.phase == "farms" else "A green button lays the piece of fence at once."

    def find_marks(self, given: PanelInput[TerritoriesState]) -> Marks:
        """Return the free spots, the letters of the starts, and the directions of the trunks."""
        choice, state = given.choice, given.state
        if state.phase == "farms":
            return super().find_marks(given)
        trunks = dict(_trunks(choice))
        edges = tuple((trunk.first, trunk.second, arrow(way)) for way, trunk in trunks.items())
        if state.open_end is not None:
            return Marks(edges=edges)
        starts = labelled_starts(state)
        if "start" in choice.chosen:
            label = choice.chosen["start"]
            return Marks(nodes=((*starts[label], label),), edges=edges)
        return Marks(nodes=tuple((*node, label) for label, node in starts.items()))


def _count_farms(state: TerritoriesState) -> str:
    """Return which farm of a turn comes next: ``the first of 2 farms this turn``, or ``a farm`` if there is only one (T3)."""
    next_farm = len(state.farms)
    if PLACERS[next_farm] in PLACERS[next_farm + 1 : next_farm + 2]:
        return "the first of 2 farms this turn"
    return "the second of 2 farms this turn" if next_farm and PLACERS[next_farm] == PLACERS[next_farm - 1] else "a farm"


def _beginning(state: TerritoriesState) -> str:
    """Return a sentence about where a fence may begin."""
    return f"{'You move again: begin' if state.trunks else 'You also begin the shared fence'} at {where_to_begin(state)}."


def _trunks(choice: PartialMove[TerritoriesState]) -> Iterable[tuple[str, Trunk]]:
    """Return the offered trunks by direction, in the order of the buttons."""
    found = {move_parts["direction"]: move for move, move_parts in choice.fitting if isinstance(move, Trunk)}
    return ((way, found[way]) for way in EMOJI if way in found)


def _start_button(choice: PartialMove[TerritoriesState], label: str, words: str) -> Button:
    """Return the button of a start with its location. If the start has only one direction, a press places the trunk."""
    started = choice.choose({"start": label})
    ways = list(_trunks(started))
    emoji = EMOJI[ways[0][0]] if len(ways) == 1 else None
    return Button(f"set.start.{label}", words, "secondary" if started.move is None else "success", emoji=emoji)


def _ways(choice: PartialMove[TerritoriesState], label: str) -> str:
    return ", ".join(f"{arrow(way)} {trunk}" for way, trunk in _trunks(choice.choose({"start": label})))


def _outlooks(state: TerritoriesState, trunks: dict[str, Trunk]) -> list[str]:
    """Return the effects of the trunks that close the fence, in one or two lines."""
    told = [f"{EMOJI[way]} {words}." for way, trunk in trunks.items() if (words := outlook(state, trunk)) != STAYS_OPEN]
    return told if len(told) <= 2 else [" ".join(told)]
