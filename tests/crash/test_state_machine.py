"""Any order of presses, kills, outages, backups and lost channels: what the players agreed on is what there is."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from bot.storage.engine.backup import backup, restore
from tests.crash.game_model import GameModel, Premove, Question
from tests.crash.matches import Choice, Kept, Match, answer_with, first_answer, present, seen, started, ticking
from tests.crash.processes import MOVE_POINTS, Bots
from tests.databases import ENGINES, fresh_postgresql
from tests.matches import find_controls
from tests.sampling import Sample
from tests.waiting import until
from tests.wire.server import Hang, Loopback, LostAnswer, Message, Reset, Status, payloads
from tests.wire.server.faults import Fault, Rule
from tests.wire.server.interactions import Interaction
from tests.wire.server.people import Person, answered, labels

T = TypeVar("T")
Database = Callable[[Path], AbstractContextManager[str]]
"""Makes an empty database, with a folder for it, and gives its URL."""

DEADLY = [name for name in MOVE_POINTS if not name.endswith(("deferring", "deferred", "failed", "postponed", "looked"))]
"""Points that every action passes on a wire that works."""
COMMITTED = DEADLY.index("move.committed")

FAULTS = (Status(503), Reset(), LostAnswer(), Hang(0.02))
"""What becomes of requests in an outage: they are refused, or taken late or without a word."""

GIVEN_UP = {
    "it is settled",
    "its message is not known",
    "its message is too old to be edited",
    "a newer board is on its way",
}
"""Why a post may be given up: nothing is left to be shown by it."""

AGREE = {"undo": "would like to take back", "draw": "offers a draw"}
"""How the question of a kind is put."""

numbers = st.integers(0, 1000)
"""Which of several things is taken, counted around."""


class Watched(Match):
    """A game whose model says what the channel has to show."""

    model: GameModel
    old: set[int]
    first: int
    gone: bool

    @classmethod
    def of(cls, match: Match) -> Watched:
        """A game that has just begun."""
        made = cls(match.server, match.channel, match.id, match.people)
        made.forget(GameModel(), first=0, old=set())
        return made

    def forget(self, model: GameModel, *, first: int, old: set[int]) -> None:
        """The game stands as in the model, and boards other than the ``old`` messages are those from the ``first`` one on."""
        self.model, self.first, self.old, self.gone = model, first, old, False

    @property
    def state(self) -> Any:
        """How the game should stand."""
        return self.model.state

    def is_posted(self) -> bool:
        """Whether the channel shows each board once, in order, with buttons on the last alone.

        Each process that has ended may have left the buttons of one old board.
        """
        boards = [board for board in self.boards() if board.id not in self.old]
        wanted = self.model.boards[self.first :]
        if [self.shown(board) for board in boards] != wanted:
            return False
        with_buttons = [bool(labels(board)) for board in boards]
        return not boards or (with_buttons[-1] and sum(with_buttons) <= 1 + self.ended)

    def question(self, kind: str) -> Message | None:
        """The message of the open question of a kind; at most one may look open."""
        here = [message for message in self.server.world.history(self.channel) if message.id not in self.old]
        open_ones = [message for message in here if self.asks(message, kind) and "Agree" in labels(message)]
        assert len(open_ones) <= 1
        return open_ones[0] if open_ones else None

    def claim(self) -> Message | None:
        """The message that offers to win on time; at most one may be open."""
        here = [message for message in self.server.world.history(self.channel) if f"game #{self.id}\n" in message.text]
        open_ones = [message for message in here if "Win on time" in labels(message)]
        assert len(open_ones) <= 1
        return open_ones[0] if open_ones else None

    def asks(self, message: Message, kind: str) -> bool:
        """Whether the message is a question of that kind about this game."""
        return AGREE[kind] in message.text and f"game #{self.id}\n" in message.text


def is_played(said: str) -> bool:
    """Whether an answer tells of a move. One that is gone did: it goes away when the board comes, maybe before it is read."""
    return not said or "Done:" in said or "already played" in said


class Playing(RuleBasedStateMachine):
    """Two people, one bot that may die at any time, a Discord that may be away."""

    def __init__(self, nursery: ForkServerContext, folder: Path, database: Database) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.runner = self.stack.enter_context(asyncio.Runner())
        folder = folder / f"example-{len(list(folder.iterdir()))}"
        folder.mkdir()
        self.folder = folder
        self.url = self.stack.enter_context(database(folder))
        self.server = self.run(Loopback().__aenter__())
        self.server.world.old_edits = 10  # a kill repeats an edit; a board refused one keeps its buttons
        self.bots = Bots(nursery, self.server, self.url, folder, delays=(0.02, 0.1))
        self.outage: Rule | None = None
        self.saved: tuple[Path, list[tuple[Watched, GameModel, tuple[Person, Person]]]] | None = None
        self.ahead = 0.0
        self.pass_time(0)
        self.matches: list[Watched] = []

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Let everything go on until the work is done."""
        return self.runner.run(work)

    def teardown(self) -> None:
        """End the bot and Discord; no request may have been one that Discord does not take."""
        try:
            self.run(self.bots.end())
            self.run(self.server.__aexit__(None, None, None))
            assert self.server.violations == []
        finally:
            self.stack.close()
            shutil.rmtree(self.folder)

    def pass_time(self, seconds: float) -> None:
        """Put the clocks of Discord and of the bot forward."""
        self.ahead += seconds
        self.server.world.clock.advance(seconds)
        (self.folder / "clock.new").write_text(str(self.ahead))
        (self.folder / "clock.new").rename(self.folder / "clock")

    # ------------------------------------------------------------------ what the rules are made of

    @property
    def match(self) -> Watched:
        """The game in play."""
        return self.matches[-1]

    @property
    def model(self) -> GameModel:
        """What it should be."""
        return self.match.model

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return bool(self.model.state.is_over)

    @property
    def is_away(self) -> bool:
        """Whether Discord takes no posts."""
        return self.outage is not None

    def ask(self, deed: Interaction) -> str:
        """What a deed is answered."""
        return self.run(answered(deed)).text

    def moves(self) -> list[str]:
        """What is open to the player to move."""
        return [str(move) for move in self.model.state.moves()]

    def pick(self, number: int) -> Choice:
        """A move of the player to move."""
        moves = self.moves()
        return Choice(self.match.mover, self.match.id, moves[number % len(moves)])

    def played(self, text: str) -> None:
        """The player to move has played."""
        seat = self.model.state.seat
        assert seat is not None
        self.model.play(seat, text)

    def deliver_again(self, deed: Interaction) -> None:
        """Discord delivers an interaction a second time."""
        self.server.gateway.publish("INTERACTION_CREATE", payloads.interaction(deed, self.server.world, self.server.base))

    # ------------------------------------------------------------------ what always holds

    @invariant()
    def everything_is_kept_and_posted(self) -> None:
        """The log is the model's, and a replay of it is the position; the channel shows it, if Discord takes posts."""
        for match in self.matches:
            kept = self.run(Kept.of(self.url, match.id) if self.is_away else Kept.settled(self.url, match.id))
            assert kept.texts == match.model.log
            assert [row.text for row in kept.log_of_game.actions()] == [move.text for move in match.model.moves]
            if self.is_away or match.gone:
                continue
            self.run(match.posted())
            assert kept.given_up <= GIVEN_UP
            assert (match.claim() is not None) == match.model.out
            for kind in AGREE:
                assert (match.question(kind) is not None) == (kind in match.model.questions)

    # ------------------------------------------------------------------ the players

    @initialize()
    def begin(self) -> None:
        """A bot, and a game."""
        world = self.server.world
        channel = world.add_channel(world.add_guild())
        self.people = (self.server.person(channel, "Ada"), self.server.person(channel, "Björn"))
        self.third = self.server.person(channel, "Chidi")
        self.run(self.bots.start())
        self.new_game()

    @precondition(lambda self: self.matches and (self.is_over or self.match.gone) and not self.is_away)
    @rule()
    def begin_anew(self) -> None:
        """Another game in the channel, or in the one that is left."""
        self.new_game()

    def new_game(self) -> None:
        """A game between the two."""
        self.matches.append(Watched.of(self.run(started(*self.people))))

    @precondition(lambda self: not self.is_over)
    @rule(several=st.lists(numbers, min_size=1, max_size=4))
    def move(self, several: list[int]) -> None:
        """The players type some moves, each answered before the next."""
        for number in several:
            if not self.is_over:
                choice = self.pick(number)
                assert is_played(self.ask(choice.press()))
                self.played(choice.move)

    @precondition(lambda self: not self.is_over)
    @rule(number=numbers, again=st.sampled_from(["pressed", "delivered"]))
    def move_twice(self, number: int, again: str) -> None:
        """A move is pressed twice, or delivered twice: it counts once."""
        choice = self.pick(number)
        deeds = [choice.press()]
        if again == "pressed":
            deeds.append(choice.press())
        else:
            self.deliver_again(deeds[0])
        said = [self.ask(deed) for deed in deeds]
        assert any(map(is_played, said)), said
        self.played(choice.move)

    @precondition(lambda self: not self.is_over)
    @rule(number=numbers)
    def move_out_of_turn(self, number: int) -> None:
        """The other player types a move."""
        choice = self.pick(number)
        other = next(person for person in self.match.people if person is not choice.player)
        assert "’s turn" in self.ask(other.slash("move", move=choice.move, game=self.match.id))

    @precondition(lambda self: self.can_choose)
    @rule(meanwhile=st.sampled_from(["nothing", "a move", "two moves", "a restart", "an undo"]), number=numbers)
    def send_from_the_panel(self, meanwhile: str, number: int) -> None:
        """The player to move chooses in the panel, and sends it at once or later: it plays only what its player saw."""
        choice = self.run(self.match.choose())
        assert choice.panel is not None
        seen = list(self.model.log)
        if meanwhile == "a restart":
            self.restart(softly=bool(number % 2))
        elif meanwhile == "an undo":
            self.undo(seat=number % 2, twice=False)
        elif meanwhile != "nothing":
            self.move([number] * (2 if meanwhile == "two moves" else 1))
        if choice.send not in choice.panel.controls:
            return  # the panel was closed when its player moved elsewhere: there is nothing left to press
        panel, edits = choice.panel, choice.panel.edits
        deed = choice.player.use(panel, choice.send)
        # A panel that is closed in that very moment takes the press with it.
        self.run(
            until("an answer to the panel's press", lambda: panel.edits > edits or {*map(id, deed.messages)} - {id(panel)})
        )
        said = "" if deed.callback is None else self.ask(deed)
        if self.model.log == seen:
            assert deed.callback is not None
            assert is_played(said), said
            self.played(choice.move)
        else:
            assert "Done:" not in said

    @property
    def can_choose(self) -> bool:
        """Whether the newest board opens a panel with squares and terrains; castles have no terrain."""
        if self.is_over or self.is_away or self.match.gone or self.moves()[0].endswith(" C"):
            return False
        return self.match.boards()[-1].id not in self.match.old

    @precondition(lambda self: self.is_away and not self.match.gone)
    @rule(number=numbers)
    def press_any_board(self, number: int) -> None:
        """Somebody presses **Play** on a board that still has the button, though another may have followed or be due."""
        playable = [board for board in self.match.boards() if "Play" in labels(board)]
        if playable:
            said = self.ask(self.match.people[number % 2].press(playable[number % len(playable)], "Play"))
            expected = ("Fill a square", "Build a castle", "from an earlier turn", "’s turn", "is over")
            assert any(words in said for words in expected), said

    @precondition(lambda self: not self.is_over)
    @rule(seat=st.integers(0, 1), twice=st.booleans())
    def undo(self, seat: int, twice: bool) -> None:
        """A player takes back their last move: alone if it is the last of all, else when the other agrees."""
        deed = self.match.people[seat].slash("undo", game=self.match.id)
        if twice:
            self.deliver_again(deed)
        said = self.ask(deed)
        keep = self.model.last_of(seat)
        if keep is None:
            assert "no move to take back" in said
        elif keep == len(self.model.moves) - 1:
            self.model.take_back(keep)
        else:
            self.model.questions.setdefault("undo", Question(seat, keep))

    @precondition(lambda self: not self.is_over)
    @rule(seat=st.integers(0, 1), kind=st.sampled_from(sorted(AGREE)), said=st.sampled_from(["Agree", "Refuse", "Refuse", ""]))
    def ask_and_answer(self, seat: int, kind: str, said: str) -> None:
        """A player wants to draw or to take back; the other says what, at once or later."""
        if kind == "undo":
            self.undo(seat=seat, twice=False)
        else:
            self.offer_a_draw(seat)
        if said and not self.is_away and kind in self.model.questions:
            self.run(Kept.settled(self.url, self.match.id))
            self.answer_a_question(kind=kind, said=said, asker=False)

    def offer_a_draw(self, seat: int) -> None:
        """A player offers a draw; where the other had offered one, that is agreeing."""
        self.ask(self.match.people[seat].slash("draw", game=self.match.id))
        offer = self.model.questions.get("draw")
        if offer is None:
            self.model.questions["draw"] = Question(seat)
        elif offer.seat != seat:
            self.model.play(offer.seat, "draw")

    @precondition(lambda self: self.matches and self.model.questions)
    @rule(kind=st.sampled_from(sorted(AGREE)), said=st.sampled_from(["Agree", "Refuse"]), asker=st.booleans())
    def answer_a_question(self, kind: str, said: str, asker: bool) -> None:
        """Somebody answers the question: it counts if they were asked."""
        question = self.model.questions.get(kind)
        message = None if self.match.gone or question is None else self.match.question(kind)
        if message is None or question is None:
            return
        person = self.match.people[question.seat if asker else 1 - question.seat]
        deed = person.press(message, said)
        if asker:
            self.run(answer_with(deed, "You asked for this yourself"))
            return
        self.run(until(f"the buttons of the answered {kind} to go", lambda: not labels(message)))
        if said == "Refuse":
            del self.model.questions[kind]
        elif kind == "undo":
            self.model.take_back(question.keep)
        else:
            self.model.play(question.seat, "draw")

    @precondition(lambda self: not self.is_over)
    @rule(seat=st.integers(0, 1), sure=st.sampled_from([False, False, True]))
    def resign(self, seat: int, sure: bool) -> None:
        """A player is asked whether they give up, and mostly does not."""
        person = self.match.people[seat]
        asked = self.run(answer_with(person.slash("resign", game=self.match.id), "Yes, give up"))
        deed = person.press(asked, "Yes, give up" if sure else "No, keep playing")
        self.run(until("the buttons of the answered question to go", lambda: not labels(asked)))
        assert deed.callback is not None
        if sure:
            self.model.play(seat, f"drop {seat}")

    @precondition(lambda self: not self.is_over and not self.is_away and not self.match.gone)
    @rule(seat=st.integers(0, 1), said=st.sampled_from(["Accept", "Accept", "Decline", "Withdraw"]), killed=st.booleans())
    def hand_over(self, seat: int, said: str, killed: bool) -> None:
        """A player offers the seat to the member who does not play, who accepts or declines; or the player keeps it."""
        holder = self.match.people[seat]
        everybody = (*self.people, self.third)
        spare = next(person for person in everybody if person.id not in [player.id for player in self.match.people])
        if "after the next move" in self.ask(holder.slash("substitute", member=spare.user, game=self.match.id)):
            return  # who has said no is not asked again before that
        self.run(Kept.settled(self.url, self.match.id))
        if killed:
            self.restart(softly=False)
        here = self.server.world.history(self.match.channel)
        offer = next(message for message in reversed(list(here)) if "hand their seat over" in message.text)
        self.run(until(f"the button {said} of the offered seat", lambda: said in labels(offer)))
        (holder if said == "Withdraw" else spare).press(offer, said)
        self.run(until("the buttons of the offered seat to go", lambda: not labels(offer)))
        if said == "Accept":
            self.match.people = (spare, self.match.people[1]) if seat == 0 else (self.match.people[0], spare)
            self.model.hand_over(seat)

    @precondition(lambda self: self.can_choose)
    @rule(number=numbers, fits=st.booleans())
    def premove(self, number: int, fits: bool) -> None:
        """The player who waits chooses an answer to a move, which then comes or does not."""
        state, seat = self.model.state, self.model.state.seat
        theirs = self.moves()[number % len(self.moves())]
        after = state.play(state.parse(theirs))
        if seat is None or after.seat != 1 - seat or str(after.moves()[0]).endswith(" C"):
            return
        answers = [str(move) for move in after.moves()]
        answer = answers[number % len(answers)]
        self.run(self.choose_beforehand(self.match.people[1 - seat], theirs, answer))
        self.model.premove = Premove(1 - seat, theirs, answer)
        others = [move for move in self.moves() if move != theirs]
        choice = Choice(self.match.mover, self.match.id, theirs if fits or not others else others[0])
        assert is_played(self.ask(choice.press()))
        self.played(choice.move)

    async def choose_beforehand(self, player: Person, theirs: str, answer: str) -> None:
        """A player chooses in the panel of ``/premove``, whatever was chosen in it before."""
        panel = await first_answer(player.slash("premove", game=self.match.id))
        for label in ("From the start", "Start over"):
            if label in labels(panel):
                await self.use(player, panel, find_controls(panel, "label", label)[0])
        for move, then in ((theirs, "what do you play"), (answer, "Saved")):
            square, terrain = move.split()
            for wanted in (f":play.{square}.{terrain}:", f":square.{square}:", f":set.terrain.{terrain}:"):
                found = find_controls(panel, "custom_id", wanted)
                if then not in panel.text and found:
                    await self.use(player, panel, found[0])
            assert then in panel.text, (move, panel.text, [control.get("custom_id") for control in panel.controls])

    async def use(self, player: Person, panel: Message, control: dict[str, Any]) -> None:
        """A player presses something in a panel, and sees the panel change."""
        edits = panel.edits
        player.use(panel, control)
        await until("a change of the panel after a press", lambda: panel.edits > edits)

    # ------------------------------------------------------------------ time

    @property
    def is_timed(self) -> bool:
        """Whether the time of the player to move runs, and nobody is asked anything."""
        busy = not self.matches or self.is_over or self.is_away or self.match.gone
        return not busy and not self.model.out and not self.model.questions

    @precondition(lambda self: self.is_timed)
    @rule(softly=st.sampled_from([None, True, False]))
    def time_runs_out(self, softly: bool | None) -> None:
        """Nobody moves until the time is up; the bot may be stopped or killed then."""
        clock = self.run(ticking(self.url, self.match.id))
        self.pass_time(clock.left(self.now()) / 1000 + 3600)
        self.run(seen(self.url, self.match.id, "a player out of time", lambda clock, _: clock.stage == 2))
        self.model.out = True
        if softly is not None:
            self.restart(softly=softly)

    def now(self) -> int:
        """The time, in milliseconds since 1970."""
        return int(self.server.world.clock.now() * 1000)

    @property
    def can_claim(self) -> bool:
        """Whether there is something to claim."""
        return bool(self.matches) and self.model.out and not self.is_away and not self.match.gone

    @precondition(lambda self: self.can_claim)
    @rule(sure=st.booleans())
    def claim(self, sure: bool) -> None:
        """The player whose time is up tries to claim; then, maybe, the other one does."""
        message = self.match.claim()
        seat = self.model.state.seat
        assert message is not None
        assert seat is not None
        self.run(answer_with(self.match.people[seat].press(message, "Win on time"), "Your move still counts"))
        if sure:
            other = self.match.people[1 - seat]
            asked = self.run(answer_with(other.press(message, "Win on time"), "Yes, win on time"))
            self.run(answer_with(other.press(asked, "Yes, win on time"), "You win on time"))
            self.model.play(1 - seat, f"drop {seat}")

    @precondition(lambda self: self.can_claim and not self.model.rested)
    @rule(seat=st.integers(0, 1), softly=st.sampled_from([None, True, False]))
    def nobody_claims(self, seat: int, softly: bool | None) -> None:
        """The game is adjourned, and a player takes it up again: with a new board, and time."""
        self.pass_time(73 * 3600)
        self.run(seen(self.url, self.match.id, "rested since nobody claimed", lambda _, row: row.is_adjourned))
        if softly is not None:
            self.restart(softly=softly)
        choice = self.pick(0)
        assert "/resume" in self.ask(choice.press())
        assert "goes on" in self.ask(self.match.people[seat].slash("resume", game=self.match.id))
        self.model.out = False
        self.model.boards.append(len(self.model.log))

    @precondition(lambda self: self.is_timed and not self.model.rested)
    @rule(softly=st.sampled_from([None, True, False]))
    def vacation(self, softly: bool | None) -> None:
        """The player to move is away for most of a day, and comes back: no time has passed for them.

        Once a turn: an old board may be edited a few times only, and has to lose its buttons in the end.
        """
        before = self.run(ticking(self.url, self.match.id)).left(self.now())
        tomorrow = datetime.fromtimestamp(self.now() / 1000, UTC).date() + timedelta(days=1)
        panel = self.run(first_answer(self.match.mover.slash("my vacation", to=tomorrow.isoformat())))
        if "End it now" not in labels(panel):
            return  # no days are left
        self.pass_time(20 * 3600)
        if softly is not None:
            self.restart(softly=softly)
        self.model.rested = True
        self.match.mover.press(panel, "End it now")
        self.run(until("the end of the vacation", lambda: "End it now" not in labels(panel)))
        after = self.run(ticking(self.url, self.match.id)).left(self.now())
        assert abs(after - before) < 15 * 60_000

    # ------------------------------------------------------------------ what happens to the bot

    @rule(softly=st.booleans())
    def restart(self, softly: bool) -> None:
        """The bot is stopped or killed while nothing is pressed, and started."""
        self.run(self.bots.now.stop() if softly else self.bots.now.kill())
        since = self.now()
        self.run(self.bots.start())
        self.run(present(self.url, since))

    @precondition(lambda self: not self.is_over)
    @rule(point=st.sampled_from(DEADLY), what=st.sampled_from(["move", "move", "undo", "resign", "claim"]), number=numbers)
    def killed_at(self, point: str, what: str, number: int) -> None:
        """The bot is killed at a crash point of a move, an undo that needs nobody, giving up or a claim, and started."""
        if (self.is_away or self.match.gone) and point.startswith("post."):
            point = "move.queued"
        if what != "move" and point in ("move.asked", "move.begun", "move.loaded", "move.committing"):
            point = "move.logged"
        press, counts = self.prepared(what, number)
        self.bots.now.arm(point)
        deed = press()
        assert self.run(self.bots.now.ended()) == -signal.SIGKILL
        if DEADLY.index(point) >= COMMITTED:
            counts()
        else:
            assert not any(words in deed.text for words in ("Done:", "taken back", "You have given up", "You win"))
        self.run(self.bots.start())

    def prepared(self, what: str, number: int) -> tuple[Callable[[], Interaction], Callable[[], None]]:
        """How something is done that counts at once, and what it makes of the game; a move where there is nothing else."""
        if what == "undo" and self.model.moves:
            last = self.match.people[self.model.moves[-1].seat]
            return (
                lambda: last.slash("undo", game=self.match.id),
                lambda: self.model.take_back(len(self.model.moves) - 1),
            )
        if what == "resign":
            seat = number % 2
            person = self.match.people[seat]
            asked = self.run(answer_with(person.slash("resign", game=self.match.id), "Yes, give up"))
            return lambda: person.press(asked, "Yes, give up"), lambda: self.model.play(seat, f"drop {seat}")
        if what == "claim" and self.can_claim and (message := self.match.claim()) is not None:
            mover = self.model.state.seat or 0
            other = self.match.people[1 - mover]
            question = self.run(answer_with(other.press(message, "Win on time"), "Yes, win on time"))
            return (
                lambda: other.press(question, "Yes, win on time"),
                lambda: self.model.play(1 - mover, f"drop {mover}"),
            )
        choice = self.pick(number)
        return choice.press, lambda: self.played(choice.move)

    @precondition(lambda self: not self.is_away)
    @rule(fault=st.sampled_from(FAULTS), method=st.sampled_from(["*", "POST", "PATCH"]))
    def outage_begins(self, fault: Fault, method: str) -> None:
        """From now on something goes wrong with every post, every edit, or both."""
        self.outage = self.server.faults.add(method, "/channels/*", fault, times=None)

    @precondition(lambda self: self.is_away)
    @rule(forgets=st.booleans())
    def outage_ends(self, forgets: bool) -> None:
        """Discord takes posts again; after a long time it has forgotten every nonce."""
        self.server.faults.clear()
        self.outage = None
        if forgets:
            self.pass_time(600)

    @precondition(lambda self: self.url.startswith("sqlite") and not self.is_away and not self.model.questions)
    @rule()
    def make_backup(self) -> None:
        """A backup, while the bot runs; not of an open question, whose message will have lost its buttons by then."""
        made = self.run(backup(self.url, self.folder / "backups", keep=1))
        self.saved = made.path, [(match, match.model.copy(), match.people) for match in self.matches]

    @precondition(lambda self: self.saved is not None and not self.is_away)
    @rule()
    def put_backup_back(self) -> None:
        """The bot is stopped, the backup put back, and the bot started: all games go on from there."""
        assert self.saved is not None
        self.run(self.bots.now.stop())
        self.run(restore(self.saved[0], self.url))
        self.matches = [match for match, *_ in self.saved[1]]
        for match, model, people in self.saved[1]:
            gone = match.gone
            match.forget(model.copy(), first=len(model.boards), old=set(self.server.world.messages))
            match.gone = gone
            match.people = people
        self.run(self.bots.start())

    @precondition(lambda self: self.matches and not self.match.gone and len(self.model.log) > 3)
    @rule(told=st.booleans())
    def lose_channel(self, told: bool) -> None:
        """The channel is deleted: its games go on elsewhere, without boards."""
        world = self.server.world
        lost = self.match.channel
        self.server.delete_channel(lost, tell=told)
        place = world.add_channel(world.guilds[lost.guild_id])
        self.people = (self.people[0].elsewhere(place), self.people[1].elsewhere(place))
        self.third = self.third.elsewhere(place)
        for match in self.matches:
            if match.channel is lost:
                match.gone = True
                match.people = tuple(person.elsewhere(place) for person in match.people)  # type: ignore[assignment]


