"""Nomads as a picture and in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

from PIL import Image

from render import palette
from render.areas import outlines
from render.art.emblems import badge
from render.art.pieces import barbarian, road
from render.art.terrain import parchment, variant
from render.board import Board, side_towards
from render.fonts import picture_name
from render.games.base import Renderer
from render.games.nomads_marks import border, destination, entrance, next_down, stub, trail
from render.games.nomads_news import said, told
from render.games.nomads_strip import with_strip
from render.games.nomads_terrain import land
from render.games.nomads_tokens import back, city, drawn_tile, ruin, treasure
from render.games.nomads_words import all_unseen, bands_words, move_words, points_words
from render.header import Chip, Counter
from render.sprites import Stamp, stamp
from render.view import Step, View
from render.words import clipped, count, listed, look, result, short_names, standing
from rules import Action
from rules.nomads import KINDS, NomadsState, Tile
from rules.nomads.actions import Activate, Discover, FoundCity, Road
from rules.nomads.geometry import CORNERS, SIZE
from rules.squares import Square, squares

_BADGE = (0.1, 0.1, 0.27)
_CITY = (0.06, 0.05, 0.9)
_BAND = (0.46, 0.44, 0.54)
_TARGET = (0.3, 0.3, 0.68)
_CAMP = (0.14, 0.12, 0.72)
_LETTERS = {"oasis": "O", "city": "C", "mine": "M", "grass": "G", "desert": "D", "mountain": "X"}


class NomadsRenderer(Renderer[NomadsState]):
    """Tiles with their terrain and owner, roads and trails where spaces are linked, face-down tiles, and the barbarians."""

    def draw(self, state: NomadsState, view: View) -> Image.Image:
        """The board, the bands to come above it, the tiles not seen below it, and at a choice a row of those drawn."""
        board = Board(SIZE, SIZE, view.theme)
        names = [picture_name(name, seat) for seat, name in enumerate(view.names)]
        board.chips([self._chip(state, seat, name) for seat, name in enumerate(names)], per_row=2 if state.seats == 4 else 0)
        board.line(*_line(state, names))
        board.note(*_unseen(state))
        self._tiles(board, state, view.marks.legal)
        _barbarians(board, state)
        board.last(_changed(view.steps))
        board.marks(view.marks)
        numbers = board.numbers()
        if state.phase == "choice":
            numbers = with_strip(numbers, state.drawn, state.choices, view.theme)
        return palette.with_palette(numbers)

    def _chip(self, state: NomadsState, seat: int, name: str) -> Chip:
        counters = [
            Counter(stamp(treasure), str(state.treasures[seat])),
            Counter(stamp(barbarian), str(state.barbarians[seat])),
        ]
        if state.cities_in_hand[seat]:
            counters.insert(0, Counter(stamp(city, self.owner(state, seat)), ""))
        return self.chip(state, seat, name, counters)

    def _tiles(self, board: Board, state: NomadsState, dotted: Set[Square]) -> None:
        """Ground and what stands on it; ``dotted``: spaces that will have a mark in their middle."""
        tiles = state.tiles
        razed = {raid.city for raid in state.raids if raid.deed == "razed"}
        owned: list[set[Square]] = [set() for _ in range(state.seats)]
        for square in squares(SIZE, SIZE):
            tile = tiles.get(square)
            board.ground(square, _ground(square, tile))
            if tile is not None and tile.owner is not None:
                owned[tile.owner].add(square)
            if square in razed:
                board.put(square, stamp(ruin))
            elif square == state.next_space:
                board.put(square, stamp(next_down, square in dotted))
        for square, layer in outlines(((self.owner(state, seat), area) for seat, area in enumerate(owned)), board.strength):
            board.put(square, stamp(border, *layer.args))
        for square, tile in tiles.items():
            if tile.owner is not None:
                owner = self.owner(state, tile.owner)
                board.put(square, *_ways(square, tile, _linked_sides(state, square)))
                if tile.kind == "city":
                    board.put(square, stamp(city, owner, at=_CITY))
                board.put(square, stamp(badge, owner, at=_BADGE))
        if state.phase == "choice" and isinstance(state.doing, Activate) and state.doing.to not in tiles:
            board.put(state.doing.to, stamp(destination))

    def alt(self, state: NomadsState, names: Sequence[str]) -> str:
        """Whose turn, the bands, points and tokens by seat, and the board in rows of three characters a space."""
        names = short_names(names, 24 if state.seats < 5 else 14)
        parts = [f"Nomads. {standing(state, names)}"]
        if state.phase == "choice":
            parts.append(f"Drawn: {', '.join(state.drawn)}; take {listed(state.choices, 'or')}.")
        if not state.is_over:
            entry = f" Entry {state.entry}." if state.entry is not None else ""
            nearby = f" Next face down: {state.next_space}." if state.next_space is not None else ""
            parts.append(f"{bands_words(state)}.{entry}{nearby}")
        if state.occupied:
            parts.append(f"Occupied: {' '.join(map(str, sorted(state.occupied)))}.")
        for seat, name in enumerate(names):
            hand = ", city in hand" if state.cities_in_hand[seat] else ""
            tokens = f"{points_words(state, seat)}, {state.treasures[seat]}T {state.barbarians[seat]}B"
            parts.append(f"{seat + 1} {name} ({look(self.owner(state, seat))}): {tokens}{hand}.")
        legend = ", ".join(f"{letter} {kind}" for kind, letter in _LETTERS.items())
        parts.append(f"T treasures, B barbarians. {legend}, with owner, + road; # face down, - empty. Rows from the top:")
        rows = (" ".join(_code(state.tile(Square(x, y))) for x in range(SIZE)) for y in range(SIZE))
        return clipped(" ".join(parts) + "\n" + "\n".join(rows))

    def say(self, step: Step, names: Sequence[str]) -> str:
        """``Ada discovered grass on C4 (+2).``, ``Ada laid a tile face down on C1.``; the attack band by band."""
        return said(step, names)

    def news(self, steps: Sequence[Step], names: Sequence[str]) -> str:
        """A turn in one sentence: ``Ada built a road on C4 (a tile was laid face down on A1): Ada +3.``"""
        return told(steps, names)

    def say_move(self, state: NomadsState, action: Action) -> str:
        """``road C4 · your desert: you get 3, others 0``."""
        return move_words(state, action)

    def score_words(self, state: NomadsState, seat: int) -> str:
        """``27 points, 2 treasures, 1 barbarian``; after the attack what of the points is for treasures."""
        tokens = [points_words(state, seat)]
        if state.treasures[seat] and state.final is None:
            tokens.append(count(state.treasures[seat], "treasure"))
        return ", ".join([*tokens, count(state.barbarians[seat], "barbarian")])

    def notes(self, state: NomadsState) -> str:
        """What is left: the tiles of each kind that nobody has seen, and what the barbarians would do."""
        left = f"**Not seen yet**, in the bag or face down: {all_unseen(state)}."
        return left if state.is_over else f"{left}\n**Barbarians:** {bands_words(state)}."


def _ground(square: Square, tile: Tile | None) -> Stamp:
    if tile is None:
        return stamp(parchment)
    if tile.kind is None:
        return stamp(back)
    # A city's gardens have no versions: another number would only be drawn twice.
    return stamp(land, tile.kind, 0 if tile.kind == "city" else variant(square.x, square.y))


def _is_linked(tile: Tile | None) -> bool:
    """Whether a tile links to others of its sort beside it: cities, oases, mines, and all with a road (N10)."""
    return tile is not None and (tile.road or tile.kind in ("oasis", "city", "mine"))


def _linked_sides(state: NomadsState, square: Square) -> tuple[str, str]:
    """The sides on which a linked space has a linked neighbour: with a road on either side of it, and without."""
    tile = state.tile(square)
    if not _is_linked(tile):
        return "", ""
    paved, bare = "", ""
    for other in square.beside(SIZE, SIZE):
        there = state.tile(other)
        if tile is not None and there is not None and _is_linked(there):
            side = side_towards(square, other)
            if tile.road or there.road:
                paved += side
            else:
                bare += side
    return paved, bare


def _ways(square: Square, tile: Tile, sides: tuple[str, str]) -> Iterator[Stamp]:
    """The layers of roads and trails on a tile."""
    paved, bare = ("".join(sorted(each)) for each in sides)
    if tile.road:
        yield stamp(road, paved)
    elif paved:
        yield stamp(stub, paved)
    if bare:
        yield stamp(trail, bare)


def _barbarians(board: Board, state: NomadsState) -> None:
    """The entry, where the barbarians are, and the cities that they occupy."""
    if state.entry is not None:
        quarter = CORNERS.index(str(state.entry))
        x, y = (-0.2 if state.entry.x == 0 else SIZE + 0.2), (-0.2 if state.entry.y == 0 else SIZE + 0.2)
        board.over(stamp(entrance, quarter), x, y, 0.36)
    at = state.barbarians_at
    attacked = bool(state.raids) or state.phase == "attack"
    for square in sorted(state.occupied):
        board.put(square, stamp(barbarian, at=_BAND))
    if state.target is not None:
        board.put(state.target, stamp(barbarian, at=_TARGET))
    elif at is not None and not attacked and at in state.face_down:
        board.put(at, stamp(barbarian, at=_CAMP))


def _line(state: NomadsState, names: Sequence[str]) -> list[str | Stamp]:
    """The bands to come, or how the game ended."""
    if state.winners is None:
        return [stamp(barbarian), bands_words(state)]
    if not state.winners:
        return [stamp(ruin), "No city stands: nobody wins"]
    return [result(state, names)]


def _unseen(state: NomadsState) -> list[str | Stamp]:
    """How many tiles of each kind have not been seen."""
    parts: list[str | Stamp] = ["Not seen:"]
    for kind in KINDS:
        parts += [stamp(drawn_tile, kind), str(state.unseen[kind])]
    return parts


def _changed(steps: Iterable[Step]) -> dict[Square, None]:
    """The squares on which something happened, in order, each once."""
    changed: dict[Square, None] = {}
    for before, action, after in steps:
        if not isinstance(before, NomadsState) or not isinstance(after, NomadsState):
            continue
        if isinstance(action, FoundCity | Road | Discover):
            changed[action.square] = None
        if isinstance(before.doing, Activate) and before.tile(before.doing.to) != after.tile(before.doing.to):
            changed[before.doing.to] = None
        changed.update(dict.fromkeys(after.face_down[len(before.face_down) :]))
        changed.update({raid.city: None for raid in after.raids[len(before.raids) :] if raid.city is not None})
    return changed


def _code(tile: Tile | None) -> str:
    """A space in the description: ``G1+`` for seat 1's grass with a road."""
    if tile is None:
        return "-"
    if tile.kind is None or tile.owner is None:
        return "#"
    return f"{_LETTERS[tile.kind]}{tile.owner + 1}{'+' if tile.road else ''}"
