"""Games in a thread, with one board, and direct messages, over real sockets: lost answers, retries, what Discord refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.common.terms import Terms
from bot.process.client import LandGames
from bot.storage.queries.seats.players import Seated
from bot.usecases import queries
from bot.usecases.notifications import member_settings
from bot.usecases.tables import seating
from rules import GAMES
from tests.sampling import Sample
from tests.waiting import until
from tests.wire.conftest import Connect
from tests.wire.matches import Match, started
from tests.wire.server import ApiFailure, Channel, Guild, Loopback, LostAnswer, Message, Person, Reset, Status, errors
from tests.wire.server.faults import Fault
from tests.wire.server.http import Window
from tests.wire.server.people import answered, labels, struck
from tests.wire.server.recorder import Recorded
from tests.wire.server.world import CREATE_PUBLIC_THREADS, ENOUGH, OLD_EDITS, OLD_SECONDS, walk

MESSAGES = ("POST", "/channels/*/messages")
THREADS = ("POST", "/channels/*/messages/*/threads")
EDITS = ("PATCH", "/channels/*/messages/*")
FAULTS: list[Fault] = [Status(503), Reset(), LostAnswer(), LostAnswer(at="body")]


def thread_of(match: Match) -> Channel:
    """The only thread of the server."""
    (found,) = match.server.world.guilds[match.channel.guild_id].threads.values()
    return found


def statuses(match: Match) -> list[Message]:
    """The status messages in the channel."""
    return [message for message in match.server.world.history(match.channel) if labels(message) == ["Play", "Board"]]


def boards(match: Match, channel: Channel) -> list[Message]:
    """The boards in a channel or thread, oldest first."""
    return [message for message in match.server.world.history(channel) if match.shown(message) is not None]


def pings(match: Match) -> list[Message]:
    """The short messages that mention somebody."""
    return [message for message in match.server.world.history(match.channel) if message.pinged and not message.attachments][1:]


async def in_thread(bot: LandGames, alice: Person, bob: Person) -> Match:
    """A game in a thread."""
    return await started(bot, alice, bob, posts="thread")


async def begun_in_league(bot: LandGames, alice: Person, bob: Person) -> Match:
    """A game of a league, for which no table was opened; nothing of it need be posted yet."""
    context, channel = bot.app.context, alice.channel
    number = await context.db.write(
        lambda conn: seating.begin_game(
            context,
            conn,
            guild_id=channel.guild_id,
            channel_id=channel.id,
            state=GAMES["pastures"].start(2, {"width": 5, "height": 4}),
            terms=Terms(posts="thread", league=1),
            seated=[Seated(person.id, person.user.name) for person in (alice, bob)],
        )
    )
    return Match(alice.discord, channel, number, bot, {alice.id: alice, bob.id: bob})


async def in_league(bot: LandGames, alice: Person, bob: Person) -> Match:
    """A game of a league, its first board posted."""
    match = await begun_in_league(bot, alice, bob)
    await match.settled()
    return match


async def check_thread(match: Match, actions: int) -> None:
    """One status message, one thread below it, every board once in it."""
    await match.settled(actions)
    (status,) = statuses(match)
    assert thread_of(match).id == status.id
    there = boards(match, thread_of(match))
    assert [match.shown(board) for board in there] == list(range(actions + 1))
    assert ["Play" in labels(board) for board in there] == [False] * actions + [True]
    assert [len(board.pinged) for board in there] == [1] * (actions + 1)
    assert boards(match, match.channel) == []
    assert str(there[-1].id) in status.text


@pytest.mark.sample(1)
@pytest.mark.parametrize("where", [MESSAGES, THREADS], ids=["messages", "thread"])
@pytest.mark.parametrize("fault", FAULTS, ids=str)
async def test_a_thread_is_made_once_whatever_fails(
    land_games: LandGames, alice: Person, bob: Person, discord_server: Loopback, where: tuple[str, str], fault: Fault
) -> None:
    discord_server.faults.add(*where, fault, times=2)
    match = await in_thread(land_games, alice, bob)
    await check_thread(match, 0)
    await answered(await match.type_move())
    await check_thread(match, 1)


async def test_a_thread_whose_answer_was_lost_is_found_by_the_next_process(
    land_games: LandGames,
    alice: Person,
    bob: Person,
    make_bot: Callable[[], LandGames],
    connect: Connect,
    discord_server: Loopback,
) -> None:
    with discord_server.faults.outage(LostAnswer(), *THREADS) as rule:
        deed = alice.slash("newgame pastures", opponent=bob.user, posts="thread", width=5, height=4)
        bob.press((await answered(deed)).reply, "Accept")
        await struck(rule)
        await land_games.close()
    discord_server.world.clock.advance(600)
    bot = make_bot()
    await connect(bot)
    match = Match(discord_server, alice.channel, 1, bot, {alice.id: alice, bob.id: bob})
    await check_thread(match, 0)


async def test_where_no_thread_can_be_made_the_boards_come_to_the_channel_and_say_so(
    land_games: LandGames, alice: Person, bob: Person, discord_server: Loopback, guild: Guild, channel: Channel
) -> None:
    """Without the permission, and where Discord never takes it: in a game of two, and in a league's."""
    rule = discord_server.faults.add(*THREADS, ApiFailure(errors.invalid_form(["name"])), times=10)
    match = await in_thread(land_games, alice, bob)
    assert rule.struck
    assert "could not make a thread" in boards(match, channel)[0].text
    (status,) = statuses(match)
    assert "could not make a thread" in status.text
    discord_server.faults.clear()

    for begin in (in_thread, in_league):
        place = discord_server.open_channel(guild)
        discord_server.permit(place, ENOUGH & ~CREATE_PUBLIC_THREADS)
        match = await begin(land_games, alice.elsewhere(place), bob.elsewhere(place))
        await answered(await match.type_move())
        await match.check(1)
        assert ["could not make a thread" in board.text for board in boards(match, place)] == [True, False]
        assert ["could not make a thread" in status.text for status in statuses(match)] == [True] * (begin is in_thread)


