"""Premoves, by the use cases and on both engines: what fits plays at once, what does not is dropped."""

from __future__ import annotations

import asyncio
import itertools
import random

import pytest

from bot.games.armed_lines import Line
from bot.storage.engine.database import Database
from bot.storage.queries.play.lines import Armed
from bot.storage.queries.seats.players import PlayerRow
from bot.usecases import queries
from bot.usecases.context import Context, User
from bot.usecases.play import lines, moves, resign, undo
from bot.usecases.play.change import Asker, load
from bot.usecases.refusal import Refusal
from bot.usecases.seats.handover import seat_to
from bot.usecases.tables import opening, tables
from rules import GAMES, State
from tests.chance import same_chance
from tests.clock import Clock
from tests.usecases.play.test_use_cases import ADA, BJÖRN, CHANNEL, CHIDI, GUILD, begun, queued, texts

PRESSES = itertools.count(1000)
"""Numbers of interactions."""


@pytest.fixture
def context(database: Database) -> Context:
    return Context(database, clock=Clock(), deal=list, chance=same_chance())


async def play(context: Context, game: int, user: User, text: str) -> moves.Played:
    return await moves.play(context, GUILD, game, user, text, interaction_id=next(PRESSES))


async def premove(context: Context, game: int, user: User, *line: str, replace: bool = False) -> tuple[Line, ...]:
    version = (await queries.read_row(context, game)).version
    press = next(PRESSES)
    armed = await lines.arm_line(context, GUILD, game, user, line, seen=version, interaction_id=press, replace=replace)
    return armed.lines


async def stored(context: Context, game: int, seat: int) -> Armed | None:
    """What the table has of a seat's premoves."""
    row = await queries.read_row(context, game)
    return (await queries.view_game(context, GUILD, game, row.players[seat].user_id)).armed


async def branches_of(context: Context, game: int, seat: int) -> tuple[Line, ...]:
    """The premoves of a seat from now on."""
    return lines.find_armed(await queries.read_log(context, game), seat, await stored(context, game, seat)).lines


async def dropped(context: Context, game: int, seat: int) -> bool:
    found = await stored(context, game, seat)
    return found is not None and found.dropped


async def test_one_that_fits_plays_at_once_and_both_moves_come_in_one_post(context: Context) -> None:
    game = await begun(context)
    await premove(context, game, BJÖRN, "A1 F", "B2 W")
    before = await queued(context)
    played = await play(context, game, ADA, "a1 f")
    assert await texts(context, game) == ["A1 F", "B2 W"]
    log = await queries.read_log(context, game)
    assert [row.seat for row in log.rows] == [0, 1], "it counts as the player's move"
    assert log.row.seat == 0
    assert not played.goes_on, "it is Ada's turn again, and not the same turn"
    assert (await queued(context))[len(before) :] == ["board"]
    assert not await dropped(context, game, 1)


async def test_branches_go_several_moves_deep_for_both_players(context: Context) -> None:
    game = await begun(context)
    await premove(context, game, BJÖRN, "A1 F", "B2 W", "C3 R", "D4 P")
    await premove(context, game, BJÖRN, "A2 F", "B2 W")
    await play(context, game, ADA, "a1 f")
    assert await branches_of(context, game, 1) == (("C3 R", "D4 P"),)
    await play(context, game, ADA, "c3 r")
    assert await texts(context, game) == ["A1 F", "B2 W", "C3 R", "D4 P"]
    assert await branches_of(context, game, 1) == ()


async def test_one_that_does_not_fit_is_dropped_and_its_owner_told_until_they_move(context: Context) -> None:
    game = await begun(context)
    await premove(context, game, BJÖRN, "A1 F", "B2 W")
    await play(context, game, ADA, "a2 f")
    assert await texts(context, game) == ["A2 F"]
    assert await dropped(context, game, 1)
    await play(context, game, BJÖRN, "c3 w")
    assert not await dropped(context, game, 1)


