"""A second opinion on the last turn of a game of Nomads for two, without any evaluation.

It tries many deals and draws, and every answer.

A founder who can no longer win may decide whether the other seat wins or nobody does. The rules leave that choice open, so the
search tries both, for each seat (:data:`MANNERS`).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import product
from random import Random
from statistics import fmean

from players.chance import play_chance
from rules import Action
from rules.nomads import NomadsState
from rules.nomads.actions import Activate, Discover

DEALS = 400
"""Number of deals and draws with which a move is tried. The standard error of a share is then at most 2.5 percent."""
DEALS_WITHIN = 60
"""Number of deals and draws for each move of an extra turn, which a treasure gives."""
MOST_TURNS = 3
"""Number of turns in a row that are searched."""
MANNERS = tuple(product((False, True), repeat=2))
"""For each seat, whether it prefers that nobody wins once it cannot win itself: all combinations."""

Shares = tuple[float, ...]
"""The share of the win of each seat."""
Outlook = tuple[Shares, ...]
"""The expected shares, for each combination in :data:`MANNERS`."""


class SecondSearch:
    """The search from a position with one empty space."""

    def __init__(self, state: NomadsState, deals: int = DEALS) -> None:
        self._state, self._deals = state, deals
        self._known: dict[Hashable, Outlook] = {}

    def shares_after(self, text: str) -> Shares:
        """Return the mover's share of the win after a move, for each combination in :data:`MANNERS`."""
        outlook = self._try(self._state, self._state.parse(text), self._deals, 1)
        return tuple(shares[self._state.seat or 0] for shares in outlook)

    def _try(self, state: NomadsState, move: Action, deals: int, turns: int) -> Outlook:
        """Return the mean outlook of a move over deals that are consistent with what was shown."""
        found = list[Outlook]()
        for number in range(deals if isinstance(move, Activate | Discover) else 1):  # elsewhere, chance has no effect
            random = Random(f"{turns} {number}")
            found.append(self._look(play_chance(state.redealt(random).play(move), random), turns))
        return tuple(_mean(shares) for shares in zip(*found, strict=True))

    def _look(self, state: NomadsState, turns: int) -> Outlook:
        """Return the outlook of a position. Hidden tiles affect only the draws of an extra turn."""
        key = (state.phase, state.cells, state.points, state.treasures, state.barbarians, state.cities_in_hand, state.choices)
        if key not in self._known:
            self._known[key] = self._search(state, turns)
        return self._known[key]

    def _search(self, state: NomadsState, turns: int) -> Outlook:
        if state.phase != "turn":
            return _end(state)
        last = turns == MOST_TURNS
        moves = [move for move in state.moves() if not (last and isinstance(move, Discover))]
        return _choose([self._try(state, move, DEALS_WITHIN, turns + 1) for move in moves], state.seat or 0)


def _end(state: NomadsState) -> Outlook:
    """Return the shares at the end of an attack, after every possible answer of its founders."""
    if (winners := state.winners) is not None:
        return (tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(state.seats)),) * len(MANNERS)
    return _choose([_end(state.play(move)) for move in state.moves()], state.seat or 0)


def _choose(tried: Sequence[Outlook], seat: int) -> Outlook:
    """Return the shares that a seat prefers, for each combination in :data:`MANNERS`.

    They are those with its own highest share, and among equal ones those that fit its preference.
    """

    def prefer(denies: bool, ends: Sequence[Shares]) -> Shares:
        return max(ends, key=lambda shares: (shares[seat], -shares[1 - seat] if denies else shares[1 - seat]))

    return tuple(prefer(denies[seat], ends) for denies, *ends in zip(MANNERS, *tried, strict=True))


def _mean(shares: Sequence[Shares]) -> Shares:
    return tuple(map(fmean, zip(*shares, strict=True)))
