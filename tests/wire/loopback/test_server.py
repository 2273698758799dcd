"""The loopback Discord itself: what the real client does with it."""

from __future__ import annotations

import discord
import pytest

from tests.waiting import until
from tests.wire.loopback.tiny_bot import PICTURE, Buttons, TinyBot, board
from tests.wire.server import ApiFailure, Channel, Loopback, Person, errors
from tests.wire.server.people import answered

MESSAGES = "/channels/{channel_id}/messages"


async def test_login_and_ready(bot: TinyBot, channel: Channel, discord_server: Loopback) -> None:
    assert bot.user is not None
    assert bot.user.id == discord_server.world.bot.id
    found = bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    assert found.permissions_for(found.guild.me).attach_files
    assert not found.permissions_for(found.guild.me).manage_messages
    assert discord_server.requests("GET", "/oauth2/applications/@me")


async def test_wrong_token_is_refused(discord_server: Loopback) -> None:
    async with TinyBot() as client:
        with pytest.raises(discord.LoginFailure):
            await client.login("wrong")


async def test_commands_are_replaced_and_keep_their_ids(bot: TinyBot, discord_server: Loopback) -> None:
    before = {command.name: command.id for command in await bot.tree.fetch_commands()}
    assert set(before) == {"say", "add", "later", "buttons", "picture"}
    bot.tree.remove_command("later")
    after = {command.name: command.id for command in await bot.tree.sync()}
    assert after == {name: number for name, number in before.items() if name != "later"}
    assert discord_server.world.command_creations == 5


async def test_slash_with_options(bot: TinyBot, alice: Person, bob: Person) -> None:
    deed = await answered(alice.slash("say", word="hello", to=bob.user))
    assert deed.text == "hello, Bob, in games"
    deed = await answered(alice.slash("add numbers", one=2, two=3))
    assert deed.text == "5"
    assert deed.messages[0].ephemeral


async def test_autocomplete(bot: TinyBot, alice: Person) -> None:
    deed = await answered(alice.search("say", "word", "xy"))
    assert [choice["value"] for choice in deed.choices] == ["xya", "xyb"]


async def test_button_select_and_modal(bot: TinyBot, alice: Person) -> None:
    message = (await answered(alice.slash("buttons"))).reply
    assert (await answered(alice.press(message, "Press"))).text == "pressed"
    await answered(alice.choose(message, "green"))
    assert message.content == "picked green"
    assert message.edits == 1
    form = await answered(alice.press(message, "Form"))
    assert (await answered(alice.submit(form, "one", "two"))).text == "one and two"


async def test_deferred_answer_is_filled_by_the_first_follow_up(bot: TinyBot, alice: Person) -> None:
    deed = await answered(alice.slash("later"), messages=2)
    assert deed.messages[0].content == "thought of it"
    assert deed.messages[0].ephemeral
    assert deed.messages[1].content == "and of more"


async def test_picture_in_a_gallery_with_its_alt_text(bot: TinyBot, alice: Person, discord_server: Loopback) -> None:
    message = (await answered(alice.slash("picture"))).reply
    assert message.attachments[0].data == PICTURE
    assert message.alt_texts == ["a board in words", "an empty board"]
    request = discord_server.requests("POST", "/interactions/{interaction_id}/{interaction_token}/callback")[-1]
    assert [upload.filename for upload in request.uploads] == ["board.png"]


async def test_message_history_and_attachment(text: discord.TextChannel, discord_server: Loopback) -> None:
    first = await text.send("one", file=board())
    second = await text.send("two")
    third = await text.send("three")
    assert await first.attachments[0].read() == PICTURE
    assert [message.content async for message in text.history(limit=2)] == ["three", "two"]
    assert [message.content async for message in text.history(after=first, oldest_first=True)] == ["two", "three"]
    assert [message.content async for message in text.history(before=second)] == ["one"]
    assert (await text.fetch_message(third.id)).content == "three"
    await third.delete()
    with pytest.raises(discord.NotFound, match="10008"):
        await text.fetch_message(third.id)


async def test_edit_keeps_the_picture_and_takes_the_buttons(text: discord.TextChannel, discord_server: Loopback) -> None:
    sent = await text.send("look", file=board(), view=Buttons())
    edited = await text.get_partial_message(sent.id).edit(view=None)
    assert edited.components == []
    assert [attachment.filename for attachment in edited.attachments] == ["board.png"]
    edited = await text.get_partial_message(sent.id).edit(attachments=[])
    assert edited.attachments == []