@pytest.mark.parametrize("what", ["undo", "resign", "substitute"])
async def test_undo_resigning_and_a_substitute_end_premoves(context: Context, what: str) -> None:
    game = await begun(context)
    await play(context, game, ADA, "a1 f")
    await premove(context, game, ADA, "B2 W", "C3 R")
    if what == "undo":
        await undo.undo(Asker(context, GUILD, game, ADA, 5))
        await play(context, game, ADA, "a1 f")
    elif what == "resign":
        await resign.resign(Asker(context, GUILD, game, BJÖRN, 5))
    else:

        async def hand_over(conn: object) -> None:
            log = await load(context, conn, GUILD, game, lock=True)  # type: ignore[arg-type]
            await seat_to(context, conn, log, PlayerRow(0, CHIDI.id, CHIDI.name))  # type: ignore[arg-type]

        await context.db.write(hand_over)
        assert not await dropped(context, game, 0), "the new holder hears nothing of them"
    assert await branches_of(context, game, 0) == ()
    if what != "resign":
        await play(context, game, BJÖRN, "b2 w")
        assert (await texts(context, game))[-1] == "B2 W"


async def test_only_legal_lines_are_stored_and_only_while_others_decide(context: Context) -> None:
    game = await begun(context)
    with pytest.raises(Refusal, match="It is your turn"):
        await premove(context, game, ADA, "A1 F", "B2 W")
    with pytest.raises(Refusal):
        await premove(context, game, BJÖRN, "A1 F", "A1 W")
    with pytest.raises(Refusal, match="not in this game"):
        await premove(context, game, CHIDI, "A1 F", "B2 W")
    with pytest.raises(Refusal, match="moved on"):
        await lines.arm_line(context, GUILD, game, BJÖRN, ["A1 F", "B2 W"], seen=7, interaction_id=3)
    assert await branches_of(context, game, 1) == ()


async def test_an_answer_is_replaced_and_a_branch_removed(context: Context) -> None:
    game = await begun(context)
    await premove(context, game, BJÖRN, "A1 F", "B2 W")
    await premove(context, game, BJÖRN, "A1 F", "B3 W", replace=True)
    assert await premove(context, game, BJÖRN, "A2 F", "B2 W") == (("A1 F", "B3 W"), ("A2 F", "B2 W"))
    left = await lines.disarm_lines(context, GUILD, game, BJÖRN, ["A1 F"], seen=0, interaction_id=4)
    assert left.lines == (("A2 F", "B2 W"),)


async def test_one_that_answers_the_same_moves_differently_is_asked_about_and_the_earlier_one_stands(context: Context) -> None:
    game = await begun(context)
    first = ("A1 F", "B2 W", "C3 R", "D4 P")
    await premove(context, game, BJÖRN, *first)
    for other in (("A1 F", "B3 W"), (*first[:3], "D3 P")):
        with pytest.raises(lines.Contradiction) as question:
            await premove(context, game, BJÖRN, *other)
        assert question.value.answer == (first[len(other) - 1],)
        assert await branches_of(context, game, 1) == (first,)
    assert await premove(context, game, BJÖRN, *first[:2]) == (first,), "one that says less says nothing else"
    more = (*first[:2], "C2 R", "D4 P")
    assert await premove(context, game, BJÖRN, *more) == (first, more), "an answer to other moves stands beside it"
    assert await premove(context, game, BJÖRN, "A1 F", "B3 W", replace=True) == (("A1 F", "B3 W"),)
    await play(context, game, ADA, "a1 f")
    assert await texts(context, game) == ["A1 F", "B3 W"]


