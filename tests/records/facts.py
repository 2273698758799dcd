"""The contents of the board as plain data, from which the digests of the kept games are computed.

Only what the players see and the rules play by. No hash, no list of options, no order in which the program happens to keep
things: so neither a new option with a default nor a change inside the rules changes a digest. The functions here may follow
a renamed attribute. They must never tell anything else than they did when the games were kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

from rules import State
from rules.squares import Square

Facts = Mapping[str, Any]


def digest(states: Iterable[State]) -> str:
    """The digest of all positions of a game, in order."""
    return sha256("\n".join(map(told, states)).encode()).hexdigest()


def mark(state: State) -> str:
    """Six letters and numbers for one position, which show where a game first differs."""
    return sha256(told(state).encode()).hexdigest()[:6]


def told(state: State) -> str:
    """One position as a line of JSON."""
    facts = {
        "seat": state.seat,
        "turn": state.turn,
        "phase": state.phase,
        "over": state.is_over,
        "scores": list(state.scores),
        "winners": None if state.winners is None else list(state.winners),
        "gave up": sorted(state.dropped),
        "moves": sorted(map(str, state.moves())),
        "outcomes": {str(outcome): round(odds, 9) for outcome, odds in state.outcomes()} if _is_open(state) else None,
        "board": _BOARDS[state.game](state),
    }
    return json.dumps(facts, sort_keys=True)


def _is_open(state: Any) -> bool:
    """Whether the odds of what comes next are known to the players."""
    return not (state.game == "nomads" and state.face_down)


def _pastures(state: Any) -> Facts:
    columns = range(state.width)
    offer = {} if state.offered is None else {"offer": state.offered, "by offer": list(state.bonus)}
    return offer | {
        "terrain": ["".join(state.terrain_at(Square(x, y)) or "." for x in columns) for y in range(state.height)],
        "castles": {str(square): seat for square, seat in state.castles.items()},
        "not now": dict(state.bans),
    }


def _land(state: Any) -> Facts:
    return {
        "map": list(state.map.rows),
        "plots": [sorted(map(str, state.plots(seat))) for seat in range(state.seats)],
        "round": state.round,
        "line": list(state.line),
        "rolls": list(state.rolls),
        "cows": state.cows,
        "allowances": [state.allowance(seat) for seat in range(state.seats)],
    }


def _territories(state: Any) -> Facts:
    return {
        "size": [state.width, state.height],
        "spots": sorted(map(str, state.spots)),
        "farms": {str(square): seat for square, seat in state.farms.items()},
        "trunks": {str(laid.trunk): laid.seat for laid in state.trunks},
        "open end": None if state.open_end is None else [state.open_end.x, state.open_end.y],
        "areas": sorted([sorted(map(str, area.squares)), area.owner] for area in state.areas),
    }


def _nomads(state: Any) -> Facts:
    return {
        "tiles": {str(square): list(tile) for square, tile in state.tiles.items()},
        "face down": list(map(str, state.face_down)),
        "next": str(state.next_space),
        "entry": str(state.entry),
        "points": list(state.points),
        "treasures": list(state.treasures),
        "barbarians": list(state.barbarians),
        "cities in hand": list(state.cities_in_hand),
        "doing": str(state.doing),
        "drawn": list(state.drawn),
        "left": dict(state.unseen),
        "gone": dict(state.spent),
        "raids": [[raid.fate, str(raid.city), raid.founder] for raid in state.raids],
        "at": str(state.barbarians_at),
        "occupied": sorted(map(str, state.occupied)),
    }


_BOARDS: Mapping[str, Callable[[Any], Facts]] = {
    "pastures": _pastures,
    "land": _land,
    "territories": _territories,
    "nomads": _nomads,
}