async def test_a_message_made_of_components_stays_one_and_shows_only_files_that_it_has(text: discord.TextChannel) -> None:
    def view(name: str) -> discord.ui.LayoutView:
        made = discord.ui.LayoutView()
        return made.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}")))

    sent = text.get_partial_message((await text.send(file=board(), view=view("board.png"))).id)
    assert (await sent.edit(view=view("board.png"))).attachments[0].filename == "board.png"
    for wrong in (
        {"content": "x"},
        {"view": None},
        {"view": view("other.png")},
        {"attachments": [], "view": view("board.png")},
    ):
        with pytest.raises(discord.HTTPException, match="Invalid Form Body"):
            await sent.edit(**wrong)


async def test_a_nonce_gives_the_first_message_again_for_a_few_minutes(
    text: discord.TextChannel, discord_server: Loopback
) -> None:
    first = await text.send("one", nonce="n-1")
    assert (await text.send("one", nonce="n-1")).id == first.id
    assert (await text.send("one", nonce="n-2")).id != first.id
    discord_server.world.clock.advance(600)
    assert (await text.send("one", nonce="n-1")).id != first.id


async def test_only_allowed_mentions_ping(text: discord.TextChannel, discord_server: Loopback) -> None:
    sent = await text.send("<@7> and <@8>", allowed_mentions=discord.AllowedMentions(users=[discord.Object(7)]))
    assert discord_server.world.messages[sent.id].pinged == [7]
    sent = await text.send("<@7>")
    assert discord_server.world.messages[sent.id].pinged == []


async def test_a_token_expires_after_a_quarter_of_an_hour(bot: TinyBot, alice: Person, discord_server: Loopback) -> None:
    seen: list[discord.Interaction[discord.Client]] = []

    async def keep(interaction: discord.Interaction[discord.Client]) -> None:
        seen.append(interaction)

    bot.on_interaction = keep  # type: ignore[method-assign]
    await answered(alice.slash("say", word="x"))
    discord_server.world.clock.advance(14 * 60)
    await seen[0].edit_original_response(content="in time")
    discord_server.world.clock.advance(2 * 60)
    with pytest.raises(discord.HTTPException, match="50027"):
        await seen[0].edit_original_response(content="too late")


async def test_the_first_answer_takes_three_seconds_at_most(bot: TinyBot, alice: Person, discord_server: Loopback) -> None:
    discord_server.gateway.hold()
    await discord_server.gateway.drop()
    alice.slash("say", word="x")
    discord_server.world.clock.advance(4)
    discord_server.gateway.release()
    await until("a failed command", lambda: bot.errors)
    assert isinstance(bot.errors[0], discord.NotFound)
    assert bot.errors[0].code == 10062


async def test_a_second_first_answer_is_refused(bot: TinyBot, alice: Person, discord_server: Loopback) -> None:
    discord_server.faults.add("POST", "/interactions/*", ApiFailure(errors.already_acknowledged()))
    alice.slash("say", word="x")
    await until("a failed command", lambda: bot.errors)
    deed = await answered(alice.slash("say", word="y"))
    with pytest.raises(errors.ApiError, match="40060"):
        discord_server.interactions.respond(deed.id, deed.token, 4, {"content": "again"}, [])


@pytest.mark.parametrize(("permissions", "code"), [(0, 50001), (1 << 10, 50013), (1 << 10 | 1 << 11, 50013)])
async def test_missing_permissions(
    text: discord.TextChannel, channel: Channel, discord_server: Loopback, permissions: int, code: int
) -> None:
    discord_server.permit(channel, permissions)
    with pytest.raises(discord.Forbidden) as caught:
        await text.send("x", file=board())
    assert caught.value.code == code


async def test_a_channel_that_is_gone(text: discord.TextChannel, channel: Channel, discord_server: Loopback) -> None:
    discord_server.delete_channel(channel, tell=False)
    with pytest.raises(discord.NotFound) as caught:
        await text.send("x")
    assert caught.value.code == 10003


async def test_answers_are_as_described(
    bot: TinyBot, alice: Person, text: discord.TextChannel, discord_server: Loopback
) -> None:
    """The loopback's own answers against Discord's description of them, where that is present."""
    discord_server.api.check_answers = True
    sent = await text.send("x", file=board(), view=Buttons(), nonce="n")
    await sent.edit(content="y")
    assert [message.id async for message in text.history()] == [sent.id]
    await bot.fetch_channel(text.id)
    await bot.application_info()
    await bot.tree.sync()
    await answered(alice.slash("picture"))
    await answered(alice.slash("later"))
    assert discord_server.violations == []
