"""The loopback Discord refuses what Discord refuses: each kind of bad request, with what it says about it."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord.http import Route

from tests.wire.loopback.tiny_bot import TinyBot
from tests.wire.server import Channel, Loopback, Person, Status, errors, spec
from tests.wire.server.checks import message_problems, modal_problems
from tests.wire.server.command_checks import command_problems
from tests.wire.server.world import COMPONENTS_V2, Upload

BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
MENU = {"type": 3, "custom_id": "menu", "options": [{"label": "a", "value": "a"}]}
GALLERY_ITEM = {"media": {"url": "https://example.org/a.png"}}
THUMBNAIL = {"type": 11, "media": {"url": "https://example.org/a.png"}}
FIELD = {"type": 4, "custom_id": "field", "style": 1, "label": "Field"}


def rows(*rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {"content": "x", "components": [{"type": 1, "components": row} for row in rows]}


def button(**parts: Any) -> dict[str, Any]:
    return rows([{key: value for key, value in (BUTTON | parts).items() if value is not None}])


def menu(**parts: Any) -> dict[str, Any]:
    return rows([MENU | parts])


def new_look(*components: dict[str, Any], **parts: Any) -> dict[str, Any]:
    return {"flags": COMPONENTS_V2, "components": list(components), **parts}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


GOOD = [
    {"content": "x" * 2000},
    rows(*[[BUTTON | {"custom_id": f"{row}-{column}"} for column in range(5)] for row in range(5)]),
    rows([MENU], [BUTTON]),
    new_look(text("x" * 4000), {"type": 1, "components": [BUTTON]}),
    {"embeds": [{"title": "x" * 256, "description": "x" * 4096}]},
    button(style=5, custom_id=None, url="https://example.org"),
]

BAD: list[tuple[dict[str, Any], str]] = [
    ({}, "content: an empty message"),
    ({"content": ""}, "content: an empty message"),
    ({"content": "x" * 2001}, "content: longer than 2000"),
    ({"embeds": [{"description": "x" * 3500}, {"title": "x", "description": "x" * 2500}]}, "embeds: 6001 characters"),
    (rows(*[[BUTTON | {"custom_id": str(row)}] for row in range(6)]), "more than 5 rows"),
    (rows([BUTTON | {"custom_id": str(column)} for column in range(6)]), "a row of types"),
    (rows([MENU, BUTTON]), "a row of types"),
    (rows([BUTTON, BUTTON]), "custom_id: 'go' more than once"),
    (rows([BUTTON], [MENU | {"custom_id": "go"}]), "custom_id: 'go' more than once"),
    (button(custom_id=None), "button: without custom_id"),
    (button(custom_id="x" * 101), "longer than 100"),
    (button(label=None), "neither label nor emoji"),
    (button(style=5), "a link has a url and no custom_id"),
    (button(url="https://example.org"), "a url on a button that is no link"),
    (menu(options=[], max_values=0, min_values=0), "menu: 0 options"),
    (menu(options=[{"label": str(number), "value": str(number)} for number in range(26)]), "menu: 26 options"),
    (menu(options=[{"label": "a", "value": "a"}, {"label": "b", "value": "a"}]), "menu: value 'a' more than once"),
    (menu(max_values=2), "up to 2 values of 1 options"),
    (menu(min_values=2, max_values=1), "from 2 to 1 values"),
    (menu(placeholder="x" * 151), "placeholder"),
    (menu(custom_id=""), "without one"),
    ({"content": "x", "components": [text("y")]}, "needs the flag"),
    (new_look(text("y"), content="x"), "content: not together"),
    (new_look(text("x" * 2500), text("x" * 1501)), "4001 characters of text"),
    (new_look(*[text("x")] * 41), "41, 40 at most"),
    (new_look(text("")), "an empty text"),
    (new_look({"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}), "attachment://a.png: no such file"),
    (new_look({"type": 12, "items": [GALLERY_ITEM | {"description": "x" * 1025}]}), "description: longer"),
    (new_look({"type": 9, "components": [text("x")] * 4, "accessory": BUTTON}), "section: it has 1 to 3 texts"),
    (new_look({"type": 9, "components": [text("x")], "accessory": text("y")}), "section: neither a button nor"),
    (
        new_look({"type": 9, "components": [text("x")], "accessory": THUMBNAIL | {"description": "x" * 1025}}),
        "description: longer than 1024",
    ),
    (new_look({"type": 17, "components": [{"type": 17, "components": [text("x")]}]}), "container: one within another"),
    (new_look({"type": 17, "components": [text("x" * 4001)]}), "4001 characters of text"),
    (new_look({"type": 17, "components": [text("x")] * 40}), "41, 40 at most"),
    ({"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}, "there is no files[0]"),
    ({"content": "x", "enforce_nonce": True}, "enforce_nonce without one"),
    ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "both parsed and listed"),
]


@pytest.mark.parametrize("body", GOOD)
def test_a_good_message_passes(body: dict[str, Any]) -> None:
    assert list(message_problems(body, [])) == []


@pytest.mark.parametrize(("body", "problem"), BAD, ids=[problem for _, problem in BAD])
def test_a_bad_message_is_caught(body: dict[str, Any], problem: str) -> None:
    found = list(message_problems(body, []))
    assert len(found) == 1
    assert problem in found[0]


def test_files_are_counted_and_weighed() -> None:
    def found(*uploads: Upload) -> list[str]:
        return list(message_problems({"content": "x"}, list(uploads)))

    assert found(*[Upload(number, "a.png", b"x") for number in range(11)]) == ["files: more than 10"]
    assert found(Upload(0, "a.png", bytes(10 * 1024 * 1024 + 1))) == ["files[0]: larger than 10485760 bytes"]
    assert found(Upload(0, "a.png", b"")) == ["files[0]: empty"]
    assert found(Upload(0, "a.png", b"x"), Upload(0, "b.png", b"x")) == ["files: the same number twice"]


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ({"components": [{"type": 1, "components": [FIELD | {"custom_id": str(n)}]} for n in range(6)]}, "6 fields"),
        ({"components": []}, "0 fields"),
        ({"title": ""}, "title of 1 to 45"),
        ({"title": "x" * 46}, "title of 1 to 45"),
        ({"custom_id": ""}, "custom_id of 1 to 100"),
        ({"components": [{"type": 1, "components": [BUTTON]}]}, "a button in a form"),
        ({"components": [{"type": 18, "label": "x", "component": FIELD}] * 2}, "'field' more than once"),
        ({"components": [{"type": 1, "components": [FIELD | {"min_length": 3, "max_length": 2}]}]}, "least length"),
    ],
)
def test_a_bad_form_is_caught(parts: dict[str, Any], problem: str) -> None:
    good = {"title": "A form", "custom_id": "form", "components": [{"type": 1, "components": [FIELD]}]}
    assert list(modal_problems(good)) == []
    (found,) = modal_problems(good | parts)
    assert problem in found


def command(**parts: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Plays", "type": 1} | parts


def option(**parts: Any) -> dict[str, Any]:
    return {"name": "word", "description": "A word", "type": 3} | parts


CHOICES = [{"name": f"{n:03}" + "x" * 47, "value": "y" * 50} for n in range(20)]

BAD_COMMANDS: list[tuple[list[dict[str, Any]], str]] = [
    ([command(name=f"c{number}") for number in range(101)], "101 of type 1, 100 at most"),
    ([command(), command()], "'play' more than once"),
    ([command(name="Play")], "in lower case"),
    ([command(name="play a")], "in lower case"),
    ([command(name="x" * 33)], "1 to 32"),
    ([command(description="")], "1 to 100"),
    ([command(description="x" * 101)], "1 to 100"),
    ([command(options=[option(name=f"o{number}") for number in range(26)])], "26 options"),
    ([command(options=[option(), option()])], "'word' more than once"),
    ([command(options=[option(), option(name="b", required=True)])], "required after"),
    ([command(options=[option(), option(name="b", type=1)])], "options beside subcommands"),
    ([command(options=[option(choices=[{"name": str(n), "value": n} for n in range(26)])])], "26 choices"),
    ([command(options=[option(choices=[{"name": "a", "value": 1}], autocomplete=True)])], "beside autocomplete"),
    ([command(options=[option(choices=[{"name": "a", "value": n} for n in range(2)])])], "choice 'a' more than once"),
    ([command(options=[option(name=f"o{n}", description="x" * 100, choices=CHOICES) for n in range(4)])], "8000 at most"),
    ([command(options=[option(type=2, options=[option(type=2)])])], "nested too deep"),
    ([{"name": "Context", "type": 3, "description": "x"}], "neither description nor options"),
]


@pytest.mark.parametrize(("commands", "problem"), BAD_COMMANDS, ids=[problem for _, problem in BAD_COMMANDS])
def test_a_bad_set_of_commands_is_caught(commands: list[dict[str, Any]], problem: str) -> None:
    (found,) = command_problems(commands)
    assert problem in found


async def test_a_bad_request_is_refused_and_remembered(text: discord.TextChannel, discord_server: Loopback) -> None:
    with pytest.raises(discord.HTTPException) as caught:
        await text.send("x" * 2001)
    assert (caught.value.status, caught.value.code) == (400, 50035)
    with pytest.raises(discord.HTTPException) as caught:
        await text.send("")
    assert caught.value.code == 50006
    first, second = discord_server.violations
    assert "content: longer than 2000 characters" in first
    assert "content: an empty message" in second
    discord_server.violations.clear()


async def test_a_request_that_a_fault_strikes_is_judged_all_the_same(
    text: discord.TextChannel, discord_server: Loopback
) -> None:
    discord_server.faults.add("POST", "/channels/*/messages", Status(503))
    with pytest.raises(discord.DiscordServerError):
        await text.send("x" * 2001)
    assert len(discord_server.violations) == 1
    discord_server.violations.clear()


async def test_a_route_that_is_not_spoken_is_refused_and_remembered(bot: TinyBot, discord_server: Loopback) -> None:
    with pytest.raises(discord.NotFound):
        await bot.http.request(Route("GET", "/sticker-packs"))
    assert discord_server.violations == ["GET /sticker-packs: route: the loopback Discord does not speak it"]
    discord_server.violations.clear()


@pytest.mark.parametrize("kind", [5, 8])
async def test_an_answer_that_does_not_fit_its_interaction_is_refused(
    kind: int, bot: TinyBot, alice: Person, discord_server: Loopback
) -> None:
    """A search takes choices and nothing else, a command everything but choices."""
    discord_server.gateway.hold()
    await discord_server.gateway.drop()
    deed = alice.search("say", "word") if kind == 5 else alice.slash("buttons")
    with pytest.raises(errors.ApiError, match="50035"):
        discord_server.interactions.respond(deed.id, deed.token, kind, {}, [])
    discord_server.gateway.release()


needs_spec = pytest.mark.skipif(not spec.SPEC_FILE.is_file(), reason="Discord's OpenAPI description is not beside the project")


@needs_spec
@pytest.mark.parametrize(
    ("method", "path", "body", "problem"),
    [
        ("POST", "/channels/{channel}/messages", {"content": 5}, "body.content"),
        ("POST", "/channels/{channel}/messages", {"content": "x", "nonce": "x" * 26}, "body.nonce"),
        ("POST", "/channels/{channel}/messages", button(label="x" * 81), "body.components[0].components[0].label"),
        ("POST", "/channels/{channel}/messages", button(style=9), "body.components[0].components[0].style"),
        ("GET", "/channels/{channel}/messages?limit=101", None, "query.limit"),
        ("GET", "/channels/{channel}/messages?size=1", None, "query.size"),
        ("GET", "/channels/abc/messages", None, "path.channel_id"),
        ("PUT", "/applications/{application}/commands", [{"description": "x"}], "body[0]: 'name' is a required"),
    ],
)
async def test_what_the_description_forbids_is_caught(
    method: str, path: str, body: Any, problem: str, bot: TinyBot, channel: Channel, discord_server: Loopback
) -> None:
    where = path.format(channel=channel.id, application=bot.application_id)
    with pytest.raises(discord.HTTPException):
        await bot.http.request(Route(method, where), **({} if body is None else {"json": body}))
    assert any(problem in violation for violation in discord_server.violations)
    discord_server.violations.clear()


@needs_spec
async def test_ids_may_be_numbers(bot: TinyBot, channel: Channel, discord_server: Loopback) -> None:
    body = {"content": "x", "allowed_mentions": {"parse": [], "users": [5, "6"]}}
    await bot.http.request(Route("POST", f"/channels/{channel.id}/messages"), json=body)