async def test_a_thread_in_a_thread_is_not_tried_forever(
    land_games: LandGames, alice: Person, bob: Person, discord_server: Loopback, channel: Channel
) -> None:
    world = discord_server.world
    talk = world.make_thread(channel, world.say(channel, alice.user, "let us play"), "a talk")
    match = await in_thread(land_games, alice.elsewhere(talk), bob.elsewhere(talk))
    assert [match.shown(board) for board in boards(match, talk)] == [0]
    assert "This is a thread already" in boards(match, talk)[0].text
    assert len(world.guilds[channel.guild_id].threads) == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("gone", ["deleted", "locked"])
async def test_a_thread_that_is_gone_gives_the_game_back_to_its_channel(
    land_games: LandGames, alice: Person, bob: Person, gone: str
) -> None:
    match = await in_thread(land_games, alice, bob)
    thread = thread_of(match)
    if gone == "deleted":
        match.server.world.delete_channel(thread)
    else:
        thread.locked = thread.archived = True
    said = await answered(await match.type_move())
    await match.settled(1)
    assert "The new board comes to the channel" in said.text, "it says where the board really comes"
    assert ["deleted or locked" in board.text for board in boards(match, match.channel)] == [True]
    await answered(await match.type_move())
    await match.settled(2)
    there = boards(match, match.channel)
    assert [match.shown(board) for board in there] == [1, 2]
    assert "deleted or locked" not in there[-1].text, "once is enough"
    assert ["Play" in labels(board) for board in there] == [False, True]


async def test_an_archived_thread_is_opened_by_the_next_board_and_an_edit_does_not_take_the_game_out_of_it(
    land_games: LandGames, alice: Person, bob: Person
) -> None:
    match = await in_thread(land_games, alice, bob)
    thread_of(match).archived = True
    await answered(await match.type_move())
    await check_thread(match, 1)
    assert not thread_of(match).archived
    thread_of(match).archived = True
    context, row = land_games.app.context, await queries.read_row(land_games.app.context, match.id)
    await context.db.write(lambda conn: context.outbox.put_for_game(conn, "board_edit", row))
    await match.settled()
    await answered(await match.type_move())
    await check_thread(match, 2)


@pytest.mark.sample(1)
@pytest.mark.parametrize("fault", FAULTS, ids=str)
async def test_one_board_and_one_ping_whatever_fails(
    land_games: LandGames, alice: Person, bob: Person, discord_server: Loopback, fault: Fault, sample: Sample
) -> None:
    match = await started(land_games, alice, bob, posts="one")
    for move in range(3 if sample.is_full else 2):
        discord_server.faults.add(*EDITS, fault)
        discord_server.faults.add(*MESSAGES, fault)
        await answered(await match.type_move())
        await match.settled(move + 1)
        (board,) = boards(match, match.channel)
        assert match.shown(board) == move + 1
        (ping,) = pings(match)
        assert ping.pinged == [(await match.mover()).id]


async def test_a_board_older_than_an_hour_is_replaced_when_discord_refuses_its_edits(
    land_games: LandGames, alice: Person, bob: Person, discord_server: Loopback
) -> None:
    match = await started(land_games, alice, bob, posts="one")
    (old,) = boards(match, match.channel)
    discord_server.world.clock.advance(OLD_SECONDS + 60)
    for move in range(OLD_EDITS + 2):
        await answered(await match.type_move())
        await match.settled(move + 1)
    (new,) = boards(match, match.channel)
    assert new.id != old.id
    assert match.shown(new) == OLD_EDITS + 2
    assert len(pings(match)) == 1


async def test_a_status_older_than_an_hour_is_replaced_once(
    land_games: LandGames, alice: Person, bob: Person, discord_server: Loopback
) -> None:
    match = await in_thread(land_games, alice, bob)
    (old,), thread = statuses(match), thread_of(match)
    discord_server.world.clock.advance(OLD_SECONDS + 60)
    for move in range(OLD_EDITS + 2):
        await answered(await match.type_move())
        await match.settled(move + 1)
    (new,) = statuses(match)
    assert new.id != old.id
    assert str(thread.id) in new.text
    assert len(boards(match, thread)) == OLD_EDITS + 3


