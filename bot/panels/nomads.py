"""The **Play** panel of Nomads: a space and an action in any order, the choice of a drawn tile, an answer to the barbarians."""

from __future__ import annotations

from bot.common.icons import CHARACTERS, icon
from bot.panels.core import Button, Row
from bot.panels.grids import MOST_IN_GRID, arrange, find_nearest, find_square, make_square_rows, make_value_button, name_line
from bot.panels.maker import PanelInput, PanelMaker, make_play_button
from render.games.nomads.words import (
    activation_words,
    left_words,
    limit_words,
    list_unseen_tiles,
    loss_words,
    more_words,
    road_words,
    take_words,
)
from render.view import Marks
from rules import Action
from rules.nomads import NomadsState
from rules.nomads.actions import Activate, Discover, Road, Take
from rules.nomads.tiles import BARBARIAN_POINTS, CITY_BY_ROAD, NUMBER, TABLE, TREASURE_POINTS
from rules.partial_move import PartialMove
from rules.squares import Square
from rules.words import count

_ACTIONS = {
    "discover": ("Discover", "🧭"),
    "city": ("Build city", "city"),
    "activate": ("Activate", "🐪"),
    "road": ("Road", "road"),
}
_TASKS = {
    "discover": "choose a space for a random tile, worth 0 to 20 points.",
    "city": "choose a space. It scores 5 points; you build only one.",
    "activate": "choose a tile, draw, lay one beside it; barbarians fill {}.",
    "road": "choose grass or desert; barbarians fill {}.",
}
_LAST_ACTIVATION = "choose a tile. Your draw only scores: barbarians fill {}."
_ARROWS = {"up": "↑", "left": "←", "right": "→", "down": "↓"}
_ANSWERS = {
    "placate": ("Give a treasure", "treasure"),
    "pay": ("Pay {} points", "🪙"),
    "refuse": ("Lose the city", "🔥"),
}
_LIKELY = 4
"""Maximum number of moves offered directly: roads that score now, and discoveries near the last move. A road counts twice,
so that all fit into one line on a phone."""


