"""The **Play** panel of Nomads: one of four actions, then a space; a tile of those drawn; an answer to the barbarians."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.panels.core import Button, Draft, Panel, PanelMaker, Row, Send
from bot.panels.squares import MOST_CHOICES, press_square, read_pick, square_menus
from render.games.nomads_words import activation_words, all_unseen, beside_words, road_words, take_words
from render.view import Marks
from render.words import count
from rules.nomads import Kind, NomadsState
from rules.nomads.actions import Activate, Discover, FoundCity, Road
from rules.nomads.tiles import TREASURE_POINTS
from rules.squares import Square

EMOJI: dict[Kind, str] = {
    "oasis": "🌴",
    "city": "🕌",
    "mine": "⛏️",
    "grass": "🌿",
    "desert": "🏜️",
    "mountain": "⛰️",
    "treasure": "💎",
    "barbarian": "🪓",
}
_MOST_BUTTONS = 5
_CLEAR, _SEND = "clear", "send"
_ACTIONS = {"discover": ("Discover", "🧭"), "city": ("Found city", "🕌"), "activate": ("Activate", "🐪"), "road": ("Road", "🛤️")}
_TYPES = {"discover": Discover, "city": FoundCity, "activate": Activate, "road": Road}
_EXPLAINED = {
    "discover": "**Discover:** a tile is drawn for an empty space. Terrain stays there, is yours and scores; a treasure or a "
    "barbarian goes to you, and you move again.",
    "city": "**Found city:** once per game you lay your own city on an empty space, for 5 points.",
    "activate": "**Activate** a tile, anybody’s, to explore an empty space beside it: {fill}then tiles are drawn, and you "
    "take one.",
    "road": "**Road** on grass or desert, anybody’s: {fill}then the road is laid. It scores if it links a city that had no "
    "road yet, or two networks.",
}
_ARROWS = {(0, -1): "↑", (-1, 0): "←", (1, 0): "→", (0, 1): "↓"}


class NomadsPanel(PanelMaker[NomadsState]):
    """The **Play** panel of Nomads. Its drafts have ``do`` (an action), ``column``, ``row`` and, to activate, ``to``."""

    def build(self, state: NomadsState, seat: int, draft: Draft) -> Panel:
        """The panel of the seat that decides: on its turn, at a choice, or in the attack."""
        if state.phase == "choice":
            return _choice(state)
        if state.phase == "attack":
            return _attack(state, seat)
        return _turn(state, _Chosen(state, draft), draft)

    def press(self, state: NomadsState, seat: int, draft: Draft, control: str, values: Sequence[str]) -> Draft | Send:
        """The draft after a press, or the move: takes and answers are sent at once."""
        if not self.build(state, seat, draft).offers(control, values):
            return draft
        if state.phase == "choice":
            return Send(control.replace("-", " "))
        if state.phase == "attack":
            return Send(control)
        return _press_turn(_Chosen(state, draft), control, values)


# ---------------------------------------------------------------------- a turn


class _Chosen:
    """What a draft has chosen of the moves that are legal, as far as it fits; to discover is chosen as long as nothing is."""

    def __init__(self, state: NomadsState, draft: Draft) -> None:
        action = draft.get("do", "discover")
        wanted = _TYPES.get(action)
        self.targets: dict[Square, list[Square]] = {}
        """The squares of the action; for an activation with the spaces that can be explored from there."""
        for move in state.moves():
            if wanted is not None and isinstance(move, Discover | FoundCity | Activate | Road) and isinstance(move, wanted):
                ways = self.targets.setdefault(move.square, [])
                if isinstance(move, Activate):
                    ways.append(move.to)
        self.action = action if self.targets else None
        self.is_proposed = self.action is not None and "do" not in draft
        """Whether nobody has pressed the action yet."""
        self.pick = read_pick(draft, self.targets)
        ways = self.ways
        self.to = next((way for way in ways if len(ways) == 1 or str(way) == draft.get("to")), None)

    @property
    def ways(self) -> list[Square]:
        """The empty spaces that can be explored from the tile chosen."""
        return self.targets.get(self.pick.square, []) if self.pick.square is not None else []

    def move(self) -> Discover | FoundCity | Activate | Road | None:
        """The move, once all of it is chosen."""
        square = self.pick.square
        if self.action is None or square is None or square not in self.targets:
            return None
        if self.action == "activate":
            return None if self.to is None else Activate(square, self.to)
        if self.action == "discover":
            return Discover(square)
        return FoundCity(square) if self.action == "city" else Road(square)

    def draft(self) -> dict[str, str]:
        """All that is chosen, as a draft."""
        entries = {} if self.action is None else {"do": self.action}
        return entries | self.pick.draft() | ({} if self.to is None else {"to": str(self.to)})


def _turn(state: NomadsState, chosen: _Chosen, draft: Draft) -> Panel:
    possible = {name for name, kind in _TYPES.items() if any(isinstance(move, kind) for move in state.moves())}
    rows: list[Row] = [
        tuple(
            Button(f"do-{name}", label, "primary" if name == chosen.action else "secondary", name not in possible, emoji)
            for name, (label, emoji) in _ACTIONS.items()
        )
    ]
    if chosen.action is not None:
        noun = "tile" if chosen.action in ("activate", "road") else "space"
        together = len(chosen.targets) <= MOST_CHOICES
        rows += square_menus(chosen.targets, chosen.pick, _describer(state, chosen.action), together=together, noun=noun)
    if chosen.pick.square is not None and chosen.ways:
        rows.append(tuple(_way(chosen.pick.square, way, way == chosen.to) for way in chosen.ways))
    move = chosen.move()
    rows.append(
        (
            Button(_SEND, f"Play {move}" if move else "Play", "success", move is None),
            Button(_CLEAR, "Start over", disabled=not draft),
        )
    )
    return Panel(_turn_text(state, chosen), rows, _marks(chosen))


def _way(square: Square, way: Square, taken: bool) -> Button:
    arrow = _ARROWS[way.x - square.x, way.y - square.y]
    return Button(f"to-{way}", f"{arrow} {way}", "primary" if taken else "secondary")


def _describer(state: NomadsState, action: str) -> Callable[[Square], str | None]:
    """What a menu says of a square for an action."""
    if action == "activate":
        return lambda square: _activation(state, square)
    if action == "road":
        return lambda square: road_words(state, square)
    return lambda square: beside_words(state, square) or None


def _activation(state: NomadsState, square: Square) -> str | None:
    tile = state.tile(square)
    return None if tile is None or tile.kind is None else activation_words(tile.kind)


def _turn_text(state: NomadsState, chosen: _Chosen) -> str:
    lines = ["**Your turn: choose one of four actions**, then where."]
    fill = f"first a tile is laid face down on {state.next_space}, "
    if chosen.action is None or chosen.is_proposed:
        lines += [text.format(fill=fill) for text in _EXPLAINED.values()]
    else:
        lines.append(_EXPLAINED[chosen.action].format(fill=fill))
    square = chosen.pick.square
    if square is not None and chosen.action is not None:
        where = f"{square} → {chosen.to}" if chosen.to else str(square)
        about = _describer(state, chosen.action)(square)
        lines.append(f"Chosen: **{where}**" + (f" ({about})." if about else "."))
        if chosen.action == "activate" and chosen.to is None:
            lines.append("Now the space to explore.")
    elif chosen.action is not None:
        lines.append("The dots show where you can discover." if chosen.is_proposed else "The dots show where.")
    lines.append(f"-# Not seen yet, in the bag or face down: {all_unseen(state)}.")
    return "\n".join(lines)


def _marks(chosen: _Chosen) -> Marks:
    square = chosen.pick.square
    if square is not None and chosen.ways:
        taken = frozenset({square} if chosen.to is None else {square, chosen.to})
        return Marks(legal=frozenset(chosen.ways) - taken, chosen=taken)
    taken = frozenset() if square is None else frozenset({square})
    return Marks(legal=frozenset(other for other in chosen.targets if chosen.pick.fits(other)) - taken, chosen=taken)


def _press_turn(chosen: _Chosen, control: str, values: Sequence[str]) -> Draft | Send:
    move = chosen.move()
    if control == _SEND and move is not None:
        return Send(str(move))
    if control == _CLEAR:
        return {}
    entries = chosen.draft()
    if control.startswith("do-"):
        return entries | {"do": control.removeprefix("do-")}
    if control.startswith("to-"):
        return entries | {"to": control.removeprefix("to-")}
    pick = press_square(chosen.pick, chosen.targets, control, values)
    if pick is None:
        return entries
    kept = {name: value for name, value in entries.items() if name == "do" or (name == "to" and pick == chosen.pick)}
    return kept | pick.draft()


# ---------------------------------------------------------------------- a choice


def _choice(state: NomadsState) -> Panel:
    doing = state.doing
    buttons = [Button(f"take-{kind}", f"Take {kind}", "primary", emoji=EMOJI[kind]) for kind in state.choices]
    drawn = ", ".join(f"{EMOJI[kind]} {kind}" for kind in state.drawn)
    back = [kind for kind in dict.fromkeys(state.drawn) if kind not in state.choices]
    lines = ["**Take one of the tiles drawn**; the others go back into the bag.", f"Drawn: {drawn}."]
    if back:
        lines.append(f"The rules send back: {', '.join(back)}.")
    lines += [f"- **{kind}:** {take_words(state, kind)}." for kind in state.choices]
    rows = [tuple(buttons[start : start + _MOST_BUTTONS]) for start in range(0, len(buttons), _MOST_BUTTONS)]
    marks = Marks(chosen=frozenset({doing.to})) if isinstance(doing, Activate) else Marks()
    return Panel("\n".join(lines), rows, marks)


# ---------------------------------------------------------------------- the attack


def _attack(state: NomadsState, seat: int) -> Panel:
    answers = {str(move) for move in state.moves()}
    tribute, target = state.options.tribute, state.target
    buttons = []
    if "placate" in answers:
        buttons.append(Button("placate", "Placate: give a treasure", "success", emoji="💎"))
    if "pay" in answers:
        buttons.append(Button("pay", f"Pay {tribute} points", "primary", emoji="🪙"))
    buttons.append(Button("refuse", "Refuse: lose the city", "danger", emoji="🔥"))
    return Panel(
        _attack_text(state, seat, answers), [tuple(buttons)], Marks() if target is None else Marks(chosen=frozenset({target}))
    )


def _attack_text(state: NomadsState, seat: int, answers: set[str]) -> str:
    target = state.target
    others = sum(tile.kind == "city" and tile.owner == seat for tile in state.tiles.values()) - 1
    after = state.bands - 1
    treasures = state.treasures[seat]
    lines = [f"**The barbarians stand before your city on {target}.** After this band {_bands(after)}."]
    if "placate" in answers:
        left = f"you have {treasures}, worth {TREASURE_POINTS} points{' each' if treasures > 1 else ''} at the end"
        lines.append(f"- **Placate:** you give up a treasure ({left}). The city stands.")
    if "pay" in answers:
        lines.append(f"- **Pay:** {state.options.tribute} of your {state.points[seat]} points. The city stands.")
    rest = (
        f"you have {count(others, 'more city', 'more cities')}"
        if others
        else "it is your last: without a city your final score is 0"
    )
    lines.append(f"- **Refuse:** the city is razed; {rest}.")
    standing = sum(tile.kind == "city" for tile in state.tiles.values())
    if standing == 1:
        lines.append("It is the last city of all: if it falls, nobody wins.")
    return "\n".join(lines)


def _bands(number: int) -> str:
    if not number:
        return "none is left"
    return "one more comes" if number == 1 else f"{number} more come"
