"""The conditions to count for the ranking, clause by clause; counting anew gives the same figures."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.games.cache import GameCache
from bot.storage.engine.database import Database
from bot.storage.queries.seats.holders import COMPUTERS, Holder, level_of
from bot.storage.queries.seats.players import PlayerRow
from bot.storage.queries.seats.seat_changes import add_change
from bot.storage.queries.statistics import results
from bot.storage.queries.statistics.results import Thought
from bot.storage.queries.time.due import get_rows
from bot.storage.schema import game_log, players
from bot.storage.schema_statistics import feats, meetings, ratings, shares
from bot.storage.schema_statistics import results as result_table
from bot.usecases import queries
from bot.usecases.context import Context, User
from bot.usecases.play import draw, proposals, resign, undo
from bot.usecases.play.change import Asker
from bot.usecases.privacy import forgetting
from bot.usecases.statistics import rebuild
from bot.usecases.statistics.eligibility import counting, find_places
from bot.usecases.statistics.facts import Facts, facts_of
from bot.usecases.statistics.rebuild import _shares
from bot.usecases.tables import opening, tables
from rules import GAMES, AgreeDraw, Drop
from tests.ui.played import append_actions, at_random

GUILD, CHANNEL = 1, 2
ADA, BJÖRN = User(911_111_111_111, "Ada"), User(922_222_222_222, "Björn")
CHIDI, DANA = User(933_333_333_333, "Chidi"), User(944_444_444_444, "Dana")


class Clock:
    """A clock that goes on by a second whenever it is asked."""

    now = 1_790_000_000_000

    def __call__(self) -> int:
        """The time."""
        self.now += 1000
        return self.now


@pytest.fixture
def context(database: Database) -> Context:
    return Context(database, clock=Clock(), deal=list)


# ---------------------------------------------------------------------- what counts


def test_a_game_played_to_its_end_counts_however_short() -> None:
    assert counting("played", (1, 1), ["member", "member"], helped=False) == "members"


@pytest.mark.parametrize("ending", ["agreed", "resigned"])
def test_a_draw_or_a_game_given_up_counts_after_the_second_turn_of_each(ending: str) -> None:
    assert counting(ending, (2, 2), ["member", "member"], helped=False) == "members"  # type: ignore[arg-type]
    assert counting(ending, (2, 1), ["member", "member"], helped=False) == "nothing"  # type: ignore[arg-type]


def test_a_game_given_up_early_counts_for_who_has_done_so_before() -> None:
    assert counting("resigned", (1, 0), ["member", "member"], helped=False, again=True) == "members"
    assert counting("resigned", (1, 0), ["computer", "member"], helped=False, again=True) == "computers"


def test_hints_keep_a_game_out_of_every_ranking() -> None:
    assert counting("played", (9, 9), ["member", "member"], helped=True) == "figures"


def test_a_computer_at_any_time_makes_it_a_game_of_the_computers_list() -> None:
    assert counting("played", (9, 9), ["member", "member", "computer"], helped=False) == "computers"


def test_a_former_player_counts_as_the_member_they_were() -> None:
    assert counting("played", (9, 9), ["former", "member"], helped=False) == "members"


def test_seats_come_in_by_win_then_score_then_how_long_they_stayed() -> None:
    state = GAMES["nomads"].start(4)
    state = state.play(Drop(2))
    state = state.play(Drop(0))
    ended = state.play(AgreeDraw())
    assert find_places(ended, (2, 0)) == (3, 1, 4, 1)


def test_nobody_wins_is_a_draw_of_equal_scores() -> None:
    class Razed:
        seats, winners, scores = 3, (), (0, 0, 0)

    assert find_places(Razed(), ()) == (1, 1, 1)  # type: ignore[arg-type]


# ---------------------------------------------------------------------- from the log


async def begun(context: Context, *others: User, asked: Mapping[str, str] = MappingProxyType({})) -> int:
    """A game in which Ada begins: of Pastures with Björn, or of Land with ``others``. ``asked``: terms."""
    if others:
        table = await opening.open_table(context, GUILD, CHANNEL, ADA, "nomads", {}, seats=len(others) + 1)
        for other in others:
            table = await tables.join(context, GUILD, table.id, other)
    else:
        options = {"width": 4, "height": 4}
        table = await opening.open_table(context, GUILD, CHANNEL, ADA, "pastures", options, opponent=BJÖRN, asked=asked)
        table = await tables.accept(context, GUILD, table.id, BJÖRN)
    assert table.game_id is not None
    return table.game_id


async def play(context: Context, game: int, most: int | None = None, seed: int = 1) -> None:
    """Play at random, to the end or for a number of moves."""
    await append_actions(context, game, at_random(random.Random(seed)), 2000 if most is None else most)


async def everything(context: Context) -> dict[str, list[tuple[object, ...]]]:
    """All figures."""

    async def read(conn: AsyncConnection) -> dict[str, list[tuple[object, ...]]]:
        return {
            table.name: [tuple(row) for row in await conn.execute(select(table).order_by(*table.primary_key.columns))]
            for table in (result_table, shares, feats, ratings, meetings)
        }

    return await context.db.read(read)


async def some_games(context: Context) -> None:
    """Games that ended in every way, each counted as it ended."""
    for number in range(2):
        game = await begun(context)
        await append_actions(context, game, at_random(random.Random(number)))
        await rebuild.bring_up_to_date(context, GUILD)
    drawn = await begun(context)
    await play(context, drawn, 6)
    asked = await draw.draw(Asker(context, GUILD, drawn, ADA, 70))
    assert asked is not None
    await proposals.answer(context, GUILD, 1, BJÖRN, agrees=True, interaction_id=71)
    early = await begun(context)
    await resign.resign(Asker(context, GUILD, early, ADA, 72))
    late = await begun(context, BJÖRN, CHIDI)
    await play(context, late, 20)
    await resign.resign(Asker(context, GUILD, late, CHIDI, 73))
    await append_actions(context, late, at_random(random.Random(1)))
    await rebuild.bring_up_to_date(context, GUILD)


@pytest.mark.slow
async def test_counting_anew_gives_the_same_figures_also_after_an_update_or_a_forgetting(context: Context) -> None:
    await some_games(context)
    before = await everything(context)
    assert len(before["results"]) == 5
    assert {row[4] for row in before["results"]} == {"members", "nothing"}
    assert before["ratings"]
    assert before["feats"]
    assert await rebuild.count_from_nothing(context, GUILD) == 5
    assert await everything(context) == before
    assert await rebuild.bring_up_to_date(context, GUILD) == 0
    await _have_it_counted_anew_after_an_update(context)
    assert await everything(context) == before
    await _forget_while_it_is_counted_anew(context)
    after = await everything(context)
    assert not {BJÖRN.id, BJÖRN.name} & {value for rows in after.values() for row in rows for value in row}
    await rebuild.count_from_nothing(context, GUILD)
    assert await everything(context) == after
    assert any(row[4] < 0 for row in after["ratings"]), "who was forgotten stays in the counting as a number"


async def _have_it_counted_anew_after_an_update(context: Context) -> None:
    """Nobody has to run a command after an update; what an older process counts beside the new one is counted again."""

    async def by_older_rules(conn: AsyncConnection) -> None:
        await conn.execute(result_table.update().where(result_table.c.game_id == 2).values(counted_by=0))
        await conn.execute(ratings.update().values(points=2548))
        await conn.execute(meetings.delete())

    await context.db.write(by_older_rules)
    assert await rebuild.schedule_where_rules_changed(context) == 1
    scheduled = await context.db.read(lambda conn: get_rows(conn, guild_id=GUILD, kind="recount"))
    assert len(scheduled) == 1
    await rebuild.bring_up_to_date(context, GUILD)
    assert await rebuild.schedule_where_rules_changed(context) == 0


async def _forget_while_it_is_counted_anew(context: Context) -> None:
    """Counting begins again then."""
    read, write, seen = rebuild._with_holders, context.db.write, list[str]()

    async def read_slowly(conn: AsyncConnection, facts: Iterable[Facts]) -> list[Facts]:
        found = await read(conn, facts)
        seen.append(str(found))
        return found

    async def write_late(work: Callable[[AsyncConnection], Awaitable[object]]) -> object:
        if len(seen) == 1:
            patch.setattr(context.db, "write", write)
            await forgetting.forget(context, BJÖRN.id, GUILD)
        return await write(work)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rebuild, "_with_holders", read_slowly)
        patch.setattr(context.db, "write", write_late)
        await rebuild.count_from_nothing(context, GUILD)
    assert [str(BJÖRN.id) in found for found in seen] == [True, False]


async def given_up_early(context: Context, who: User, number: int) -> int:
    """A game that somebody gives up before everybody's second turn."""
    game = await begun(context)
    await resign.resign(Asker(context, GUILD, game, who, 1000 + number))
    await rebuild.bring_up_to_date(context, GUILD)
    return game


