"""The sender when Discord refuses, when a channel hangs, and when the program stops before all is posted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.process.client import LandGames
from tests.sampling import Sample
from tests.waiting import PATIENCE, until
from tests.wire.conftest import Connect
from tests.wire.matches import Match, settled, started
from tests.wire.server import ApiFailure, Channel, Hang, Loopback, LostAnswer, Person, Reset, Status, errors
from tests.wire.server.faults import Fault
from tests.wire.server.people import answered, labels, struck
from tests.wire.server.recorder import Recorded
from tests.wire.server.world import ENOUGH, READ_MESSAGE_HISTORY, SEND_MESSAGES, VIEW_CHANNEL

BOARD = ("POST", "/channels/*/messages")
POSTS = ("POST", "/channels/{channel_id}/messages")


def in_channel(channel: Channel) -> Callable[[Recorded], bool]:
    return lambda request: request.ids.get("channel_id") == str(channel.id)


@pytest.mark.sample(1)
@pytest.mark.parametrize("permissions", [0, VIEW_CHANNEL, ENOUGH & ~SEND_MESSAGES], ids=["none", "view only", "no posts"])
async def test_without_permission_the_game_goes_on_in_private_and_the_newest_board_follows_once_there_is_one(
    match: Match, permissions: int, caplog: pytest.LogCaptureFixture
) -> None:
    match.server.permit(match.channel, permissions)
    await answered(await match.type_move())
    await until("a refused post", lambda: any("I may not do that there" in one.getMessage() for one in caplog.records))
    private = (await answered((await match.mover()).slash("board"))).reply
    assert private.attachments
    played = await answered(await match.press_move())
    assert "Done:" in played.text, "the last board that could be posted still opens the panel"
    await answered(await match.type_move())
    await match.logged(3)
    assert [match.shown(board) for board in match.boards()] == [0]
    refused = len(match.server.requests(*POSTS))  # an attempt at an older board may be on its way
    await until("another attempt at a board", lambda: len(match.server.requests(*POSTS)) > refused)

    match.server.permit(match.channel)
    await match.settled(3)
    assert [match.shown(board) for board in match.boards()] == [0, 3]


async def test_when_the_channel_is_gone_the_game_goes_on_elsewhere(match: Match, caplog: pytest.LogCaptureFixture) -> None:
    world = match.server.world
    other = world.add_channel(world.guilds[match.channel.guild_id], "other")
    deed = await match.type_move()
    match.server.delete_channel(match.channel, tell=False)
    await answered(deed)
    await match.settled(1)
    assert any("given up" in record.getMessage() for record in caplog.records)
    mover = (await match.mover()).elsewhere(other)
    private = (await answered(mover.slash("board", game=match.id))).reply
    assert private.attachments
    move = str((await match.state()).moves()[0])
    played = await answered(mover.slash("move", move=move, game=match.id))
    assert "Done:" in played.text
    assert "goes on in this one" in played.text
    await match.settled(2)
    (board,) = [message for message in world.history(other) if match.shown(message) is not None]
    assert match.shown(board) == 2
    assert "Play" in labels(board)


async def test_a_refusal_drops_a_board_only_where_discord_never_takes_it(
    match: Match, sample: Sample, caplog: pytest.LogCaptureFixture
) -> None:
    """A board is given up only if Discord itself refuses it for good; the next board takes its place.

    A proxy or a firewall in between answers with such statuses too, but only for some time.
    """
    once = [errors.unknown_message(), errors.invalid_form(["content"])]
    forbidden = [errors.missing_access(), errors.missing_permissions()]
    faults: list[tuple[Fault, int]] = [(ApiFailure(error), 1) for error in sample(once, 1)]
    faults += [(Status(status), 3) for status in sample([400, 403, 404], 1)]
    faults += [(ApiFailure(error), 2) for error in sample(forbidden, 1)]
    for number, (fault, times) in enumerate(faults, 1):
        match.server.faults.add(*BOARD, fault, times=times)
        await answered(await match.type_move())
        await match.check(number)
    shown = list(range(len(faults) + 1))
    for error, times in ((errors.invalid_form(["content"]), 10), (errors.unknown_channel(), 1)):
        match.server.faults.add(*BOARD, ApiFailure(error), times=times)
        await answered(await match.type_move())
        await match.settled(shown[-1] + 1)
        match.server.faults.clear()
        await answered(await match.type_move())
        await match.settled(shown[-1] + 2)
        shown.append(shown[-1] + 2)
        assert [match.shown(board) for board in match.boards()] == shown
    assert any("given up" in record.getMessage() for record in caplog.records)


async def test_neither_a_board_that_is_gone_nor_a_missing_permission_hinders_a_move(match: Match) -> None:
    """And where the new board cannot be posted, the answer says so."""
    (first,) = match.boards()
    del match.server.world.messages[first.id]
    await answered(await match.type_move())
    await match.settled(1)
    assert [match.shown(board) for board in match.boards()] == [1]
    match.server.permit(match.channel, ENOUGH & ~SEND_MESSAGES)
    deed = await answered(await match.type_move())
    assert "I cannot post the new board" in deed.text
    assert "Send Messages" in deed.text


async def test_channels_that_hang_do_not_hold_up_another(
    match: Match, land_games: LandGames, discord_server: Loopback, monkeypatch: pytest.MonkeyPatch, sample: Sample
) -> None:
    monkeypatch.setattr("bot.process.client.DRAIN", 0.1)
    world = discord_server.world
    guild = world.guilds[match.channel.guild_id]
    hanging = []
    for number in range(6 if sample.is_full else 2):
        place = world.add_channel(guild, f"hanging-{number}")
        hanging.append(await started(land_games, discord_server.person(place, "carol"), discord_server.person(place, "dan")))
    rules = [discord_server.faults.add(*BOARD, Hang(60), times=None, when=in_channel(one.channel)) for one in hanging]
    for one in hanging:
        await one.type_move()
    await struck(*rules)
    for shown in range(1, 4):
        await answered(await match.type_move())
        await match.posted(shown + 1)
    assert [[one.shown(board) for board in one.boards()] for one in hanging] == [[0]] * len(hanging)


@pytest.mark.sample(1)
@pytest.mark.parametrize("fault", [Status(503), LostAnswer(), Reset()], ids=str)
async def test_what_was_left_at_a_stop_is_posted_after_the_start(
    match: Match, fault: Fault, make_bot: Callable[[], LandGames], connect: Connect, discord_server: Loopback
) -> None:
    with discord_server.faults.outage(fault, path="/channels/*") as rule:
        for move in range(2):
            await match.type_move()
            await match.logged(move + 1)
        await struck(rule)
        await match.bot.close()
    match.bot = make_bot()
    await connect(match.bot)
    await match.check(2)


async def test_a_stop_posts_first_what_is_due(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board that is being sent, and the edit that follows from it."""
    monkeypatch.setattr("bot.process.client.DRAIN", PATIENCE)
    rule = match.server.faults.add(*BOARD, Hang(0.1))
    await match.type_move()
    await struck(rule)
    await match.bot.close()
    assert [match.shown(board) for board in match.boards()] == [0, 1]
    assert ["Play" in labels(board) for board in match.boards()] == [False, True]


