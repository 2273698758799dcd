"""The news of a game of Nomads in sentences: single actions, and whole turns in one sentence. Nothing hidden is revealed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from render.games.nomads.words import (
    bands_words,
    count_tiles,
    final_words,
    list_tiles,
    points_before,
    road_shares,
    why_no_choice,
    why_no_points,
    with_article,
)
from render.text.words import describe_common_action, join_words, lower_you, name_squares
from rules import Action
from rules.nomads import Kind, NomadsState
from rules.nomads.actions import Activate, Discover, Draw, Entry, FoundCity, Pay, Placate, Refuse, Road, Take
from rules.nomads.attack import Raid, count_cities
from rules.nomads.tiles import BARBARIAN_POINTS, TREASURE_POINTS
from rules.squares import Square
from rules.steps import Step
from rules.words import count

UNPLACED = ("treasure", "barbarian")
"""Kinds of tiles that are taken, but not laid on the board."""
ALL_LEAVE = "Now every city has a barbarian, so these barbarians go home, and every city can be attacked again."
ONE_LEAVES = "No other city stands: this barbarian goes home, and the city can be attacked again."
_MOST_DRAWN = 60
"""Maximum length of the drawn tiles and of the reason why one was kept, in characters, so that a turn fits in two lines on a
phone. Else only their number is named.
"""


class _Event(NamedTuple):
    """A decision, or a part of one, with the outcomes of chance that followed."""

    before: NomadsState
    after: NomadsState
    action: Action
    """The decision; at the entry, where nobody decides, the outcome of chance."""
    drawn: tuple[Kind, ...]
    """The tiles drawn openly."""
    filled: tuple[Square, ...]
    """The spaces where tiles were laid face down."""

    @property
    def seat(self) -> int:
        """The seat that acts in the event."""
        return self.before.turn or 0

    @property
    def gain(self) -> str:
        """The points of the seat that acts, as text: `` (+2)``."""
        points = self.after.points[self.seat] - self.before.points[self.seat]
        return f" (+{points})"

    @property
    def goes_on(self) -> bool:
        """Whether the same turn continues with another action (N5)."""
        return self.after.phase == "turn" and self.after.turn == self.before.turn


def _read_event(steps: Sequence[Step]) -> _Event | None:
    """Return the steps from one decision to the next as one event; ``None`` if they are not of this game."""
    before, after = steps[0].before, steps[-1].after
    if not isinstance(before, NomadsState) or not isinstance(after, NomadsState):
        return None
    action, drawn, filled = steps[0].action, list(before.drawn), list[Square]()
    if isinstance(action, Draw) and before.doing is not None:
        action = before.doing
    for step in steps:
        if isinstance(step.action, Draw) and isinstance(step.before, NomadsState):
            if not step.before.draws_face_down:
                drawn.append(step.action.kind)
            elif step.before.next_space is not None:
                filled.append(step.before.next_space)
    return _Event(before, after, action, tuple(drawn), tuple(filled))


# ---------------------------------------------------------------------- several actions and single ones


def describe_steps(steps: Sequence[Step], names: Sequence[str]) -> str:
    """Return the news of several actions: each decision with its consequences in one sentence, then the attack.

    The spaces of tiles laid face down are left out: see :func:`describe_face_down`.
    """
    sentences, story = list[str](), list[str]()
    groups = list(_decisions(steps))
    activation = ""
    for number, group in enumerate(groups, 1):
        event = _read_event(group)
        if event is None:
            continue
        told = describe_common_action(event.before, event.action, names) or _describe_shortly(event, names)
        if activation and isinstance(event.action, Take):
            sentences[-1] = f"{activation}; {_describe_kept(event, event.action.kind)}."
        else:
            sentences.append(told if number == len(groups) else told.replace("may move again", "moved again"))
        activation = told.removesuffix(".") if event.after.phase == "choice" else ""
        story += _attack(event, names, ends=number == len(groups))
    return "\n".join(filter(None, [" ".join(filter(None, sentences)), *story]))


def describe_face_down(steps: Sequence[Step]) -> str:
    """Return a sentence with all spaces on which tiles were laid face down; empty if there are none."""
    filled = [space for group in _decisions(steps) if (event := _read_event(group)) for space in event.filled]
    named = name_squares(filled) if len(filled) > 2 else ", then ".join(map(str, filled))
    return f"Barbarians moved to {named}." if filled else ""


def _describe_shortly(event: _Event, names: Sequence[str]) -> str:
    """Return a sentence about a decision and its consequences: ``Ada activated E6, drew city, mine; city on D6 (+5).``"""
    action, name = event.action, names[event.seat]
    if isinstance(action, Activate) and event.drawn:
        kinds = {kind: event.drawn.count(kind) for kind in event.drawn}
        few = ", ".join(count_tiles(n, kind) if n > 1 else kind for kind, n in kinds.items())
        kept, tile, why = _find_kept_kind(event), event.before.tile(action.square), ""
        if event.after.phase != "choice" and tile is not None and tile.kind is not None:
            why = why_no_choice(tile.kind, event.drawn, kept)
        drew = few if len(few) + len(why) <= _MOST_DRAWN else f"{len(event.drawn)} tiles"
        told = f"{name} activated {action.square}, drew {drew}"
        if event.after.phase == "choice":
            return f"{told}."
        return f"{told}{why}; {'all went back' if kept is None else _describe_kept(event, kept)}."
    if isinstance(action, Road) and event.filled:
        return f"{name} built a road on {action.square}{_road_gains(event.before, action.square, names)}."
    if isinstance(action, Take):
        return f"{name} {_describe_taking(event, action.kind, ())}."
    return _sentence(event._replace(filled=()), names)


def _describe_kept(event: _Event, kind: Kind) -> str:
    """Return a phrase about the use of the tile that was kept: ``city on D6 (+5)``."""
    space = _find_space(event)
    return _describe_taking(event, kind, ()) if space is None or kind in UNPLACED else f"{kind} on {space}{event.gain}"


def _decisions(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """Yield the steps in groups: each decision with the draws that it causes."""
    group: list[Step] = []
    for step in steps:
        group.append(step)
        if not step.after.is_chance or not isinstance(step.action, Draw | Activate | Discover | Road | Take):
            yield group
            group = []
    if group:
        yield group


def describe_step(step: Step, names: Sequence[str]) -> str:
    """Return a sentence about one action and the barbarians' next moves; empty if the sentence about a later draw covers it."""
    event = _read_event([step])
    if event is None:
        return ""
    text = describe_common_action(event.before, step.action, names)
    if text is None:
        text = _describe_lone_draw(event, names) if isinstance(step.action, Draw) else _sentence(event, names)
    return "\n".join(filter(None, (text, *_attack(event, names))))