async def counts_for(context: Context) -> list[object]:
    return [row[4] for row in (await everything(context))["results"]]


async def test_giving_up_early_counts_the_second_time_within_thirty_days_and_is_said_to_count_for_nothing_before(
    context: Context,
) -> None:
    games = [await given_up_early(context, ADA, 1), await given_up_early(context, BJÖRN, 2)]
    assert await counts_for(context) == ["nothing", "nothing"], "each of them once"
    games.append(await given_up_early(context, ADA, 3))
    assert await counts_for(context) == ["nothing", "nothing", "members"]
    lost = {row[2]: row[8] for row in (await everything(context))["shares"]}
    assert lost == {ADA.id: 2, BJÖRN.id: 1}
    games.append(await given_up_early(context, ADA, 4))
    assert (await counts_for(context))[3] == "members", "and every time after"
    said = [await rebuild.is_too_short(context, (await queries.view_game(context, GUILD, game)).row) for game in games]
    assert said == [counts == "nothing" for counts in await counts_for(context)] == [True, True, False, False]
    context.clock.now += 31 * DAY  # type: ignore[attr-defined]
    await given_up_early(context, ADA, 5)
    assert (await counts_for(context))[4] == "nothing"
    before = await everything(context)
    await rebuild.count_from_nothing(context, GUILD)
    assert await everything(context) == before
    await forgetting.forget(context, ADA.id, GUILD)
    before = await everything(context)
    assert await counts_for(context) == ["nothing", "nothing", "members", "members", "nothing"], "still the same person"
    await rebuild.count_from_nothing(context, GUILD)
    assert await everything(context) == before


