"""The reasons for a move of Pastures New: its score, what it leaves, and a comparison with another move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from render.text.reasons import Reason, Sort
from rules import Action
from rules.pastures import TERRAINS, Answer, Castle, Fill, Offer, PasturesState
from rules.pastures.actions import MOST_OFFERED
from rules.squares import Square
from rules.words import count

SITES = ("P", "W")
"""P10: the terrains that a castle may stand on."""
MOST_REPLIES = 500
"""Maximum number of replies to try: more take too long."""


def obvious_other(state: PasturesState, moves: Sequence[Action]) -> Action | None:
    """Return the most obvious alternative to the first of ``moves``: by points, for the best castle, or the even offer."""
    move, legal = moves[0], state.moves()
    if len(legal) < 2:
        return None
    if isinstance(move, Castle):
        others = (each for each in legal if isinstance(each, Castle) and each != move)
        return max(others, key=lambda each: state.points(each.square))
    if isinstance(move, Offer):
        even = min(max(lead(state) or 0, 0), MOST_OFFERED)
        return Offer(even if even != move.points else move.points - 1 if move.points else 1)
    if isinstance(move, Answer):
        return Answer("second" if move.place == "first" else "first")
    return _other_fill(state, move) if isinstance(move, Fill) else None


def reasons(state: PasturesState, moves: Sequence[Action], other: Action | None) -> Iterator[Reason]:
    """Yield the reasons for ``moves``, compared with ``other``."""
    move = moves[0]
    if len(state.moves()) == 1:
        yield Reason(Sort.FORCED, "It is your only legal move.")
    if isinstance(move, Castle):
        yield from _castle(state, move, other)
    elif isinstance(move, Offer):
        yield from _offer(state, move, other)
    elif isinstance(move, Answer):
        yield from _answer(state, move)
        if len(moves) > 1 and isinstance(moves[1], Castle):
            yield Reason(
                Sort.GAINS, f"Your castle on {moves[1].square} then scores {count(state.points(moves[1].square), 'point')}."
            )
    elif isinstance(move, Fill):
        yield from _fill(state, move, other)


# ---------------------------------------------------------------------- castles


def _castle(state: PasturesState, move: Castle, other: Action | None) -> Iterator[Reason]:
    seat, after, points = state.seat or 0, state.play(move), state.points(move.square)
    if after.is_over:
        mine, theirs = after.scores[seat], after.scores[1 - seat]
        yield Reason(Sort.GAINS, f"It scores {count(points, 'point')} and ends the game: you {mine}, your opponent {theirs}.")
    if not isinstance(other, Castle):
        if not after.is_over:
            yield Reason(Sort.GAINS, f"It scores {count(points, 'point')} and leaves your opponent {_left(after)}.")
        return
    there, left, left_there = state.points(other.square), best_castle(after), best_castle(state.play(other))
    but = "but" if (there > points and left_there > left) or (there < points and left_there < left) else "and"
    compared = f"{other.square} scores {there}, {but} leaves {left_there}"
    if after.is_over:
        yield Reason(Sort.STOPS, f"{compared} for your opponent.")
    else:
        yield Reason(Sort.GAINS, f"It scores {count(points, 'point')} and leaves your opponent {_left(after)}; {compared}.")
    named = (move.square, other.square)
    lost = next((each for each in _by_points(state) if each not in named and not _can_build(after, each)), None)
    if lost is not None and state.points(lost) > left and not after.is_over:
        yield Reason(Sort.STOPS, f"Your opponent cannot build on {lost} any more, for {count(state.points(lost), 'point')}.")


def _left(after: PasturesState) -> str:
    """Return the most points that the next castle can score."""
    return f"{best_castle(after)} at most"


def _can_build(state: PasturesState, square: Square) -> bool:
    return bool(state.sites & state.grid.bit(square))


def _by_points(state: PasturesState) -> list[Square]:
    return sorted(state.grid.squares_of(state.sites), key=lambda square: -state.points(square))


def best_castle(state: PasturesState) -> int:
    """Return the points of the best castle that may be built now; 0 if there is none."""
    return max(map(state.points, state.grid.squares_of(state.sites)), default=0)


def lead(state: PasturesState) -> int | None:
    """Return the largest lead of the first of two castles over the second in the current position; ``None`` without any site.

    The second castle is the best that the first one leaves room for; it scores 0 if there is none.
    """
    grid = state.grid
    sites = state.terrain_masks[1] | state.terrain_masks[5]  # P10: plains and wasteland
    points = {square: state.points(square) for square in grid.squares_of(sites)}
    ranked = sorted(points, key=lambda square: -points[square])
    best: int | None = None
    for square in ranked:
        if best is not None and points[square] <= best:
            break  # whatever is left for the second, this lead cannot be larger
        near = grid.too_close[grid.number(square)]
        reply = next((points[each] for each in ranked if not near & grid.bit(each)), 0)
        best = points[square] - reply if best is None else max(best, points[square] - reply)
    return best


# ---------------------------------------------------------------------- offers


def _offer(state: PasturesState, move: Offer, other: Action | None) -> Iterator[Reason]:
    ahead = lead(state) or 0
    told = f"With one castle each, whoever builds first leads by {count(ahead, 'point')} at best"
    compared = f"; with {other.points}, {_second(other.points - ahead)}" if isinstance(other, Offer) else ""
    yield Reason(Sort.GAINS, f"{told}. With {count(move.points, 'point')}, {_second(move.points - ahead)}{compared}.")


def _second(more: int) -> str:
    """Return the standing of the player who places second after one castle each."""
    return "both are even" if not more else f"whoever builds second is {abs(more)} {'ahead' if more > 0 else 'behind'}"


def _answer(state: PasturesState, move: Answer) -> Iterator[Reason]:
    ahead, offered = lead(state) or 0, state.offered or 0
    more = f"the {offered} offered are {'as much' if offered == ahead else f'{abs(offered - ahead)} {_more(offered - ahead)}'}"
    yield Reason(Sort.GAINS, f"With one castle each, whoever builds first leads by {count(ahead, 'point')} at best; {more}.")
    if move.place == "second":
        yield Reason(Sort.RISKS, f"Your opponent places first, and can score {count(best_castle(state), 'point')} at once.")
    else:
        yield Reason(Sort.RISKS, f"You place first, and your opponent gets {count(offered, 'point')}.")


def _more(number: int) -> str:
    return "more" if number > 0 else "less"


# ---------------------------------------------------------------------- filling


def _other_fill(state: PasturesState, move: Fill) -> Fill | None:
    """Return another fill: the same terrain in a good castle's area, else elsewhere, else another terrain on the square."""
    legal = [each for each in state.moves() if isinstance(each, Fill) and each != move]
    same = [each for each in legal if each.terrain == move.terrain]
    if not same:
        return next((each for each in legal if each.square == move.square), legal[0])
    sites = sorted((square for square, letter in state.terrain.items() if letter in SITES), key=lambda s: -state.points(s))
    sign = 1 if first_to_build(state) == state.seat else -1
    ahead, found = lead(state.play(move)) or 0, list[Fill]()
    for site in sites[:4]:
        area = set(state.area(site))
        near = [each for each in same if each.square in area]
        if near:
            found.append(max(near, key=lambda each: sign * (lead(state.play(each)) or 0)))
    if found:
        return min(found, key=lambda each: _favours(sign * (ahead - (lead(state.play(each)) or 0))))
    return same[0]