def _describe_lone_draw(event: _Event, names: Sequence[str]) -> str:
    """Return a sentence about one draw, as a separate line."""
    name, doing = names[event.seat], event.action
    if isinstance(doing, Road) or not (event.filled or isinstance(doing, Activate)):
        return _sentence(event, names)
    if not event.filled:
        return "" if event.after.drawn and event.after.is_chance else _in_turn(name, _describe_exploration(event), event)
    if isinstance(doing, Activate) and event.after.is_chance:
        return f"{name} {_describe_activation(event, doing)}."
    again = " and may move again" if event.goes_on else ""
    return f"{name} laid a tile face down on {event.filled[0]} for the barbarian{again}."


# ---------------------------------------------------------------------- one decision


def _sentence(event: _Event, names: Sequence[str]) -> str:
    """Return a sentence about a decision and its consequences; empty while there are none."""
    action, name = event.action, names[event.seat]
    if isinstance(action, Entry):
        return f"The trail of the barbarians begins in the corner {action.square}."
    if isinstance(action, FoundCity):
        return f"{name} built a city on {action.square}{event.gain}."
    if isinstance(action, Take):
        return f"{name} {_describe_taking(event, action.kind, event.filled)}."
    if isinstance(action, Road) and event.filled:
        laid = f"({_describe_laying(event.filled[0])}){_road_gains(event.before, action.square, names)}"
        return f"{name} built a road on {action.square} {laid}."
    if isinstance(action, Discover) and event.drawn:
        return f"{name} {_describe_discovery(event, action.square)}."
    if isinstance(action, Activate) and event.drawn:
        return _in_turn(name, [_describe_activation(event, action), *_describe_exploration(event)], event)
    return ""


