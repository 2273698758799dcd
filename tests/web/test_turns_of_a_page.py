"""Looking through a game on its page: every turn as the channel saw it, shares of the win, the moving picture."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.games.log import GameLog
from bot.presentation.replay import of_record
from bot.presentation.standing import describe_standing, format_margin
from bot.presentation.texts import find_news_start
from bot.storage.queries.play.game_log import LogRow
from bot.usecases import queries
from bot.usecases.computers import lookbacks
from bot.web.games import describe_shares
from bot.web.position import describe_turn
from bot.web.turns import NOTHING_YET
from players.lookback import Standing, look_back
from render import View, picture, renderer_of
from rules import GAMES, Drop, Record
from rules.nomads import NOMADS
from rules.steps import Step, play_steps, steps_of
from tests.positions import play
from tests.render.test_gif import frames
from tests.ui.played import at_random, play_at_once, play_texts
from tests.ui.world import World
from tests.web.browserless import PagesOfWorld, plain

MOVES = ("A1 F", "B2 W", "C3 P", "D4 F")


def test_the_page_tells_an_attack_from_the_answer_that_the_player_gave() -> None:
    state = NOMADS.start(2, {}, {"bag": {"mountain": 100, "city": 20, "treasure": 20}})
    state = play(state, "discover A8, draw treasure, discover B2, draw city")
    rows = [LogRow(1, "action", "placate", 0)]
    for square in state.empty:
        state = play(state, f"discover {square}, draw mountain")
    row: Any = SimpleNamespace(kind="nomads", rules=None, names=("Ada", "Björn"))
    log = GameLog(row, rows)
    log.keep(0, state)
    assert [find_news_start(log, seat) for seat in (0, 1)] == [0, 0], "the player's own answer is news, by what it led to"
    told = str(describe_turn(row, log.steps(0, 1)))
    for line in ("Barbarian 1 spares B2", "attacked again. Barbarian 2 razes B2", "Points before the attack"):
        assert line in told


def test_the_page_tells_the_decision_whose_draw_the_player_has_not_seen() -> None:
    state = play(NOMADS.start(2), "discover C4, draw desert, activate C4 D4, draw oasis, draw barbarian, draw grass")
    row: Any = SimpleNamespace(kind="nomads", rules=None, names=("Ada", "Björn"))
    log = GameLog(row, [LogRow(1, "action", "take barbarian", 1), LogRow(2, "action", "draw mine", None)])
    log.keep(0, state)
    assert find_news_start(log, 1) == 0, "before the barbarian is taken"
    told = plain(describe_turn(row, log.steps(0, 2)))
    assert told == "Björn took the barbarian (+15): one more attacks at the end. Barbarians moved to B1."


def test_the_page_leaves_out_a_decision_after_which_dice_are_rolled_for_another_player() -> None:
    state = play(GAMES["land"].start(2), "roll 1, roll 2, roll 3, roll 4")
    row: Any = SimpleNamespace(kind="land", rules=None, names=("Ada", "Björn"))
    log = GameLog(row, [LogRow(1, "action", "E7", 1), LogRow(2, "action", "roll 1", None)])
    log.keep(0, state)
    assert find_news_start(log, 1) == 1


def test_the_page_tells_who_gave_up_before_the_last_lines_of_an_attack() -> None:
    state = NOMADS.start(3, {}, {"bag": {"mountain": 100, "city": 20, "treasure": 20}})
    state = play(state, "discover A8, draw treasure, discover B2, draw city, discover G7, draw city")
    for square in state.empty:
        state = play(state, f"discover {square}, draw mountain")
    row: Any = SimpleNamespace(kind="nomads", rules=None, names=("Ada", "Björn", "Cleo"))
    told = str(describe_turn(row, [Step(state, Drop(0), state.play(Drop(0)))]))
    for line in ("is out of the game", "Barbarians 1 and 2 raze B2 and G7", "Points before the attack"):
        assert line in told


def test_the_spaces_laid_face_down_are_told() -> None:
    state = play(NOMADS.start(2), "discover C4, draw city")
    row: Any = SimpleNamespace(kind="nomads", rules=None, names=("Ada", "Björn"))
    drawn = ["draw oasis", "draw grass", "draw desert", "draw desert", "draw mine"]
    steps = [*play_steps(state, ["activate C4 D4", *drawn, "activate C4 B4", *drawn])]
    assert "Barbarians moved to A1." in plain(describe_turn(row, steps[: len(drawn) + 1]))
    assert "Barbarians moved to A1, then B1." in plain(describe_turn(row, steps))


async def played(w: World) -> int:
    """A game with a turn for each of the moves."""
    game = await w.start(width=4, height=4)
    await play_texts(w, game, *MOVES)
    return game


async def turn(site: PagesOfWorld, token: str, number: int | str, version: int | str = len(MOVES)) -> Any:
    """What is told of a turn."""
    return await site.get("turn", token, query={"version": version, "turn": number})


async def test_every_turn_is_shown_as_the_channel_saw_it_to_players_and_watchers(
    site: PagesOfWorld, subtests: pytest.Subtests
) -> None:
    game = await played(site.w)
    for member in (site.w.ada, site.w.chidi):
        with subtests.test(member.name):
            await _see_all_turns(site, await site.enter(member, game), game)


async def _see_all_turns(site: PagesOfWorld, token: str, game: int) -> None:
    log = await queries.read_log(site.w.app.context, game)
    steps, renderer = steps_of(log.record()), renderer_of("pastures")
    assert (await site.get("game", token)).data["turns"] == len(MOVES)
    for number in range(len(MOVES) + 1):
        state = steps[number - 1].after if number else log.start()
        seen = picture(state, View(log.row.names, "dark", tuple(steps[number - 1 : number]) if number else ()))
        told = (await turn(site, token, number)).data
        shown = await site.get("turn/picture", token, query={"version": len(MOVES), "turn": number})
        assert shown.data == seen.png
        assert shown.headers["X-Version"] == str(len(MOVES))
        assert told["alt"] == seen.alt
        assert told["words"] == (renderer.describe_step(steps[number - 1], log.row.names) if number else "The start.")
        assert len(told["targets"]) == 16
        assert told["shares"] is None


async def test_turns_are_told_with_the_names_of_those_who_played_them_even_those_taken_back_but_no_others(
    site: PagesOfWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks for very many of them waits; those that are kept need no limit."""
    game = await played(site.w)
    token = await site.enter(site.w.chidi, game)
    left = [2]

    def take(_: int) -> bool:
        left[0] -= 1
        return left[0] >= 0

    server = await site.w.bot.serve_pages()
    assert server is not None
    with monkeypatch.context() as patch:
        patch.setattr(server.site.turns, "take", take)
        assert [(await turn(site, token, number)).status for number in (1, 2, 3, 1, 2)] == [200, 200, 429, 200, 200]
    for number, version in ((5, 4), (-1, 4), (0, -1), (0, 5), (10**30, 4)):
        answer = await turn(site, token, number, version)
        assert (answer.status, answer.error) == (409, "The game no longer has this turn."), (number, version)
    assert (await turn(site, token, "x")).status == 400
    assert (await site.get("turn", token)).status == 400
    assert (await turn(site, "", 1)).status == 401
    before = (await turn(site, token, 4)).data
    await (await site.w.turns(game))[1].slash(site.w.channel, "undo", game=game)
    assert (await turn(site, token, 4)).data == before
    assert (await site.get("game", token)).data["turns"] == 3
    assert (await turn(site, token, 4, version=5)).status == 409

    game = await played(site.w)
    mover, _ = await site.w.turns(game)
    await mover.slash(site.w.channel, "substitute", game=game, member=site.w.chidi)
    await site.w.chidi.click(site.w.channel.last_message, label="Accept")
    token = await site.enter(site.w.chidi, game)
    assert mover.name in (await turn(site, token, 1)).data["words"]
    await site.w.chidi.slash(site.w.channel, "move", move="A4 W", game=game)
    assert "Chidi" in (await turn(site, token, 5, version=5)).data["words"]


