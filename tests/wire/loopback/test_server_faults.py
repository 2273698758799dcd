"""Each fault of the loopback Discord, as the real client sees it without any help."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from tests.waiting import until
from tests.wire.server import ApiFailure, Channel, Hang, Loopback, LostAnswer, RateLimited, Reset, Status, errors
from tests.wire.server.faults import Fault
from tests.wire.server.people import struck

POST = ("POST", "/channels/*/messages")
TEMPLATE = "/channels/{channel_id}/messages"


@pytest.mark.parametrize("status", [500, 502, 504])
async def test_the_client_itself_tries_again_after(status: int, text: discord.TextChannel, discord_server: Loopback) -> None:
    discord_server.faults.add(*POST, Status(status), times=3)
    await text.send("x")
    assert [one.status for one in discord_server.requests("POST", TEMPLATE)] == [status, status, status, 200]


@pytest.mark.parametrize("status", [500, 502, 504])
async def test_the_client_gives_up_after_five_times(status: int, text: discord.TextChannel, discord_server: Loopback) -> None:
    rule = discord_server.faults.add(*POST, Status(status), times=None)
    with pytest.raises(discord.DiscordServerError):
        await text.send("x")
    assert len(rule.struck) == 5


async def test_503_is_not_tried_again(text: discord.TextChannel, discord_server: Loopback) -> None:
    discord_server.faults.add(*POST, Status(503))
    with pytest.raises(discord.DiscordServerError):
        await text.send("x")
    await text.send("y")


async def test_a_rate_limit_is_waited_for(text: discord.TextChannel, discord_server: Loopback) -> None:
    discord_server.faults.add(*POST, RateLimited(0.5), times=2)
    await text.send("x")
    discord_server.faults.add(*POST, RateLimited(0.5, everywhere=True))
    await text.send("y")
    assert [one.status for one in discord_server.requests("POST", TEMPLATE)] == [429, 429, 200, 429, 200]


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (RateLimited(via=False), discord.HTTPException),
        (RateLimited(json=False), discord.HTTPException),
        (RateLimited(via=False, json=False), discord.HTTPException),
        (RateLimited(retry_after=None), KeyError),
        (ApiFailure(errors.missing_permissions()), discord.Forbidden),
        (ApiFailure(errors.unknown_channel()), discord.NotFound),
        (Reset(), aiohttp.ClientOSError),
        (Hang(0.01, then="drop"), aiohttp.ClientOSError),
    ],
    ids=repr,
)
async def test_what_the_client_raises_at_once(
    fault: Fault, error: type[Exception], text: discord.TextChannel, channel: Channel, discord_server: Loopback
) -> None:
    discord_server.faults.add(*POST, fault)
    with pytest.raises(error):
        await text.send("x")
    assert len(discord_server.requests("POST", TEMPLATE)) == 1
    assert discord_server.world.history(channel) == []
    await text.send("y")


@pytest.mark.parametrize("fault", [LostAnswer(), LostAnswer(at="body")], ids=repr)
async def test_a_lost_answer_was_applied(
    fault: Fault, text: discord.TextChannel, channel: Channel, discord_server: Loopback
) -> None:
    discord_server.faults.add(*POST, fault)
    with pytest.raises(aiohttp.ClientError):
        await text.send("x", nonce="n")
    (applied,) = discord_server.world.history(channel)
    assert (await text.send("x", nonce="n")).id == applied.id


async def test_a_hanging_request_is_applied_after_the_client_went_away(
    text: discord.TextChannel, channel: Channel, discord_server: Loopback
) -> None:
    rule = discord_server.faults.add(*POST, Hang(0.5))
    sending = asyncio.create_task(text.send("x"))
    await struck(rule)
    assert discord_server.world.history(channel) == []
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    await until("the message all the same", lambda: discord_server.world.history(channel))


async def test_faults_strike_by_route_number_and_condition(text: discord.TextChannel, discord_server: Loopback) -> None:
    faults = discord_server.faults
    faults.add("PATCH", "/channels/*", Status(503), times=None)
    faults.add(*POST, Status(503), skip=1, when=lambda request: request.payload["content"] == "bad")
    for content in ("good", "bad"):
        sent = await text.send(content)
    with pytest.raises(discord.DiscordServerError):
        await text.send("bad")
    with pytest.raises(discord.DiscordServerError):
        await sent.edit(content="x")
    faults.clear()
    await sent.edit(content="x")
    with faults.outage(Status(503)), pytest.raises(discord.DiscordServerError):
        await text.fetch_message(sent.id)
    await text.fetch_message(sent.id)