def _in_turn(name: str, phrases: Sequence[str], event: _Event) -> str:
    *front, end = phrases
    comma = "," if any(" and " in part for part in front) else ""
    begun = f"{', '.join(front)}{comma} and " if front else ""
    lost = event.after.phase != "choice" and _find_kept_kind(event) is None
    return f"{name} {begun}{end}{': all of it went back' if lost else ''}."


def _describe_laying(space: Square) -> str:
    return f"a tile was laid face down on {space}"


def _describe_discovery(event: _Event, square: Square) -> str:
    kind = event.drawn[0]
    if kind == "treasure":
        return f"discovered a treasure at {square} ({TREASURE_POINTS} at the end) and may move again"
    if kind != "barbarian":
        return f"discovered {with_article(kind)} on {square}{event.gain}"
    again = " and may move again" if event.goes_on else ""
    return f"met a barbarian at {square} (+{BARBARIAN_POINTS}; {_one_more(event.filled)}){again}"


def _one_more(filled: Sequence[Square]) -> str:
    return f"one more attacks at the end{f', and {_describe_laying(filled[-1])}' if filled else ''}"


def _road_gains(state: NomadsState, square: Square, names: Sequence[str]) -> str:
    shares = zip(map(lower_you, names), road_shares(state, square), strict=False)
    scored = [f"{name} +{share}" for name, share in shares if share]
    return f": {join_words(scored) if scored else f'no points, as {why_no_points(state, square)}'}"


def _describe_activation(event: _Event, action: Activate) -> str:
    tile = event.before.tile(action.square)
    kind = tile.kind if tile is not None else None
    laid = f" ({_describe_laying(event.filled[0])})" if event.filled else ""
    return f"activated the {kind or 'tile'} on {action.square}{laid}"


def _describe_exploration(event: _Event) -> list[str]:
    """Return phrases about the tiles drawn for an activation, and about the one kept if there is no choice."""
    phrases = [f"drew {list_tiles(event.drawn)}"]
    kept = _find_kept_kind(event)
    if event.after.phase != "choice" and kept is not None:
        phrases.append(_describe_taking(event, kept, event.filled[1:]))
    return phrases


def _find_kept_kind(event: _Event) -> Kind | None:
    """Return the kind of the drawn tile that did not go back into the bag; ``None`` if all did."""
    before, after = event.before, event.after
    return next((k for k in event.drawn if after.unseen[k] < before.unseen[k] + before.drawn.count(k)), None)


def _describe_taking(event: _Event, kind: Kind, filled: Sequence[Square]) -> str:
    """Return a phrase about the use of a taken tile: ``laid grass on D4 (+2)``."""
    space = _find_space(event)
    which = "a" if event.drawn.count(kind) > 1 else "the"
    if kind == "treasure":
        return f"took {which} treasure"
    if kind == "barbarian":
        return f"took {which} barbarian{event.gain}: {_one_more(filled)}"
    if space is not None:
        return f"laid {with_article(kind)} on {space}{event.gain}"
    return f"took {with_article(kind)}{event.gain}, but no space was left for it"


def _find_space(event: _Event) -> Square | None:
    """Return the space for a taken tile; ``None`` if no space is left."""
    doing = event.action if isinstance(event.action, Activate) else event.before.doing
    to = doing.to if isinstance(doing, Activate) else None
    return to if to is not None and event.before.tile(to) is None and to not in event.filled else None


