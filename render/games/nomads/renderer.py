"""The picture of Nomads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PIL import Image

from render.art.emblems import badge
from render.art.pieces import barbarian, road
from render.art.terrain import parchment, variant
from render.games.base import Renderer
from render.games.nomads.alt import describe_position
from render.games.nomads.art.marks import border, destination, entrance, next_face_down, stub, trail
from render.games.nomads.art.terrain import land
from render.games.nomads.art.tokens import back, city, drawn_tile, ruin, treasure
from render.games.nomads.explain import reasons
from render.games.nomads.gallery import gallery, setting
from render.games.nomads.news import UNPLACED, describe_face_down, describe_step, describe_steps, find_changed_squares
from render.games.nomads.options import OPTION_WORDS
from render.games.nomads.strip import add_strip, tile_boxes
from render.games.nomads.words import (
    bands_words,
    final_words,
    move_words,
    score_words,
    to_infinitive,
    to_infinitives,
    treasure_gain,
)
from render.paint.areas import outlines
from render.paint.board import Board, side_towards
from render.paint.header import Chip, Counter
from render.paint.sprites import Stamp, stamp
from render.style import palette
from render.style.fonts import picture_name
from render.targets import Piece, Target, choose_square, row_targets, square_targets
from render.text.words import result
from render.view import View
from rules import Action
from rules.nomads import KINDS, NomadsState, Tile
from rules.nomads.actions import Activate, FoundCity, Road, Take
from rules.nomads.grid import CORNERS, SIZE
from rules.squares import Square, squares
from rules.steps import Step

_BADGE = (0.05, 0.53, 0.42)
"""Left, top and size of the owner's badge: in the lower left, where it does not cover towers, trees and peaks."""
_BORDER = 1.45
"""Factor on the width of owners' borders. With the tiles of up to six seats, they must stand out more than the roads."""
_CITY = (0.06, 0.05, 0.9)
_BAND = (0.46, 0.44, 0.54)
_TARGET = (0.3, 0.3, 0.68)
_CAMP = (0.14, 0.12, 0.72)


class NomadsRenderer(Renderer[NomadsState]):
    """Draws tiles with their terrain and owner, roads, trails between linked spaces, face-down tiles, and the barbarians."""

    icon = "oasis"
    gallery_shows = "Tile sets"
    option_words = OPTION_WORDS

    gallery = staticmethod(gallery)
    setting = staticmethod(setting)
    position = staticmethod(describe_position)
    describe_step = staticmethod(describe_step)
    news = staticmethod(describe_steps)
    describe_face_down = staticmethod(describe_face_down)
    label_move = staticmethod(move_words)
    to_infinitive = staticmethod(to_infinitive)
    to_infinitives = staticmethod(to_infinitives)
    reasons = staticmethod(reasons)
    score_words = staticmethod(score_words)

    def draw(self, state: NomadsState, view: View) -> Image.Image:
        """Return the board, with the coming bands above it and the unseen tiles below it.

        During a choice, a row of the drawn tiles follows. A frame of a replay omits information that only the player to move
        needs: the turn, the remaining tiles, the next space.
        """
        numbers = self._compose(state, view).numbers()
        if _has_strip(state, view):
            numbers = add_strip(numbers, state.drawn, state.choices, view.theme)
        return palette.attach_palette(numbers)

    def _compose(self, state: NomadsState, view: View) -> Board:
        board = Board(SIZE, SIZE, view.theme, series=view.series)
        names = [picture_name(name, seat) for seat, name in enumerate(view.names)]
        chips = [self._chip(state, seat, name) for seat, name in enumerate(names)]
        story = state.is_over or state.phase == "attack"
        board.chips([chip._replace(to_move=False) for chip in chips] if view.replay else chips)
        board.line(*(_line(state, names) if story or not view.replay else [" "]))
        if view.replay or not state.is_over:
            board.caption(*([view.replay] if view.replay else _unseen(state)))
        self._tiles(board, state, view)
        _barbarians(board, state, camp=not view.replay)
        board.last(find_changed_squares(view.steps))
        board.marks(view.marks, set(state.empty))
        return board

    def targets(self, state: NomadsState, view: View) -> Sequence[Target]:
        """Return the targets: the spaces, each to act on or to explore, and during a choice also the drawn tiles."""
        place, cells = self._compose(state, view).place(), self.position(state, view, view.names).cells

        def words(square: Square) -> str:
            return cells[square.y][square.x].word

        found = list(square_targets(place, words, lambda square: (*choose_square(square), {"explored": str(square)})))
        if _has_strip(state, view):
            found += row_targets(tile_boxes(len(state.drawn), place.height), "kind", state.drawn)
        return found

    def _chip(self, state: NomadsState, seat: int, name: str) -> Chip:
        """Return a chip with the points, the treasures and the bands; after the attack, with the final points."""
        if state.final is not None:
            return self.chip(state, seat, name)._replace(score=final_words(state, seat))
        counters = []
        if state.treasures[seat]:
            counters.append(Counter(stamp(treasure), treasure_gain(state, seat) or str(state.treasures[seat])))
        if state.barbarians[seat]:
            counters.append(Counter(stamp(barbarian), str(state.barbarians[seat])))
        if state.cities_in_hand[seat]:
            counters.insert(0, Counter(stamp(city, self.owner(state, seat)), ""))
        return self.chip(state, seat, name, counters)

    def _tiles(self, board: Board, state: NomadsState, view: View) -> None:
        """Draw the ground and everything on it."""
        tiles = state.tiles
        razed = {raid.city for raid in state.raids if raid.fate == "razed"}
        owned: list[set[Square]] = [set() for _ in range(state.seats)]
        for square in squares(SIZE, SIZE):
            tile = tiles.get(square)
            board.ground(square, _ground(square, tile, plain=board.plain))
            if tile is not None and tile.owner is not None:
                owned[tile.owner].add(square)
            if square in razed:
                board.put(square, stamp(ruin))
            elif square == state.next_space and not view.replay:
                board.put(square, stamp(next_face_down))
        for square, layer in outlines(
            ((self.owner(state, seat), area) for seat, area in enumerate(owned)), _BORDER * board.strength
        ):
            board.put(square, stamp(border, *layer.args))
        for square, tile in tiles.items():
            if tile.owner is not None:
                owner = self.owner(state, tile.owner)
                board.put(square, *_ways(tile, _linked_sides(state, square)))
                if tile.kind == "city":
                    board.put(square, stamp(city, owner, at=_CITY))
                board.put(square, stamp(badge, owner, at=_BADGE))
        if state.phase == "choice" and isinstance(state.doing, Activate) and state.doing.to not in tiles:
            board.put(state.doing.to, stamp(destination))

    def ends_scene(self, step: Step) -> bool:
        """Return whether an action is followed by the beginning of the attack or by another band, which are separate scenes."""
        before, after = step.before, step.after
        if not isinstance(before, NomadsState) or not isinstance(after, NomadsState):
            return False
        return len(after.raids) > len(before.raids) or (after.phase == "attack" and before.phase != "attack")

    def find_piece(self, state: NomadsState, move: Action) -> Piece | None:
        """Return the city, the road, or the terrain tile that is taken; a discovered tile is not known yet."""
        if isinstance(move, FoundCity):
            return Piece(f"city-{self.owner(state, state.seat or 0)}", str(move.square))
        if isinstance(move, Road):
            return Piece("road", str(move.square))
        if isinstance(move, Take) and isinstance(state.doing, Activate) and move.kind not in UNPLACED:
            return Piece(f"tile-{move.kind}", str(state.doing.to))
        return None

    def swatches(self, state: NomadsState) -> Mapping[str, Mapping[str, str]]:
        """Return the swatches of the tiles."""
        return {"kind": {kind: f"tile-{kind}" for kind in KINDS}}

    def shown_values(self, state: NomadsState) -> Mapping[str, Mapping[str, str]]:
        """Return the actions of a turn, without the city if the seat has already built it."""
        if state.phase != "turn":
            return {}
        city = ("city",) if state.cities_in_hand[state.seat or 0] else ()
        return {"action": dict.fromkeys(("discover", *city, "activate", "road"), "")}