async def direct_to_all(match: Match) -> None:
    """Both players want direct messages."""
    for user_id in match.people:
        context = match.bot.app.context
        await member_settings.change_own(context, user_id, lambda own: own.model_copy(update={"direct": True}))


@pytest.mark.sample(1)
@pytest.mark.parametrize("fault", FAULTS, ids=str)
async def test_a_direct_message_comes_once_whatever_fails(match: Match, fault: Fault) -> None:
    await direct_to_all(match)
    await answered(await match.type_move())
    await match.settled(1)
    mover, world = await match.mover(), match.server.world
    (first,) = world.history(world.direct(mover.id))
    assert first.attachments
    other = next(person for person in match.people.values() if person is not mover)
    direct = world.direct(other.id)
    match.server.faults.add("POST", f"/channels/{direct.id}/messages", fault, times=2)
    await answered(await match.type_move())
    await match.settled(2)
    assert len(world.history(direct)) == 1


async def test_who_takes_no_direct_messages_is_told_once_in_the_channel(match: Match, caplog: pytest.LogCaptureFixture) -> None:
    await direct_to_all(match)
    match.server.world.unreachable |= set(match.people)
    for move in range(4):
        await answered(await match.type_move())
        await match.settled(move + 1)
    told = [message for message in match.server.world.history(match.channel) if "cannot send you direct" in message.text]
    assert told == [], "the next board took the notice away"
    # An attempt whose answer comes late is made again, so what was given up is counted, not what was tried.
    given_up = [one for one in caplog.records if "no direct message reaches the player" in one.getMessage()]
    assert len(given_up) == 2, "once for each player"


def told(request: Recorded) -> str:
    """What the message of a request says, in either form."""
    texts = [part.get("content", "") for part in walk(request.payload.get("components") or [])]
    return "\n".join(map(str, [request.payload.get("content") or "", *texts]))


async def test_a_ping_whose_turn_is_over_is_not_sent(land_games: LandGames, alice: Person, bob: Person) -> None:
    match = await started(land_games, alice, bob, posts="one")
    with match.server.faults.outage(ApiFailure(errors.unknown_message()), *MESSAGES) as rule:
        await match.type_move()
        await struck(rule)
        await match.type_move()
        await match.logged(2)
        mover = (await match.mover()).id
        # Posts of a channel go in order: once this turn's ping was tried, no attempt at the last one's is under way.
        await until("an attempt at this turn's ping", lambda: any(f"<@{mover}>" in told(one) for one in rule.struck))
    await match.settled(2)
    (ping,) = pings(match)
    assert ping.pinged == [mover]
    sent = [one for one in match.server.requests("POST", "/channels/{channel_id}/messages") if one.status == 200]
    asked = [one for one in sent if "it is your turn: " in told(one)]
    assert len(asked) == 2, "at the start, and at the end"
    assert [match.shown(board) for board in boards(match, match.channel)] == [2]


async def test_in_a_thread_of_a_channel_that_is_not_known_a_move_is_answered(
    land_games: LandGames, alice: Person, bob: Person, discord_server: Loopback
) -> None:
    """The bot was never told of the channel, so nobody can say what it may do in its thread."""
    unknown = discord_server.world.add_channel(discord_server.world.guilds[alice.channel.guild_id])
    match = await in_thread(land_games, alice.elsewhere(unknown), bob.elsewhere(unknown))
    deed = await answered(await match.type_move())
    assert f"The new board comes to <#{thread_of(match).id}>" in deed.text
    await check_thread(match, 1)


@pytest.mark.sample(1)
@pytest.mark.parametrize("fault", FAULTS, ids=str)
async def test_the_thread_of_a_leagues_game_is_made_once_whatever_fails_and_is_all_that_the_channel_gets(
    land_games: LandGames, alice: Person, bob: Person, discord_server: Loopback, fault: Fault
) -> None:
    discord_server.faults.add("POST", "/channels/*/threads", fault, times=2)
    match = await in_league(land_games, alice, bob)
    await answered(await match.type_move())
    await match.settled(1)
    assert [match.shown(board) for board in boards(match, thread_of(match))] == [0, 1]
    assert discord_server.world.history(match.channel) == []


async def test_the_second_thread_of_a_channel_need_not_wait_until_the_limit_of_threads_is_reset(
    land_games: LandGames, alice: Person, bob: Person, discord_server: Loopback
) -> None:
    def find_window(request: Recorded) -> Window | None:
        return Window(50, 48, 300.0) if request.path.endswith("/threads") else None

    discord_server.api.find_window = find_window
    for _ in range(2):
        await in_league(land_games, alice, bob)
    assert len(discord_server.world.guilds[alice.channel.guild_id].threads) == 2
