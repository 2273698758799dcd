"""The actions of a player other than moves: undo, draw, answer, resign, claim, pause. Discord and the page offer the same ones.

A new action is one :class:`Action`: its conditions, the confirmation, the call, and the sentence that answers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from bot.common.words import Name, Text, Time, Value, join, list_names
from bot.games.log import GameLog
from bot.presentation.proposals import describe_end, describe_wish
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.play.proposals import Proposal
from bot.storage.queries.time.clocks import PAUSE, ClockRow
from bot.usecases import access, queries
from bot.usecases.computers import takeover
from bot.usecases.context import User
from bot.usecases.play import draw, proposals, resign, undo
from bot.usecases.play.change import Asker
from bot.usecases.play.proposals import Proposed, list_seats_to_ask
from bot.usecases.play.undo import find_last_decision
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal
from bot.usecases.seats import offers
from bot.usecases.tables import matches, opening, tables
from bot.usecases.time import claims, clocks, pauses
from bot.usecases.time.claims import list_claim_options
from rules import State

DONE_ALREADY = Text("That is already done; nothing was changed.")
ASKED = Text("I have asked in the channel. Nothing changes unless everybody agrees.")
STILL_ASKED = Text("The others have not answered yet.")
Version = Annotated[int, Field(ge=0, lt=2**31)]


class Question(NamedTuple):
    """A confirmation before an action that cannot be taken back."""

    text: Text
    yes: str
    no: str


class Offered(NamedTuple):
    """An action that is available now."""

    key: str
    label: str
    values: dict[str, Any]
    """The arguments of the action, in addition to the asker."""
    question: Question | None = None


class Done(NamedTuple):
    """The result of an action."""

    text: Text
    row: GameRow | None = None
    """The game if a new board follows; otherwise ``None``."""
    asked: bool = False
    """Whether the other players have to agree first."""
    next_game: int | None = None
    """The game that this action started."""


class Situation(NamedTuple):
    """A game from the point of view of one of its players."""

    found: GameView
    seat: int
    is_open: frozenset[str]
    """The kinds of the open proposals."""

    @property
    def state(self) -> State:
        """The position."""
        return self.found.state


@dataclass(frozen=True)
class Action:
    """An action of a player."""

    key: str
    offer: Callable[[Situation], Iterator[Offered]]
    run: Callable[..., Awaitable[Done]]
    """Takes the asker and the values as keyword arguments. Raises Refusal."""
    takes: Mapping[str, Any] = field(default_factory=dict)
    """The types of the values, by their names."""


def list_offered(found: GameView, seat: int | None, open_proposals: Sequence[Proposal]) -> list[Offered]:
    """Return the available actions of a seat; none for a watcher (``None``)."""
    if seat is not None and found.row.is_over:
        return list(_offer_after_end(found.row))
    if seat is None or found.row.status != "running" or seat in found.state.dropped:
        return []
    is_open = frozenset(each.kind for each in open_proposals if each.status == "open")
    situation = Situation(found, seat, is_open)
    return [*_offer_hint(situation), *(each for action in ACTIONS.values() for each in action.offer(situation))]


def _offer_hint(at: Situation) -> Iterator[Offered]:
    row = at.found.row
    if row.terms.hints and at.state.seat == at.seat and access.has_computer(row.kind):
        yield Offered("hint", "Hint", {"version": at.found.version})


def _offer_after_end(row: GameRow) -> Iterator[Offered]:
    if not matches.goes_on(row):
        yield Offered("rematch", "Rematch", {})
    if access.has_computer(row.kind):
        yield Offered("analysis", "Analysis", {})
        yield Offered("practice", "Practice mistakes", {})


async def _rematch(asker: Asker) -> Done:
    row = await queries.read_row(asker.context, asker.game_id)
    table = await opening.open_rematch(asker.context, row, asker.user, row.channel_id)
    await tables.show(asker.context, table.id)
    return Done(Text("The table for the next game is in the channel."), next_game=table.game_id)


def _offer_undo(at: Situation) -> Iterator[Offered]:
    try:
        _, alone = find_last_decision(at.found.log, at.seat)
    except Refusal:
        return
    asked = at.found.row.members(list_seats_to_ask(at.state, at.seat))
    if "undo" not in at.is_open:
        yield Offered("undo", "Undo my move" if alone or not asked else "Ask to undo my move", {})


async def _undo(asker: Asker) -> Done:
    proposed = await undo.undo(asker)
    if proposed.proposal is None:
        return Done(Text("Your last move is taken back."), proposed.row)
    return Done(ASKED, asked=True)


def _offer_claims(at: Situation) -> Iterator[Offered]:
    clock = at.found.clock
    if clock is None or clock.seat in (None, at.seat) or clock.stage != clocks.OUT or clock.stopped_at is not None:
        return
    for option in list_claim_options(at.state):
        question = ask_claim(at.found.row.names[clock.seat or 0], at.state) if option.what == "drop" else None
        yield Offered("claim", option.label, {"what": option.what, "turn": clock.version}, question)


def ask_claim(name: str, state: State) -> Question:
    """Return the confirmation before a player whose time is up is dropped."""
    if len(state.left) == 2:
        asks, yes = "Win against **{late}** on time? That ends the game.", "Yes, win on time"
    else:
        asks, yes = "Go on without **{late}**? That puts them out of the game.", "Yes, go on without them"
    return Question(Text(f"{asks} A move by **{{late}}** before you confirm still counts.", late=Name(name)), yes, "No, wait")


async def _claim(asker: Asker, what: str, turn: int) -> Done:
    if what == "substitute":
        await offers.ask_for_substitute(asker, turn)
        return Done(Text("I have asked who will take the seat. Until somebody does, you can still claim, or wait."))
    if what == "stand_in":
        await takeover.ask(asker, turn)
        return Done(Text("A computer plays this turn now; the seat stays with its player."))
    played = await claims.drop_player(asker, turn)
    if played.repeated:
        return Done(DONE_ALREADY)
    done = "You win on time." if played.row.is_over else "The others continue without the player whose time was up."
    return Done(Text(done), played.row)


def _offer_pause(at: Situation) -> Iterator[Offered]:
    if "pause" not in at.is_open:
        yield from offer_pause(at.found.clock)


def offer_pause(clock: ClockRow | None) -> Iterator[Offered]:
    """Offer a pause, or the end of the current one; nothing if no clock runs."""
    if clock is None or clock.seat is None:
        return
    if clock.why == PAUSE:
        yield Offered("pause", "End the pause", {"ends": True})
    elif clock.stage != clocks.OUT:
        yield Offered("pause", "Propose a pause", {"ends": False})


async def _pause(asker: Asker, ends: bool) -> Done:
    if ends:
        await pauses.end_pause(asker)
        return Done(Text("The pause is over: the clock runs again."))
    proposed = await pauses.propose_pause(asker)
    if proposed.proposal is None:
        return Done(Text("The clock is stopped until you move or end the pause."))
    return _report_proposed(proposed, "Everybody agrees to the pause: the clock is stopped.", asker.user)


def _offer_draw(at: Situation) -> Iterator[Offered]:
    if "draw" not in at.is_open:
        yield Offered("draw", "Offer a draw", {})


async def _draw(asker: Asker) -> Done:
    proposed = await draw.draw(asker)
    if proposed.proposal is None:
        return Done(DONE_ALREADY)
    done = _report_proposed(proposed, "Everybody agrees to the draw.", asker.user)
    return done._replace(row=proposed.row) if proposed.proposal.status == "agreed" else done


def _report_proposed(proposed: Proposed, all_agree: str, user: User) -> Done:
    """Return the result of a proposal. If another player has made the same proposal, the result is an agreement to it."""
    proposal = proposed.proposal
    assert proposal is not None  # noqa: S101 - the callers have looked
    if proposal.status == "agreed":
        return Done(Text(all_agree))
    if proposal.agreed and proposal.seat != proposed.row.seat_of(user.id):
        return Done(join([Text("You agree to the {kind}.", kind=proposal.kind), STILL_ASKED]))
    return Done(ASKED, asked=True)


def _offer_resign(at: Situation) -> Iterator[Offered]:
    yield Offered("resign", "Give up", {}, ask_resign(at.state))


def ask_resign(state: State, where: Value = "") -> Question:
    """Return the confirmation before a player resigns. ``where``: names the game if it is not in view."""
    rest = "The other player wins." if len(state.left) == 2 else "The others play on without you."
    return Question(Text(f"Do you really want to give up{{where}}? {rest}", where=where), "Yes, give up", "No, keep playing")


async def _resign(asker: Asker) -> Done:
    played = await resign.resign(asker)
    return Done(DONE_ALREADY) if played.repeated else Done(Text("You have given up."), played.row)


async def _answer(asker: Asker, proposal: int, agrees: bool) -> Done:
    """Answer a proposal without using the buttons of its message."""
    known = await proposals.get_proposal(asker.context, proposal)
    if known is None or known[1].game_id != asker.game_id:
        raise Refusal("There is no such proposal.")
    _, after = await proposals.answer(
        asker.context, asker.guild_id, proposal, asker.user, agrees=agrees, interaction_id=asker.interaction_id, elsewhere=True
    )
    if not agrees:
        return Done(Text("You refuse, so nothing changes."))
    return Done(join([Text("You agree."), Text("") if after.status == "agreed" else STILL_ASKED]))


class Asked(NamedTuple):
    """A proposal at the newest position."""

    words: Text
    answers: tuple[Offered, ...]
    """The available answers; empty for members who are not asked."""


def list_asked(log: GameLog, seat: int | None, known: Sequence[Proposal]) -> list[Asked]:
    """Return the proposals at the newest position, with the answers available to a seat."""
    found = []
    for proposal in known:
        is_open = proposal.status == "open" and log.row.status == "running"
        words = [describe_wish(log, proposal)]
        missing = [each for each in list_seats_to_ask(log.state(), proposal.seat) if each not in proposal.agreed]
        if not is_open:
            words.append(describe_end(log.row, log.state(), proposal))
        elif seat not in missing:
            words.append(Text("Still to answer: {names}.", names=list_names(log.row.names[each] for each in missing)))
        if is_open and proposal.answer_by is not None:
            words.append(Text("No answer by {by} counts as no.", by=Time(proposal.answer_by)))
        answers = tuple(
            Offered("answer", label, {"proposal": proposal.id, "agrees": agrees})
            for label, agrees in (("Agree", True), ("Refuse", False))
            if is_open and seat in missing
        )
        found.append(Asked(join(words), answers))
    return found


def _offer_nothing(_: Situation) -> Iterator[Offered]:
    """Offer nothing, for actions that are offered elsewhere.

    :func:`list_asked` offers the answers to proposals, :func:`_offer_after_end` the actions after a game.
    """
    return iter(())


ACTIONS = {
    action.key: action
    for action in (
        Action("undo", _offer_undo, _undo),
        Action("claim", _offer_claims, _claim, {"what": Literal["drop", "substitute", "stand_in"], "turn": Version}),
        Action("pause", _offer_pause, _pause, {"ends": bool}),
        Action("draw", _offer_draw, _draw),
        Action("resign", _offer_resign, _resign),
        Action("rematch", _offer_nothing, _rematch),
        Action("answer", _offer_nothing, _answer, {"proposal": Annotated[int, Field(ge=0, lt=2**63)], "agrees": bool}),
    )
}
"""All actions by key, in the order in which they are offered."""