def _favours(more: int) -> int:
    """Return the rank of a comparison: 0 if the explained move does more, 1 for as much, 2 for less."""
    return 0 if more > 0 else 2 if more else 1


def first_to_build(state: PasturesState) -> int:
    """Return the seat that places the first castle (P9) in a game without offers."""
    return state.width * state.height % 2


def _fill(state: PasturesState, move: Fill, other: Action | None) -> Iterator[Reason]:
    after = state.play(move)
    instead = state.play(other) if isinstance(other, Fill) else None
    ahead = lead(after)
    if ahead is None:
        yield Reason(Sort.GAINS, "No castle could stand anywhere yet.")
    else:
        there = None if instead is None else lead(instead)
        yield _castles_now(state, ahead, there, _name(other))
        if instead is not None and there == ahead:
            yield from _next_square(state, ahead, after, instead, _name(other))
    early = ahead is None and not state.points(move.square)
    yield _areas(state, move, other) if early else _site(state, move, other)
    if move.terrain in after.bans and (ahead is None or not isinstance(other, Fill) or other.terrain != move.terrain):
        yield Reason(Sort.COSTS, f"Your opponent cannot play {TERRAINS[move.terrain]} next turn (P5).")


def _name(other: Action | None) -> str:
    return f"{other.square} {TERRAINS[other.terrain]}" if isinstance(other, Fill) else ""