async def test_the_time_of_a_decision_is_what_the_clock_of_its_turn_ran(context: Context) -> None:
    game = await begun(context)
    await play(context, game, 4)
    (found,) = await context.db.read(lambda conn: results.load_finished(conn, [game]))
    cases: list[tuple[tuple[Thought, ...], list[int]]] = [
        ((), [100, 50, 1000, 10]),
        ((Thought(0, 2, 150), Thought(2, 3, 1000), Thought(3, 4, 10)), [100, 50, 1000, 10]),
        ((Thought(0, 2, 20), Thought(2, 3, 300), Thought(3, 4, 0)), [0, 20, 300, 0]),
        ((Thought(0, 2, 60), Thought(2, 3, 5000), Thought(3, 4, 10)), [10, 50, 1000, 10]),
    ]
    for turns, thought in cases:
        facts = facts_of(replace(found, row=replace(found.row, created_at=0), times=(100, 150, 1150, 1160), turns=turns))
        assert [milliseconds for _, _, milliseconds in facts.decisions] == thought, turns


async def test_what_a_turn_took_before_a_lone_undo_is_counted_once(context: Context) -> None:
    """Nothing of the turn that was taken back counts, as in games without a pace; the pause after it does not count either."""
    game = await begun(context)
    await play(context, game, 1)
    assert (await undo.undo(Asker(context, GUILD, game, ADA, 80))).proposal is None
    await play(context, game, 2, seed=2)
    (found,) = await context.db.read(lambda conn: results.load_finished(conn, [game]))
    turns = (Thought(0, 1, 60), Thought(1, 2, 5), Thought(2, 3, 60 + 10), Thought(3, 4, 7))
    facts = facts_of(replace(found, row=replace(found.row, created_at=0), times=(100, 105, 105 + 10 + 500, 622), turns=turns))
    assert [milliseconds for _, _, milliseconds in facts.decisions] == [10, 7]