# ---------------------------------------------------------------------- the attack


def _attack(event: _Event, names: Sequence[str], *, ends: bool = True) -> list[str]:
    """Return the story of the attack in an event: what the barbarians did, then who answers, or the result.

    ``ends``: whether this is the last event.
    """
    before, after = event.before, event.after
    fought = after.phase == "attack" or after.final is not None
    if not fought or before.final is not None:
        return []
    story = list[str]()
    if before.phase != "attack":
        barbarians = count(after.all_bands, "barbarian")
        story.append(f"**The board is full, and {barbarians} set out from {after.start}.**")
    raids, band = [*after.raids[len(before.raids) :]], 1 + sum(raid.city is not None for raid in before.raids)
    cities = sum(count_cities(before.cells, before.seats)) - isinstance(event.action, Refuse)
    if isinstance(event.action, Placate | Pay | Refuse):
        answered, *raids = raids
        stays = not raids or raids[0].fate != "left"
        story.append(f"Barbarian {band} {_answer(event, answered, names, stays=stays)}.")
        band += 1
    for have_left, group in groupby(raids, key=lambda raid: raid.fate == "left"):
        if have_left:
            story.append(ALL_LEAVE if cities > 1 else ONE_LEAVES)
        else:
            razed = list(group)
            story.append(_describe_razing(band, razed, names))
            band, cities = band + len(razed), cities - len(razed)
    lines = [" ".join(story)]
    if ends and after.phase == "attack" and after.seat is not None:
        lines.append(f"{bands_words(after, names)}.")
    elif after.final is not None:
        lines.append(_aftermath(after, names))
    return lines


def _answer(event: _Event, raid: Raid, names: Sequence[str], *, stays: bool) -> str:
    """Return a phrase about the answer of a founder who was asked, and the fate of the city.

    ``stays``: whether a barbarian who spares the city does not go home at once.
    """
    founder = names[raid.founder or 0]
    if raid.fate != "razed":
        again = " again" if any(earlier.city == raid.city for earlier in event.before.raids) else ""
        there = " and stays there" if stays else ""
        gave = "gave a treasure" if raid.fate == "placated" else f"paid {count(event.after.options.tribute, 'point')}"
        return f"spares {raid.city}{again}{there}: {founder} {gave}"
    return f"razes {raid.city}: {founder} gave up the city"


def _describe_razing(band: int, raids: Sequence[Raid], names: Sequence[str]) -> str:
    """Return a sentence about the cities that barbarians raze in a row without a question. ``band``: the first one's number."""
    cities, founders = join_words([str(raid.city) for raid in raids]), {raid.founder for raid in raids}
    who = names[raids[0].founder or 0] if len(founders) == 1 else "their owners"
    last = band + len(raids) - 1
    several = f"Barbarians {band} {'and' if len(raids) == 2 else 'to'} {last} raze"
    return f"{several if len(raids) > 1 else f'Barbarian {band} razes'} {cities}: {who} could give nothing."


def _aftermath(state: NomadsState, names: Sequence[str]) -> str:
    """Return the final points, and those before the attack if nobody wins."""
    if not state.winners:
        lost = ", ".join(f"{names[seat]} {points_before(state, seat)}" for seat in range(state.seats))
        return f"No city stands: **nobody wins**. Points before the attack: {lost}."
    final = [final_words(state, seat) for seat in range(state.seats)]
    left = ", ".join(f"{name} {words}{' (no city)' if '→' in words else ''}" for name, words in zip(names, final, strict=False))
    counted = any(kept and score for kept, score in zip(state.treasures, state.scores, strict=True))
    treasures = f", with {TREASURE_POINTS} for each treasure" if counted else ""
    return f"Final points{treasures}: {left}."


# ---------------------------------------------------------------------- changed squares


def find_changed_squares(steps: Iterable[Step]) -> dict[Square, None]:
    """Return the squares that changed, in order, each once."""
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