async def test_how_the_players_stood_is_told_once_somebody_has_looked_back(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    await play_at_once(site.w, game, at_random(Random(2)))
    token = await site.enter(site.w.ada, game)
    told = (await site.get("game", token)).data
    assert told["shares"] is None
    log = await queries.read_log(site.w.app.context, game)
    made = look_back(log.record(), level=1, work=1)
    await lookbacks.keep(site.w.app.context, game, made)
    assert made.turns[2].margins != made.start_margins, "there is something to tell apart"
    for number in (0, 3):
        margins = made.turns[number - 1].margins if number else made.start_margins
        expected = [
            [f"{name} can expect to finish {format_margin(margin)}", None]
            for name, margin in zip(log.row.names, margins, strict=True)
        ]
        assert (await turn(site, token, number, told["version"])).data["shares"] == expected
    assert (await turn(site, token, told["turns"], told["version"])).data["shares"] == []
    assert (await site.get("game", token)).data["shares"] == [], "a finished game has a result, and nothing to expect"


def test_shares_belong_to_the_turn_whose_actions_are_played() -> None:
    """A turn of several actions has its shares at its end, whatever the scenes are."""
    record = a_game_of_land()
    made, replay, ends = look_back(record, level=1, work=1), of_record(record, ("Ada", "Björn"), "i1"), 0
    assert len(record.actions) > replay.last > 2
    assert len({turn.shares for turn in made.turns}) > 2, "there is something to tell apart"
    for number in range(1, replay.last):
        ends += len(replay.scenes[number - 1])
        (shares,) = [turn.shares for turn in made.turns if turn.first < ends <= turn.end]
        if ends in {turn.end for turn in made.turns}:
            standing = Standing(shares, ())
            assert describe_shares(made, replay, number) == [
                (describe_standing(name, standing, seat), round(100 * shares[seat]))
                for seat, name in enumerate(("Ada", "Björn"))
            ]

    risky = replace(made, turns=tuple(replace(turn, shares=(0.336, 0.336)) for turn in made.turns))
    nobody = ("Chance that no city is left, so nobody wins: 33\u00a0%", 33)
    assert describe_shares(risky, replay, replay.last - 1)[2:] == [nobody], "34, 33 and 33"


def a_game_of_land() -> Record:
    """A random game of Land of a few turns."""
    dice, state, texts = Random(3), GAMES["land"].start(2), list[str]()
    start = state
    while not state.is_over and len(texts) < 40:
        action = dice.choice([o for o, _ in state.outcomes()] if state.is_chance else list(state.moves()))
        texts.append(str(action))
        state = state.play(action)
    return Record(game="land", seats=2, options=start.options.model_dump(mode="json"), setup=dict(start.setup), actions=texts)


async def test_the_moving_picture_shows_the_game_to_a_watcher(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    token = await site.enter(site.w.chidi, game)
    assert (await site.get("film", token)).error == NOTHING_YET
    await play_texts(site.w, game, *MOVES)
    assert "4 turns, in the order of play" in (await site.get("film", token)).data["alt"]
    film = await site.get("film/picture", token)
    assert film.headers["Content-Type"] == "image/gif"
    assert len(frames(film.data)) == len(MOVES) + 1


async def test_a_finished_game_has_the_same_page(site: PagesOfWorld) -> None:
    game = await played(site.w)
    mover, _ = await site.w.turns(game)
    await mover.click((await mover.slash(site.w.channel, "resign", game=game)).response, label="Yes, give up")
    token = await site.enter(site.w.chidi, game)
    told = (await site.get("game", token)).data
    assert (told["running"], told["turns"]) == (False, 5)
    assert "is out of the game" in (await turn(site, token, 5, told["version"])).data["words"]
    assert (await site.get("picture", token)).status == 200