async def test_a_game_that_ended_before_one_already_counted_takes_its_place_in_the_order(context: Context) -> None:
    """On PostgreSQL a transaction may be committed later than one that began after it."""
    first, second = await begun(context), await begun(context)
    await play(context, first, 8)
    await play(context, second)
    await rebuild.bring_up_to_date(context, GUILD)
    clock = context.clock
    context.clock = lambda: clock.now - 500_000  # type: ignore[attr-defined]
    await resign.resign(Asker(context, GUILD, first, BJÖRN, 80))
    context.clock = clock
    assert await rebuild.bring_up_to_date(context, GUILD) == 1
    before = await everything(context)
    await rebuild.count_from_nothing(context, GUILD)
    assert await everything(context) == before


async def test_a_seat_with_two_holders_is_shared_by_what_each_decided(context: Context) -> None:
    game = await begun(context)
    await play(context, game, 8)
    await resign.resign(Asker(context, GUILD, game, BJÖRN, 90))
    facts = facts_of((await context.db.read(lambda conn: results.load_finished(conn, [game])))[0])
    holders = [Holder(0, 11, "Ada", "member", None), Holder(2, 14, "Dana", "member", None)]
    found = {row.who: (row.decisions, row.decided, row.place, row.won) for row in _shares(facts, 0, holders, "members")}
    assert found == {11: (1, 4, 1, 1), 14: (3, 4, 1, 1)}


async def test_a_seat_that_changed_hands_is_counted_for_both(context: Context) -> None:
    game = await begun(context)
    await play(context, game, 4)

    async def hand_over(conn: AsyncConnection) -> None:
        await add_change(conn, game, 4, PlayerRow(1, BJÖRN.id, BJÖRN.name), 5)
        values = {"user_id": DANA.id, "name": DANA.name}
        await conn.execute(players.update().where(players.c.game_id == game, players.c.seat == 1).values(**values))

    await context.db.write(hand_over)
    context.cache = GameCache()
    await play(context, game, 4)
    await resign.resign(Asker(context, GUILD, game, ADA, 91))
    await rebuild.bring_up_to_date(context, GUILD)
    found = {(row[1], row[2]): (row[11], row[12]) for row in (await everything(context))["shares"]}
    assert found == {(0, ADA.id): (4, 4), (1, BJÖRN.id): (2, 4), (1, DANA.id): (2, 4)}
    before = await everything(context)
    await rebuild.count_from_nothing(context, GUILD)
    assert await everything(context) == before


async def test_a_computer_is_known_by_its_level(context: Context) -> None:
    game = await begun(context)

    async def seat_a_computer(conn: AsyncConnection) -> None:
        values = {"user_id": None, "holder": "computer", "holder_number": 3, "name": "Computer"}
        await conn.execute(players.update().where(players.c.game_id == game, players.c.seat == 1).values(**values))

    await play(context, game, 8)
    await resign.resign(Asker(context, GUILD, game, ADA, 95))
    await context.db.write(seat_a_computer)
    await rebuild.bring_up_to_date(context, GUILD)
    rows = (await everything(context))["ratings"]
    assert {row[1] for row in rows} == {"computers"}
    assert {level_of(int(str(row[4]))) for row in rows} == {None, 3}
    assert COMPUTERS - 3 in {row[4] for row in rows}
    assert (await everything(context))["feats"] == []


async def test_a_turn_that_a_computer_played_for_a_member_keeps_a_game_out_of_every_ranking(context: Context) -> None:
    game = await begun(context)
    await play(context, game, 8)
    await resign.resign(Asker(context, GUILD, game, ADA, 95))

    async def in_place(conn: AsyncConnection) -> None:
        await conn.execute(game_log.update().where(game_log.c.game_id == game, game_log.c.seq == 3).values(level=3))

    await context.db.write(in_place)
    await rebuild.bring_up_to_date(context, GUILD)
    assert (await everything(context))["ratings"] == []
