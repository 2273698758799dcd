"""A press by the wrong member, at the wrong time, twice: changes nothing, and is answered privately, with the reason."""

from __future__ import annotations

import pytest

from tests.ui.world import World


async def assert_refused(w: World, game: int, result: object, *words: str) -> None:
    """The answer is private, has these words, and the game is where it was."""
    response = result.response or result.followups[0]  # type: ignore[attr-defined]
    assert response.ephemeral
    for word in words:
        assert word in response.content


async def test_play_by_somebody_who_is_not_in_the_game(w: World) -> None:
    game = await w.start(width=4, height=4)
    result = await w.chidi.click(w.boards()[-1], label="Play")
    await assert_refused(w, game, result, "You are not in this game", "Ada", "Björn")


async def test_play_out_of_turn(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    await assert_refused(w, game, await other.click(w.boards()[-1], label="Play"), "turn", mover.name)
    await assert_refused(w, game, await other.slash(w.channel, "move", move="a1 f"), "turn", mover.name)
    assert await w.log(game) == []


async def test_play_on_a_board_that_is_no_longer_current(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    first = w.boards()[0]
    custom_id = first.components[0].children[0].custom_id
    await mover.slash(w.channel, "move", move="a1 f")
    assert w.message(first.id).components == [], "the old board has no buttons to press"
    stored = w.env.backend.get_message(w.channel.id, first.id)
    stored.components = w.env.backend.get_message(w.channel.id, w.boards()[-1].id).components
    stored.components[0]["components"][0]["custom_id"] = custom_id
    result = await other.click(first, custom_id=custom_id)
    await assert_refused(w, game, result, "earlier turn", "newest board")


async def test_a_panel_of_an_earlier_turn_is_refreshed_and_plays_nothing(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    await mover.click(panel, label="Forest")
    await mover.slash(w.channel, "move", move="a1 w")
    await mover.click(panel, label="Wasteland")
    assert "not your turn any more" in panel.content
    assert panel.components == []
    assert await w.log(game) == ["A1 W"]


async def test_send_pressed_twice_plays_once(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    one = (await mover.click(w.boards()[-1], label="Play")).response
    await mover.click(one, label="Forest")
    await mover.select(one, ["B2"])
    two = (await mover.click(w.boards()[-1], label="Play")).response
    await mover.click(one, label="Play B2 forest")
    await mover.click(two, label="Play B2 forest")
    assert await w.log(game) == ["B2 F"]
    assert "not your turn any more" in two.content


async def test_the_same_interaction_delivered_twice_changes_nothing_again(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    from bot.core.context import User

    user = User(mover.id, mover.name)
    for _ in range(2):
        played = await w.app.play.play(w.guild.id, game, user, "a1 f", interaction_id=77)
    assert played.repeated
    assert await w.log(game) == ["A1 F"]
    await w.env.settle()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "move"),
        ("hello there", "hello"),
        ("z9 f", "P"),
        ("a1 c", "P"),
        ("drop 1", "Giving up"),
        ("draw", "drawing"),
    ],
)
async def test_a_move_that_means_nothing_or_is_not_allowed(w: World, typed: str, words: str) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    result = await mover.slash(w.channel, "move", move=typed or " ")
    await assert_refused(w, game, result, words)
    assert await w.log(game) == []


async def test_commands_about_a_game_where_there_is_none(w: World) -> None:
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
        assert "no running game in this channel" in result.response.content
    unknown = await w.ada.slash(w.channel, "board", game=999)
    assert "no such game" in unknown.response.content


async def test_a_button_of_an_older_format_is_answered(w: World) -> None:
    await w.start(width=4, height=4)
    board = w.boards()[-1]
    stored = w.env.backend.get_message(w.channel.id, board.id)
    stored.components[0]["components"][0]["custom_id"] = "lg0:something:1"
    result = await w.ada.click(board, custom_id="lg0:something:1")
    assert "older version" in result.response.content


async def test_an_unexpected_error_gives_a_code_that_is_in_the_log_too(
    w: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await w.start(width=4, height=4)

    async def broken(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("bot.ui.lists._meant", broken)
    result = await w.ada.slash(w.channel, "history")
    assert result.ephemeral
    code = result.response.content.split("**")[1]
    assert any(getattr(record, "code", None) == code for record in caplog.records)


async def test_a_menu_has_another_id_after_every_press_so_that_no_client_keeps_an_old_choice(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    seen = []
    for press in ("square", "Start over", "square", "Start over"):
        menu = next(c for row in panel.components for c in row["components"] if c["type"] == 3)
        seen.append(menu["custom_id"])
        if press == "square":
            await mover.select(panel, ["A1"], custom_id=menu["custom_id"])
            assert "Chosen: **A1**" in panel.content
        else:
            await mover.click(panel, label="Start over")
            assert "Chosen" not in panel.content
    assert len(set(seen)) == len(seen)