EXAMPLES = int(os.environ.get("CRASH_EXAMPLES", "0"))
"""How many random examples are tried on each engine; 0: a few, always the same ones."""
STEPS = int(os.environ.get("CRASH_STEPS", "15"))
"""How many steps each example has."""

MakePlaying = Callable[[], Playing]
Then = Callable[..., None]
"""Has an event of the machine happen, with its details, and looks at what always holds."""


@pytest.fixture(params=ENGINES)
def database_url(request: pytest.FixtureRequest) -> str:
    """Return the kind of the database: each example has one of its own."""
    engine: str = request.param
    return engine


@pytest.fixture
def make_playing(request: pytest.FixtureRequest, database_url: str, nursery: ForkServerContext, tmp_path: Path) -> MakePlaying:
    """Begin an example on a database of its own, on each engine in turn."""
    made = request.getfixturevalue("sqlite_template" if database_url == "sqlite" else "postgresql_server")

    @contextmanager
    def database(folder: Path) -> Iterator[str]:
        if database_url == "sqlite":
            yield f"sqlite+aiosqlite:///{shutil.copy(made, folder / 'games.sqlite3')}"
        else:
            with fresh_postgresql(made) as url:
                yield url

    return lambda: Playing(nursery, tmp_path, database)


def test_whatever_happens(make_playing: MakePlaying, sample: Sample) -> None:
    """``CRASH_EXAMPLES=200 CRASH_STEPS=40`` looks for longer, and for other ways each time."""
    run_state_machine_as_test(
        cast("Any", make_playing),
        settings=settings(
            max_examples=EXAMPLES or (2 if sample.is_full else 1),
            stateful_step_count=STEPS,
            derandomize=not EXAMPLES,
            phases=(Phase.generate, Phase.shrink) if EXAMPLES else (Phase.generate,),
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def moves_and_premoves(playing: Playing, then: Then) -> None:
    """Moves, once and twice, typed and chosen beforehand."""
    then(playing.move, several=[3, 1])
    then(playing.move_out_of_turn, number=0)
    for again in ("pressed", "delivered"):
        then(playing.move_twice, number=7, again=again)
    for fits in (True, False):
        then(playing.premove, number=2, fits=fits)


def panels(playing: Playing, then: Then) -> None:
    """Moves from the panel, sent at once or later."""
    then(playing.move, several=[3, 1])
    for meanwhile in ("nothing", "a move", "a restart", "an undo"):
        then(playing.send_from_the_panel, meanwhile=meanwhile, number=1)


def questions(playing: Playing, then: Then) -> None:
    """Questions between players: to take back, to draw."""
    then(playing.move, several=[3, 1, 2])
    for seat in (0, 1):
        then(playing.undo, seat=seat, twice=True)
    then(playing.answer_a_question, kind="undo", said="Agree", asker=True)
    then(playing.answer_a_question, kind="undo", said="Agree", asker=False)
    then(playing.ask_and_answer, seat=0, kind="draw", said="Refuse")
    then(playing.move, several=[0, 0, 0])  # who has refused is not asked again before a move
    then(playing.ask_and_answer, seat=0, kind="draw", said="")
    then(playing.killed_at, point="post.saved", what="undo", number=0)
    then(playing.killed_at, point="move.logged", what="undo", number=0)
    then(playing.ask_and_answer, seat=0, kind="draw", said="")
    then(playing.offer_a_draw, seat=1)
    assert playing.is_over


def seats(playing: Playing, then: Then) -> None:
    """A seat is offered until somebody takes it."""
    then(playing.move, several=[3, 1])
    for said in ("Decline", "Withdraw", "Accept"):
        then(playing.hand_over, seat=1, said=said, killed=said == "Accept")
        then(playing.move, several=[0])
    assert playing.match.people[1] is playing.third


def outages(playing: Playing, then: Then) -> None:
    """Discord takes no posts, or answers nothing, while the bot is killed; then a channel is lost."""
    then(playing.move, several=[3, 1])
    for fault, point in zip(FAULTS, ("move.committed", "answer.before", "move.logged", "answer.after"), strict=True):
        then(playing.outage_begins, fault=fault, method="*")
        then(playing.ask_and_answer, seat=1, kind="draw", said="")
        then(playing.move, several=[2])
        then(playing.killed_at, point=point, what="move", number=5)
        then(playing.press_any_board, number=0)
        then(playing.outage_ends, forgets=True)
    then(playing.lose_channel, told=True)
    then(playing.move, several=[0])
    then(playing.killed_at, point="move.committed", what="move", number=0)
    then(playing.begin_anew)


def ends_and_backups(playing: Playing, then: Then) -> None:
    """Games that are given up or drawn, and a backup that brings one back."""
    then(playing.move, several=[3, 1])
    then(playing.restart, softly=True)
    if playing.url.startswith("sqlite"):
        then(playing.make_backup)
        then(playing.ask_and_answer, seat=0, kind="draw", said="Agree")
        assert playing.is_over
        then(playing.begin_anew)
        then(playing.put_backup_back)
        assert not playing.is_over
    then(playing.resign, seat=0, sure=False)
    then(playing.killed_at, point="move.placed", what="resign", number=1)
    then(playing.killed_at, point="answer.before", what="resign", number=1)
    assert playing.is_over
    then(playing.begin_anew)
    then(playing.resign, seat=0, sure=True)


def times(playing: Playing, then: Then) -> None:
    """Vacations, and time that runs out without a claim."""
    then(playing.vacation, softly=False)
    then(playing.time_runs_out, softly=None)
    then(playing.move, several=[1])
    then(playing.time_runs_out, softly=True)
    then(playing.nobody_claims, seat=1, softly=False)
    then(playing.move, several=[1, 2])


def claims(playing: Playing, then: Then) -> None:
    """A win is claimed whose time has run out, early or late in the game."""
    then(playing.move, several=[1, 2])
    then(playing.time_runs_out, softly=False)
    then(playing.claim, sure=False)
    then(playing.killed_at, point="move.placed", what="claim", number=0)
    then(playing.killed_at, point="move.committed", what="claim", number=0)
    assert playing.is_over
    then(playing.begin_anew)
    then(playing.time_runs_out, softly=None)
    then(playing.claim, sure=True)
    assert playing.is_over


@pytest.mark.sample(1)
@pytest.mark.parametrize("story", [moves_and_premoves, panels, questions, seats, outages, ends_and_backups, times, claims])
def test_everything_happens(make_playing: MakePlaying, story: Callable[[Playing, Then], None]) -> None:
    """Each event at least once, so that those few examples need not have them all."""
    playing = make_playing()

    def then(event: Callable[..., None], **details: object) -> None:
        event(**details)
        playing.everything_is_kept_and_posted()

    try:
        then(playing.begin)
        story(playing, then)
    finally:
        playing.teardown()
