"""Looking through a game: the stepper of ``/history``, ``/replay``, and sharing what one sees."""

from __future__ import annotations

import random
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from simcord.components import walk_components

from bot.games.log import GameLog
from bot.presentation.replay import of_game
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.seat_changes import SeatChange
from bot.ui.statistics import stepper
from render import View, picture
from rules import GAMES
from tests.games.test_game_log import row
from tests.ui.played import play_texts
from tests.ui.world import World, said

MOVES = ("a1 f", "b2 w", "c3 p", "d4 f")


async def played(w: World) -> int:
    game = await w.start(width=4, height=4)
    await play_texts(w, game, *MOVES)
    return game


async def size(message: Any) -> tuple[int, int]:
    return Image.open(BytesIO(await message.attachments[0].read())).size


async def test_the_stepper_goes_anywhere_in_one_private_message(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await w.start(width=4, height=4)
    assert "nobody has moved yet" in said((await w.ada.slash(w.channel, "history")).response)
    assert "Nobody has moved" in said((await w.ada.slash(w.channel, "replay")).response)
    await play_texts(w, game, *MOVES)
    last = await w.chidi.slash(w.channel, "history", game=game)
    assert last.ephemeral
    assert "turn 4 of 4" in said(last.response)
    assert "D4" in said(last.response).splitlines()[-1]
    assert "D4" in (last.response.attachments[0].description or "")
    assert (await size(last.response))[0] == 1024
    back = (await w.chidi.click(last.response, label="Back")).response
    assert back.id == last.response.id
    assert "turn 3 of 4" in said(back)
    first = (await w.chidi.click(back, label="First")).response
    assert "turn 0 of 4" in said(first)
    assert "The start." in said(first)
    following = (await w.chidi.click(first, label="Next")).response
    assert "turn 1 of 4" in said(following)
    assert "A1" in said(following)
    assert "B2" not in said(following)
    assert "turn 4 of 4" in said((await w.chidi.click(following, label="Last")).response)
    lines = said((await w.chidi.click(following, label="All moves")).response).splitlines()
    assert [line.partition(".")[0] for line in lines[1:]] == ["1", "2", "3", "4"]
    named = (await w.chidi.slash(w.channel, "history", turn=2)).response
    assert "turn 2 of 4" in said(named)
    form = await w.chidi.click(named, label="Turn…")
    assert "turn 3 of 4" in said((await w.chidi.submit_modal(form, {"text": "3"})).response)
    again = await w.chidi.click(named, label="Turn…")
    assert "Type the number" in said((await w.chidi.submit_modal(again, {"text": "three"})).response)
    assert "turn 4 of 4" in said((await w.chidi.slash(w.channel, "history", turn=99)).response)
    for room, told in ((1, ["4."]), (110, ["2.", "3.", "4."])):
        monkeypatch.setattr(stepper, "MOST_NEWS", room)
        shown = said((await w.chidi.slash(w.channel, "history", game=game)).response)
        assert [line.split()[0] for line in shown.splitlines()[1:]] == told, "the newest turns that fit on a screen"


async def test_share_posts_the_picture_once_as_it_was_when_the_game_moves_on_and_a_replay(w: World) -> None:
    game = await played(w)
    before = len(w.messages())
    stepper = (await w.chidi.slash(w.channel, "history", turn=3)).response
    done = await w.chidi.click(stepper, label="Share")
    assert done.ephemeral
    assert len(w.messages()) == before + 1
    shared = w.messages()[-1]
    assert f"#{game}" in said(shared)
    assert "turn 3 of 4" in said(shared)
    assert shared.attachments[0].description
    assert list(walk_components(shared.components)) == []
    again = await w.chidi.click(stepper, label="Share")
    assert "shared this already" in said(again.response)
    assert len(w.messages()) == before + 1
    stepper = (await w.chidi.slash(w.channel, "history", turn=4)).response
    await (await w.turns(game))[1].slash(w.channel, "undo")
    assert "turn 3 of 3" in said((await w.chidi.slash(w.channel, "history")).response)
    await w.chidi.click(stepper, label="Share")
    assert "turn 4 of 4" in said(w.messages()[-1])
    assert "D4" in said(w.messages()[-1])

    answer = await w.chidi.slash(w.channel, "replay")
    assert answer.ephemeral
    assert "to the current position" in said(answer.response)
    gif = Image.open(BytesIO(await answer.response.attachments[0].read()))
    assert gif.format == "GIF"
    before = len(w.messages())
    await w.chidi.click(answer.response, label="Share")
    assert len(w.messages()) == before + 1
    assert w.messages()[-1].attachments[0].filename.endswith(".gif")


def test_a_running_game_with_hidden_tiles_shows_what_was_known_to_all() -> None:
    """Other tiles face down, drawn alike in the open: every scene looks and reads the same."""
    dice = random.Random(4)
    state, rows = GAMES["nomads"].start(2), list[LogRow]()
    while (not state.face_down and len(rows) < 400) or state.is_chance:
        action = dice.choice([o for o, _ in state.outcomes()] if state.is_chance else list(state.moves()))
        rows.append(LogRow(len(rows) + 1, "action", str(action), state.seat))
        state = state.play(action)
    hidden = next(i for i in range(len(rows)) if shown_before(rows[:i]).is_chance and shown_before(rows[:i]).draws_face_down)
    other = next(str(o) for o, _ in shown_before(rows[:hidden]).outcomes() if str(o) != rows[hidden].text)
    changed = [*rows[:hidden], LogRow(hidden + 1, "action", other, None), *rows[hidden + 1 :]]
    one, two = (of_game(GameLog(row_of(), kept)) for kept in (rows, changed))
    assert one.last == two.last
    for number in range(one.last + 1):
        view = View(one.names, "dark", one.steps(number))
        assert picture(one.state(number), view) == picture(two.state(number), View(two.names, "dark", two.steps(number)))
    assert one.lines(one.last) == two.lines(two.last)


def shown_before(rows: list[LogRow]) -> Any:
    return GameLog(row_of(), rows).state()


def row_of() -> GameRow:
    start = GAMES["nomads"].start(2)
    options = start.options.model_dump(mode="json")
    return replace(row(0), kind="nomads", options=options, setup=dict(start.setup))


def attacked_game() -> list[LogRow]:
    """A game of Nomads in which bands of an attack come without anybody's decision."""
    for seed in range(50):
        dice, rows, state = random.Random(seed), list[LogRow](), GAMES["nomads"].start(2)
        bands = 0
        while not state.is_over:
            action = dice.choice([o for o, _ in state.outcomes()] if state.is_chance else list(state.moves()))
            bands += len(state.film(action))
            rows.append(LogRow(len(rows) + 1, "action", str(action), state.seat))
            state = state.play(action)
        if bands > 1:
            return rows
    raise AssertionError("no attack in any of them")


def test_who_held_the_seats_is_told_for_each_scene_also_after_an_attack() -> None:
    """The bands of an attack are scenes of their own, and no actions of the record."""
    rows = attacked_game()
    replay = of_game(GameLog(row_of(), rows), changes=[SeatChange(0, 5, 7, "Once here", "member", None)])
    assert sum(map(len, replay.scenes)) > len(rows), "there was an attack"
    assert len(replay.holders) == replay.last
    assert replay.names_in(1)[0] == "Once here"
    assert replay.names_in(replay.last) == replay.names