def _castles_now(state: PasturesState, ahead: int, there: int | None, other: str) -> Reason:
    """Return the possible lead of the first of two castles, after the move and after the ``other`` one."""
    who, they = "whoever builds first", "whoever builds first"
    if state.options.claim == "turn":
        who, they = ("you first", "you") if first_to_build(state) == state.seat else ("your opponent first", "they")
    lead_by = f"{they} could lead by {count(ahead, 'point')}" if ahead else "neither could lead"
    first = "" if they == who and ahead else f"{who}, "
    if there is None:
        compared = ""
    elif there == ahead:
        compared = f", as after {other}"
    else:
        by = f"by {there}" if ahead else f"{they} could, by {there}"
        compared = f"; after {other}, {by if there else 'neither could'}"
    told = f"f both built one castle now, {first}{lead_by}{compared}."
    if there is not None and _does_less(state, ahead, there):
        return Reason(Sort.COSTS, f"It does less at once: i{told}")
    return Reason(Sort.GAINS, f"I{told}")


def _next_square(
    state: PasturesState, ahead: int, after: PasturesState, instead: PasturesState, other: str
) -> Iterator[Reason]:
    """Yield the effect of the opponent's next square on the lead just named, if it is smaller than after ``other``."""
    if state.options.claim == "offer" or len(after.moves()) > MOST_REPLIES or len(instead.moves()) > MOST_REPLIES:
        return
    mine = first_to_build(state) == state.seat
    worst = min if mine else max
    here, there = (worst((lead(each.play(move)) or 0 for move in each.moves()), default=ahead) for each in (after, instead))
    if (here <= there) if mine else (here >= there):
        return
    change = "lower" if mine else "raise"
    if here == ahead:
        yield Reason(Sort.GAINS, f"Your opponent's next square cannot {change} that; after {other}, it can, to {there}.")
    else:
        yield Reason(Sort.GAINS, f"Your opponent's next square can {change} that to {here}; after {other}, to {there}.")


def _does_less(state: PasturesState, ahead: int, there: int) -> bool:
    """Return whether the other move does more for the player who decides, by the first castle's lead after each."""
    if state.options.claim == "offer":
        return False
    return ahead < there if first_to_build(state) == state.seat else ahead > there


def _areas(state: PasturesState, move: Fill, other: Action | None) -> Reason:
    """Return the number of squares around that have the square in the area of a castle there."""
    around = len(state.area(move.square)) - 1
    worth = state.play(move).points(move.square) > 0
    told = "Castles can score it from" if worth else "It adds nothing to castles on"
    compared = ""
    if isinstance(other, Fill) and other.terrain == move.terrain:
        compared = f"; on {other.square}, {'from' if worth else 'to those on'} {len(state.area(other.square)) - 1}"
    return Reason(Sort.GAINS, f"{told} {around} squares around{compared}.")


def _site(state: PasturesState, move: Fill, other: Action | None) -> Reason:
    """Return the points of a castle on the square, or that none can stand there, compared with the same terrain elsewhere."""
    same = other if isinstance(other, Fill) and other.terrain == move.terrain else None
    if move.terrain in SITES:
        told = "" if same is None else f"; on {same.square}, {state.play(same).points(same.square)}"
        points = count(state.play(move).points(move.square), "point")
        return Reason(Sort.GAINS, f"A castle on {move.square} would score {points} so far{told}.")
    told = "" if same is None else f"; around {same.square}, {state.points(same.square)}"
    points = count(state.points(move.square), "point")
    return Reason(Sort.STOPS, f"No castle can stand on {move.square} now, with {points} around it so far{told}.")