@pytest.mark.full
async def test_a_lost_board_is_found_again_long_after(
    match: Match, make_bot: Callable[[], LandGames], connect: Connect, discord_server: Loopback
) -> None:
    """Discord has forgotten the nonce by then; the channel shows that the board is there."""
    with discord_server.faults.outage(LostAnswer(), *BOARD) as rule:
        await match.type_move()
        await struck(rule)
        await match.bot.close()
    discord_server.world.clock.advance(3600)
    match.bot = make_bot()
    await connect(match.bot)
    await match.check(1)


@pytest.mark.sample(1)
@pytest.mark.parametrize("before", [True, False], ids=["before it was posted", "after it was posted"])
async def test_a_lost_board_is_found_among_hundreds_of_messages(
    match: Match, before: bool, make_bot: Callable[[], LandGames], connect: Connect, discord_server: Loopback
) -> None:
    faults, world = discord_server.faults, discord_server.world
    talker = next(iter(match.people.values())).user

    def talk() -> None:
        for number in range(250):
            world.say(match.channel, talker, f"message {number}")

    with faults.outage(Status(503), *BOARD) as rule:
        await match.type_move()
        await struck(rule)
        if before:
            talk()
        lost = faults.add(*BOARD, LostAnswer(), times=None)
        await struck(lost)
        await match.bot.close()
    faults.clear()
    if not before:
        talk()
    world.clock.advance(3600)
    match.bot = make_bot()
    await connect(match.bot)
    await match.check(1)


async def test_without_the_history_the_nonce_keeps_a_board_single(match: Match) -> None:
    match.server.permit(match.channel, ENOUGH & ~READ_MESSAGE_HISTORY)
    match.server.faults.add(*BOARD, LostAnswer(), times=3)
    await answered(await match.type_move())
    await match.check(1)


async def is_quiet(bot: LandGames) -> None:
    """Wait until a bot is done with every press, and with what follows from it."""
    await until("the end of every answer", lambda: not bot.app.running)
    await settled(bot)


TABLE_FAULTS = [Status(503), Reset(), LostAnswer(), LostAnswer(at="body"), ApiFailure(errors.unknown_interaction())]


@pytest.mark.sample(1)
@pytest.mark.parametrize("fault", TABLE_FAULTS, ids=str)
async def test_a_table_whose_answer_failed_is_shown_once(
    land_games: LandGames, alice: Person, bob: Person, channel: Channel, discord_server: Loopback, fault: Fault
) -> None:
    rule = discord_server.faults.add("POST", "/interactions/*", fault, times=7 if isinstance(fault, Status) else 1)
    world = discord_server.world
    alice.slash("newgame pastures", opponent=bob.user)
    await struck(rule)
    await is_quiet(land_games)
    discord_server.faults.clear()
    (table,) = world.history(channel)
    assert table.pinged == [bob.id]
    await answered(bob.press(table, "Accept"))
    await is_quiet(land_games)
    assert ["Play" in labels(message) for message in world.history(channel)] == [False, True]
    assert labels(table) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("fault", TABLE_FAULTS, ids=str)
async def test_a_table_whose_change_was_not_shown_is_corrected(
    land_games: LandGames, alice: Person, bob: Person, channel: Channel, discord_server: Loopback, fault: Fault
) -> None:
    table = (await answered(alice.slash("newgame pastures", opponent=bob.user))).reply
    discord_server.faults.add("POST", "/interactions/*", fault, times=7 if isinstance(fault, Status) else 1)
    bob.press(table, "Accept")
    await until("a game that has begun at the table", lambda: "has begun" in table.text and labels(table) == [])
    await is_quiet(land_games)
    assert ["Play" in labels(message) for message in discord_server.world.history(channel)] == [False, True]