class NomadsPanel(PanelMaker[NomadsState]):
    """The **Play** panel of Nomads."""

    def make_rows(self, given: PanelInput[NomadsState]) -> list[Row]:
        """Return likely moves, the actions and the spaces. Once a space is chosen, return the moves there.

        Actions have no icons, so that the three that remain once the player has a city fit next to each other on a phone.
        """
        choice, state = given.choice, given.state
        if state.phase == "choice":
            return arrange(
                [
                    make_play_button(move, move.kind.capitalize(), icon("plains" if move.kind == "grass" else move.kind))
                    for move in _moves(choice)
                    if isinstance(move, Take)
                ]
            )
        if state.phase == "attack":
            return [tuple(_answer_button(state, move) for move in _moves(choice))]
        square = find_square(choice)
        if square is not None:
            return arrange([_button_at_chosen_space(move, move_parts.get("to", "")) for move, move_parts in choice.fitting])
        actions = [action for action in _ACTIONS if action != "city" or state.cities_in_hand[given.seat]]
        rows: list[Row] = [
            tuple(make_value_button(choice, "action", action, _ACTIONS[action][0]) for action in actions),
            *make_square_rows(choice),
        ]
        return rows if choice.chosen or not (likely := self._likely(given)) else [tuple(likely), *rows]

    def _likely(self, given: PanelInput[NomadsState]) -> list[Button]:
        """Return the roads that score now, best first, then discoveries near the last move."""
        state = given.state
        gains = [(state.road_points(move.square)[given.seat], move) for move in _moves(given.choice) if isinstance(move, Road)]
        best = sorted((item for item in gains if item[0] > 0), key=lambda item: -item[0])[: _LIKELY // 2]
        roads = [make_play_button(move, f"Road {move.square} +{points}", icon("road")) for points, move in best]
        found = [move.square for move in _moves(given.choice) if isinstance(move, Discover)]
        if len(found) <= MOST_IN_GRID and not roads:
            return []
        close = find_nearest(found, given.recent_squares, _LIKELY - 2 * len(roads), given.considered)
        return [*roads, *(make_play_button(Discover(square), str(square), "🧭") for square in close)]

    def write_text(self, given: PanelInput[NomadsState]) -> list[str]:
        """Return the task, and information about the chosen space."""
        choice, state = given.choice, given.state
        if state.phase == "choice":
            return _choice_text(state)
        if state.phase == "attack":
            return _attack_text(state)
        square = find_square(choice)
        about = [] if square is None else _about(choice, square)
        action = choice.chosen.get("action")
        if action is not None:
            is_last = action == "activate" and state.empty == (state.next_space,)
            task = _LAST_ACTIVATION if is_last else _TASKS[action]
            return [f"**{_ACTIONS[action][0]}:** {task.format(state.next_space)}", *about]
        if square is not None:
            return [f"**{square}** · what do you do there?", *about]
        if line := name_line(choice):
            return [f"**{line}** · which space?"]
        return ["**Tiles and roads score points. Choose a space or an action.**"]

    def explain(self, given: PanelInput[NomadsState]) -> str:
        """Return an explanation of the actions, the attack, and the unseen tiles; in the attack, only of the attack."""
        if given.state.phase == "choice":
            return ""
        tribute = given.state.options.tribute
        price = f"a treasure or {count(tribute, 'point')}" if tribute else "a treasure"
        attack = [
            "**When the board is full**, all barbarians attack in turn, whoever has them (you begin with one). "
            "The first goes from the last dark tile to the nearest city (in steps), anybody’s; the next from there.",
            f"At each city its owner chooses: lose it, but keep its points; or give {price}, so that it stands, the barbarian "
            "stays there, and the next pass it by. Once every city has a barbarian, these go home, and every city can be "
            "attacked again. Without a city you score 0.",
            "-# Equally near: the one nearest to the last dark tile, then to the red arrow, then the upper, then the left one.",
        ]
        if given.state.phase == "attack":
            return "\n".join(attack)
        worth = {kind: TABLE[NUMBER[kind]].points for kind in ("oasis", "city", "mine", "grass", "desert", "mountain")}
        points = ", ".join(f"{kind} {each}" for kind, each in worth.items())
        draws = [row.draws for row in TABLE]
        city = (
            f"{icon('city')} **Build city:** once per game, your own city (the small one in your score box) on an empty space, "
            "for 5 points."
        )
        return "\n".join(
            [
                f"🧭 **Discover:** a tile is drawn for an empty space. Terrain stays there, is yours and scores: {points}. A "
                f"treasure ({TREASURE_POINTS} at the end) or a barbarian ({BARBARIAN_POINTS} at once) goes to you, and you "
                "move again.",
                *([city] if given.state.cities_in_hand[given.seat] else []),
                f"🐪 **Activate** a tile, anybody’s, to fill a space next to it: by its kind, {min(draws)} to {max(draws)} "
                "tiles are drawn, and you take one. Some kinds must be taken if drawn, some never: you see which. For a "
                "treasure or barbarian the space stays empty, and your turn ends.",
                f"{icon('road')} **Road** on grass or desert, anybody’s. Roads, cities, oases and mines side by side are "
                "linked (dots between them). A new road scores if it links a city that had no road yet, or joins roads that "
                f"were apart. Then you get {CITY_BY_ROAD} points for each linked city, anybody’s, and each linked oasis, "
                "mine and tile with a road scores again for its owner.",
                "**Before every activation and road**, and for every barbarian found, the barbarians move: a dark tile fills "
                f"the dashed space, {given.state.next_space}, then along the edge, later inwards. Nobody can use it.",
                *attack,
                f"-# “Not seen”, in the bag or face down: {list_unseen_tiles(given.state)}.",
            ]
        )

    def explain_buttons(self, given: PanelInput[NomadsState]) -> str:
        """Return a sentence about the effect of a green button."""
        return "A green button plays at once."

    def find_marks(self, given: PanelInput[NomadsState]) -> Marks:
        """Return the available spaces. For a drawn tile or an attack, return the affected space."""
        state, choice = given.state, given.choice
        if state.phase == "choice":
            return Marks(chosen=frozenset({state.doing.to})) if isinstance(state.doing, Activate) else Marks()
        if state.phase == "attack":
            return Marks() if state.target is None else Marks(chosen=frozenset({state.target}))
        square = find_square(choice)
        if square is None:
            return super().find_marks(given)
        ways = frozenset(move.to for move in _moves(choice) if isinstance(move, Activate))
        return Marks(legal=ways - {square}, chosen=frozenset({square}))


def _moves(choice: PartialMove[NomadsState]) -> list[Action]:
    return [move for move, _ in choice.fitting]


def _show(emoji: str) -> str:
    """Return an emoji, or the icon of that name."""
    return icon(emoji) if emoji in CHARACTERS else emoji


def _button_at_chosen_space(move: Action, way: str) -> Button:
    if isinstance(move, Activate):
        return make_play_button(move, f"Activate {_ARROWS[way]} {move.to}", "🐪")
    action = str(move).split()[0]
    label, emoji = _ACTIONS[action]
    return make_play_button(move, f"{label} {str(move).split()[-1]}", _show(emoji))


def _about(choice: PartialMove[NomadsState], square: Square) -> list[str]:
    """Return the effect of activating the tile, and the score of a road on it."""
    state, lines = choice.state, list[str]()
    tile = state.tile(square)
    moves = _moves(choice)
    if tile is not None and tile.kind is not None and any(isinstance(move, Activate) for move in moves):
        lines.append(f"🐪 {activation_words(tile.kind)}.")
    if any(isinstance(move, Road) for move in moves):
        lines.append(f"{icon('road')} {road_words(state, square)}.")
    return lines


def _answer_button(state: NomadsState, move: Action) -> Button:
    label, emoji = _ANSWERS[str(move)]
    button = make_play_button(move, label.format(state.options.tribute), _show(emoji))
    return Button(button.id, button.label, "danger" if str(move) == "refuse" else "success", emoji=button.emoji)


def _choice_text(state: NomadsState) -> list[str]:
    task = f"Take a tile{limit_words(state)}"
    means = "; ".join(f"**{kind}** {take_words(state, kind)}" for kind in state.choices)
    return [f"**{task}.**", f"{means}."]


def _attack_text(state: NomadsState) -> list[str]:
    left = left_words(state)
    means = f"{left[0].upper()}{left[1:]}{more_words(state)}" if left else f"If not, {loss_words(state)}"
    lines = [f"**Save your city on {state.target}?** {means}."]
    if state.seat is not None and state.treasures[state.seat]:
        lines.append(f"A treasure kept scores {TREASURE_POINTS} points.")
    return lines