def _has_strip(state: NomadsState, view: View) -> bool:
    return state.phase == "choice" and not view.replay


def _ground(square: Square, tile: Tile | None, *, plain: bool) -> Stamp:
    version = variant(square.x, square.y, plain=plain)
    if tile is None:
        return stamp(parchment)
    if tile.kind is None:
        return stamp(back)
    # A city's gardens have only one version, so different numbers would only draw the same tile several times.
    return stamp(land, tile.kind, 0 if tile.kind == "city" else version)


def _linked_sides(state: NomadsState, square: Square) -> tuple[str, str]:
    """Return the sides on which a space is linked (N10): those with a road on either of the two spaces, and the others."""
    tile = state.tile(square)
    paved, bare = "", ""
    for other in state.links(square):
        there = state.tile(other)
        if (tile is not None and tile.road) or (there is not None and there.road):
            paved += side_towards(square, other)
        else:
            bare += side_towards(square, other)
    return paved, bare


def _ways(tile: Tile, sides: tuple[str, str]) -> Iterator[Stamp]:
    """Yield the layers of roads and trails on a tile."""
    paved, bare = ("".join(sorted(each)) for each in sides)
    if tile.road:
        yield stamp(road, paved)
    elif paved:
        yield stamp(stub, paved)
    if bare:
        yield stamp(trail, bare)


def _barbarians(board: Board, state: NomadsState, *, camp: bool) -> None:
    """Draw the entry, the barbarians in occupied cities, and the others.

    The others are on the board in an attack, or in their ``camp`` before it.
    """
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
    elif camp and at is not None and not attacked and at in state.face_down:
        board.put(at, stamp(barbarian, at=_CAMP))


def _line(state: NomadsState, names: Sequence[str]) -> list[str | Stamp]:
    """Return the coming bands, or the result of the game."""
    if state.winners is None:
        return [stamp(barbarian), bands_words(state, names)]
    ended = result(state, names) if state.winners else "Nobody wins"
    return [ended] if state.winners else [stamp(ruin), ended]


def _unseen(state: NomadsState) -> list[str | Stamp]:
    """Return the number of unseen tiles of each kind."""
    parts: list[str | Stamp] = ["Not seen:"]
    for kind in KINDS:
        parts += [stamp(drawn_tile, kind), str(state.unseen[kind])]
    return parts