async def test_so_many_decisions_are_armed_and_no_more_whatever_is_kept(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(context)
    monkeypatch.setattr(lines, "MOST", 6)
    for number in range(lines.MOST_KEPT):
        await lines.keep_line(context, game, BJÖRN.id, 0, [[f"{'ABCD'[number % 4]}{1 + number // 4} F"]])
    with pytest.raises(Refusal, match=f"{lines.MOST_KEPT} lines"):
        await lines.keep_line(context, game, BJÖRN.id, 0, [["D4 F"]])
    await premove(context, game, BJÖRN, "A1 F", "B2 W", "C3 R", "D4 P")
    shared = await premove(context, game, BJÖRN, "A1 F", "B2 W", "C2 R", "D4 P")
    assert len(shared) == 2, "what both begin with counts once"
    with pytest.raises(Refusal, match="6 decisions"):
        await premove(context, game, BJÖRN, "A2 F", "B2 W")
    assert await branches_of(context, game, 1) == shared
    assert len(await lines.list_lines(context, game, BJÖRN.id)) == lines.MOST_KEPT


async def test_what_a_member_keeps_is_never_played_and_stays_when_premoves_end(context: Context) -> None:
    game = await begun(context)
    await lines.keep_line(context, game, BJÖRN.id, 0, [["A1 F"], ["B2 W"]])
    await premove(context, game, BJÖRN, "A2 F", "B2 W")
    await play(context, game, ADA, "a1 f")
    assert await texts(context, game) == ["A1 F"]
    assert await dropped(context, game, 1)
    await resign.resign(Asker(context, GUILD, game, ADA, 5))
    assert await stored(context, game, 1) is None
    assert [each.entries for each in await lines.list_lines(context, game, BJÖRN.id)] == [[["A1 F"], ["B2 W"]]]


async def test_in_a_game_of_three_the_others_both_move_first(context: Context) -> None:
    table = await opening.open_table(context, GUILD, CHANNEL, ADA, "land", {}, seats=3)
    for other in (BJÖRN, CHIDI):
        table = await tables.join(context, GUILD, table.id, other)
    game, dice = table.game_id or 0, random.Random(1)
    users = (ADA, BJÖRN, CHIDI)
    while (found := _way_to_the_third((await queries.view_game(context, GUILD, game)).state)) is None:
        state = (await queries.view_game(context, GUILD, game)).state
        await play(context, game, users[state.seat or 0], str(dice.choice(list(state.moves()))))
    third, line, reached = found
    answer = str(next(iter(reached.moves())))
    await premove(context, game, users[third], *line, answer)
    for text in line:
        assert answer not in (await texts(context, game))[-1:]
        await play(context, game, users[(await queries.read_row(context, game)).seat or 0], text)
    assert (await texts(context, game))[-1] == answer


def _way_to_the_third(state: State) -> tuple[int, list[str], State] | None:
    """The first legal moves until two seats have moved and the third one is to move: that seat, the moves, the position.

    ``None`` where the game ends or dice are rolled before.
    """
    seats, line = [state.seat], list[str]()
    while len(seats) < 3:
        if state.is_chance or state.is_over:
            return None
        line.append(str(next(iter(state.moves()))))
        state = state.play(state.parse(line[-1]))
        if state.seat not in (None, *seats):
            seats.append(state.seat)
    return seats[-1] or 0, line, state


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("kind", list(GAMES))
async def test_never_past_chance_in_any_game(context: Context, kind: str) -> None:
    """Random lines of decisions: those that chance breaks are refused, the others stored and played."""
    game = GAMES[kind]
    table = await opening.open_table(context, GUILD, CHANNEL, ADA, kind, {}, seats=game.seats[0])
    table = await (tables.accept if table.opponent_id else tables.join)(context, GUILD, table.id, BJÖRN)
    number, dice, users = table.game_id or 0, random.Random(3), (ADA, BJÖRN)
    stored = 0
    for _ in range(25):
        state = (await queries.view_game(context, GUILD, number)).state
        if state.is_over:
            break
        me = 1 - (state.seat or 0)
        line, reached = list[str](), state
        while reached.seat is not None and reached.seat != me:
            line.append(str(dice.choice(list(reached.moves()))))
            reached = reached.play(reached.parse(line[-1]))
        theirs = list(line)
        if reached.seat == me:
            answer = str(dice.choice(list(reached.moves())))
            await premove(context, number, users[me], *line, answer)
            stored += 1
        elif not reached.is_over:
            with pytest.raises(Refusal):
                await premove(context, number, users[me], *line, "A1")
        version = (await queries.read_row(context, number)).version
        for text in theirs:
            await play(context, number, users[1 - me], text)
        if reached.seat == me:
            log = await queries.read_log(context, number)
            assert log.rows[version + len(theirs)].text == answer
            assert log.rows[version + len(theirs)].seat == me
    assert stored or kind == "nomads"


async def test_a_premove_and_an_undo_at_the_same_instant(context: Context) -> None:
    """Whichever comes first, nothing is lost and nothing is played that does not fit."""
    for number in range(6):
        game = await begun(context)
        await play(context, game, ADA, "a1 f")
        work = [
            lines.arm_line(context, GUILD, game, ADA, ["B2 W", "C3 R"], seen=1, interaction_id=number * 10 + 1),
            undo.undo(Asker(context, GUILD, game, ADA, number * 10 + 2)),
        ]
        await asyncio.gather(*(work if number % 2 else work[::-1]), return_exceptions=True)
        log = await queries.read_log(context, game)
        assert await texts(context, game) == ["A1 F", "0"]
        assert log.row.seat == 0
        await play(context, game, ADA, "a1 f")
        await play(context, game, BJÖRN, "b2 w")
        assert await texts(context, game) == ["A1 F", "0", "A1 F", "B2 W"]
