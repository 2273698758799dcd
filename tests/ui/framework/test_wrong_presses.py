"""A press by the wrong member, at the wrong time, twice: changes nothing, and is answered privately, with the reason."""

from __future__ import annotations

import pytest

from bot.usecases import queries
from bot.usecases.context import User
from bot.usecases.play import moves
from bot.usecases.refusal import Refusal
from tests.ui.world import World, controls, first_row, press_twice, pressable, said


async def assert_refused(w: World, game: int, result: object, *words: str) -> None:
    """The answer is private, has these words, and the game is where it was."""
    response = result.response or result.followups[0]
    assert response.ephemeral
    for word in words:
        assert word in said(response)


async def test_another_seat_plays_nothing_nor_does_an_earlier_board_or_the_format_of_an_older_version(
    w: World,
) -> None:
    game = await w.start(width=4, height=4)
    result = await w.chidi.click(w.boards()[-1], label="Play")
    await assert_refused(w, game, result, "You are not in this game", "Ada", "Björn")
    mover, other = await w.turns(game)
    await assert_refused(w, game, await other.click(w.boards()[-1], label="Play"), "turn", mover.name)
    await assert_refused(w, game, await other.slash(w.channel, "move", move="a1 f"), "turn", mover.name)
    assert await w.log(game) == []

    first = w.boards()[0]
    custom_id = pressable(first)[0]["custom_id"]
    await mover.slash(w.channel, "move", move="a1 f")
    assert pressable(w.message(first.id)) == [], "the old board has no buttons to press"
    stored = w.env.backend.get_message(w.channel.id, first.id)
    stored.components = w.env.backend.get_message(w.channel.id, w.boards()[-1].id).components
    first_row(stored)["components"][0]["custom_id"] = custom_id
    result = await other.click(first, custom_id=custom_id)
    await assert_refused(w, game, result, "earlier turn", "newest board")

    board = w.boards()[-1]
    stored = w.env.backend.get_message(w.channel.id, board.id)
    first_row(stored)["components"][0]["custom_id"] = "lg0:something:1"
    result = await w.ada.click(board, custom_id="lg0:something:1")
    assert "older version" in said(result.response)


async def test_what_was_typed_or_played_by_the_panel_is_not_overwritten_by_an_open_panel_or_a_later_move(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    await mover.click(panel, label="Forest")
    await w.restart()
    await mover.slash(w.channel, "move", move="a1 w")
    await mover.click(panel, label="Wasteland")
    assert "not your turn now" in said(panel)
    assert controls(panel) == []
    assert await w.log(game) == ["A1 W"]

    w.channel = w.guild.create_text_channel("elsewhere")

    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    await mover.click(panel, label="Forest")
    await mover.slash(w.channel, "move", game=game, move="a1 w")
    assert "typed your move" in said(panel)
    assert controls(panel) == []
    await other.slash(w.channel, "move", game=game, move="b2 f")
    played = (await mover.click(w.boards()[-1], label="Play")).response
    await mover.slash(w.channel, "move", game=game, move="c3 m")
    assert "typed your move" in said(played)

    mover, other = await w.turns(game)
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    await mover.click(panel, label="River")
    await mover.click(panel, label="D2")
    told = said(panel)
    assert "Done:" in told
    await other.slash(w.channel, "move", game=game, move=str((await w.state(game)).moves()[0]))
    await mover.slash(w.channel, "move", game=game, move=str((await w.state(game)).moves()[0]))
    assert said(panel) == told


TYPED = "**x** ||y|| @everyone <@1> https://example.com/z \u202eabc `q` ”"


async def test_what_means_nothing_is_refused_without_any_effect_and_each_press_changes_the_ids_of_all_controls(
    w: World,
) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    for typed, words in (
        (" ", "move"),
        ("hello there", "hello"),
        ("z9 f", "P"),
        ("a1 c", "P"),
        ("drop 1", "Giving up"),
        ("draw", "use `/draw`"),
    ):
        await assert_refused(w, game, await mover.slash(w.channel, "move", move=typed), words)
        assert await w.log(game) == [], typed
    answer = (await mover.slash(w.channel, "move", move=TYPED)).response
    for effect in ("**x", "||", "@everyone", "<@1>", "https://", "\u202e"):
        assert effect not in said(answer).replace("*(rule", ""), effect
    for text in ("a1\0 f", "a1 \ud800"):  # no database takes them
        with pytest.raises(Refusal, match="no move uses"):
            await moves.play(w.app.context, w.guild.id, game, User(mover.id, mover.name), text, interaction_id=5)
        assert await w.log(game) == [], repr(text)

    panel = (await mover.click(w.boards()[-1], label="Play")).response
    seen = list[set[str]]()
    for label, words in (
        ("A1", "**A1**"),
        ("Start over", "Fill a square"),
        ("Forest", "**Forest:**"),
        ("Start over", "Fill a square"),
    ):
        seen.append({control["custom_id"] for control in controls(panel)})
        await mover.click(panel, label=label)
        assert words in said(panel)
    assert all(one.isdisjoint(other) for number, one in enumerate(seen) for other in seen[:number])


async def test_a_press_or_an_interaction_that_comes_twice_plays_once(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    one = (await mover.click(w.boards()[-1], label="Play")).response
    await mover.click(one, label="Forest")
    await w.env.advance_time(16 * 60)  # Discord lets the first panel be deleted no longer
    two = (await mover.click(w.boards()[-1], label="Play")).response
    await mover.click(one, label="B2")
    await mover.click(two, label="B2")
    assert await w.log(game) == ["B2 F"]
    assert "not your turn now" in said(two)

    mover, _ = await w.turns(game)
    user = User(mover.id, mover.name)
    for _ in range(2):
        played = await moves.play(w.app.context, w.guild.id, game, user, "a1 w", interaction_id=77)
    assert played.repeated
    assert await w.log(game) == ["B2 F", "A1 W"]
    await w.env.settle()


async def test_undo_pressed_twice_takes_one_move_back_and_asks_nobody(w: World) -> None:
    game = await w.start(width=4, height=4)
    for move in ("a1 f", "b2 w", "c3 m"):
        mover, _ = await w.turns(game)
        answer = (await mover.slash(w.channel, "move", move=move)).response
    await press_twice(w, mover, answer, "Undo")
    assert await w.log(game) == ["A1 F", "B2 W", "C3 M", "2"], "the third move alone is taken back"
    assert not [message for message in w.messages() if "do you agree?" in said(message)]


async def test_commands_about_a_game_where_there_is_none_are_refused_in_a_friendly_way(w: World) -> None:
    for command, options in (
        ("move", {"move": "a1 f"}),
        ("board", {}),
        ("undo", {}),
        ("draw", {}),
        ("resign", {}),
        ("history", {}),
    ):
        result = await w.ada.slash(w.channel, command, **options)
        assert result.ephemeral
        assert "no running game in this channel" in said(result.response)
    unknown = await w.ada.slash(w.channel, "board", game=999)
    assert "no such game" in said(unknown.response)

    for number in (0, -1, 2**63, 10**30):
        with pytest.raises(Refusal, match="no such game"):
            await queries.choose_game(w.app.context, w.guild.id, w.channel.id, w.ada.id, number)


async def test_an_unexpected_error_gives_a_code_that_is_in_the_log_too(
    w: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await w.start(width=4, height=4)

    async def broken(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("bot.usecases.queries.list_guild_games", broken)
    result = await w.ada.slash(w.channel, "games")
    assert result.ephemeral
    code = said(result.response).split("**")[1]
    assert any(getattr(record, "code", None) == code for record in caplog.records)
