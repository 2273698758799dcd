"""The data for choosing on the page: the task, swatches, the pieces that a move adds, and the reasons for refusals."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from bot.panels import panel_of
from bot.presentation.texts import read_summary
from bot.usecases.context import User
from bot.usecases.play import moves as playing
from bot.web.position import describe_moves
from render import View, renderer_of
from render.swatches import draw_swatch
from render.targets import Piece
from rules import GAMES, State
from rules.land import LandState
from rules.partial_move import PartialMove
from rules.parts import square_parts
from rules.squares import Square
from tests.positions import play
from tests.web.browserless import PagesOfWorld, plain


def tell(state: State) -> dict[str, Any]:
    return describe_moves(state, renderer_of(state.game).targets(state, View(("Ada", "Björn"))))


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_each_move_stands_on_a_place_of_the_board_with_a_swatch_that_can_be_drawn(game: str) -> None:
    random, state = Random(3), GAMES[game].start(2)
    found = set[str]()
    while not state.is_over:
        if not state.is_chance:
            names = {target.name for target in renderer_of(game).targets(state, View(("Ada", "Björn")))}
            told = tell(state)
            listed = [*told["moves"], *(told["plan"] or {"moves": []})["moves"]]
            pieces = [item for each in listed for item in each if isinstance(item, Piece)]
            assert {piece.place for piece in pieces} | {corner for piece in pieces for corner in piece.area} <= names
            found |= {piece.swatch for piece in pieces} | {name for part in told["swatches"].values() for name in part.values()}
            assert bool(told["choices"]) == (state.phase in ("fill", "turn")), "neither for castles nor for answers"
            assert told["tasks"][""], "of nothing chosen"
            for task in told["tasks"].values():
                assert not re.search(r"letters|numbers|press|[^\x00-\u2014]", task), "of the page, not of the panel alone"
                assert len(task) < 70, "two lines on a phone"
            assert not re.search(
                r"[Pp]ress|button|<:|^-#|^ |\n |[\u2600-\U0001ffff]",
                panel_of(game, state.rules).write_help(state, state.seat or 0),
            ), "likewise"
        moves = [action for action, _ in state.outcomes()] if state.is_chance else state.moves()
        state = state.play(random.choice(moves))
    assert len(found) > 0
    assert all(draw_swatch(name).startswith(b"\x89PNG") for name in found)


def test_each_terrain_says_what_it_scores_or_why_it_cannot_be_played() -> None:
    state = GAMES["pastures"].start(2).play_text("a1 f").play_text("h8 d").play_text("c3 r")
    told = tell(state)
    scores = {"M": "scores 1", "P": "scores 3", "F": "scores 2", "W": "scores 0"}
    assert told["choices"]["terrain"] == scores | {"D": "you used it", "R": "they used it"}
    assert max(map(len, told["choices"]["terrain"].values())) <= 12, "three keys side by side on a phone"
    assert (told["words"]["terrain"]["D"], told["words"]["terrain"]["R"]) == ("desert", "river")
    state = GAMES["pastures"].start(2, {"width": 4, "height": 4})
    for text in ["D4F", "A3R", "B2M", "D3D", "C4F", "A1W", "C1P", "A4F", "C2R", "C3P", "B4D", "B1F", "D1P", "D2W", "A2F"]:
        state = state.play_text(text)
    nowhere = dict.fromkeys("MPRD", "fits nowhere")
    assert tell(state)["choices"]["terrain"] == nowhere | {"F": "scores 2", "W": "scores 0"}
    refused = PartialMove.begin(state, GAMES["pastures"].parts).refusal({"terrain": "R"})
    assert str(refused) == "River may not be next to desert, and every empty square is."


def test_P15_the_answers_to_an_offer_say_who_gets_the_points() -> None:
    state, random = GAMES["pastures"].start(2, {"width": 4, "height": 4, "claim": "offer"}), Random(3)
    while state.phase == "fill":
        state = state.play(random.choice(state.moves()))
    told = tell(state.play_text("offer 12"))
    assert told["choices"] == {"answer": {"first": "they get 12 points", "second": "you get 12 points"}}


async def test_a_place_that_cannot_be_chosen_is_explained_with_its_rule(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    mover, other = await site.w.turns(game)
    await site.play(await site.enter(mover, game), "a1 f", 0)
    token = await site.enter(other, game)
    told = await site.post("why", {"version": 1, "chosen": {}, "wanted": {"column": "A", "row": "1"}}, token)
    assert plain(told.data["says"]).endswith("(rule P3)")
    allowed = await site.post("why", {"version": 1, "chosen": {}, "wanted": {"column": "B", "row": "1"}}, token)
    assert allowed.data == {"says": ""}
    late = await site.post("why", {"version": 0, "chosen": {}, "wanted": {"column": "A", "row": "1"}}, token)
    assert late.data == {"says": ""}


def test_N5_the_actions_of_a_turn_keep_their_places() -> None:
    state = GAMES["nomads"].start(2)
    assert list(tell(state)["choices"]["action"]) == ["discover", "city", "activate", "road"]
    built = state.play_text("city d4")
    while built.is_chance or built.seat != state.seat:
        moves = [action for action, _ in built.outcomes()] if built.is_chance else built.moves()
        built = built.play(moves[0])
    assert list(tell(built)["choices"]["action"]) == ["discover", "activate", "road"]


def test_N7_of_a_space_to_fill_the_page_asks_for_the_tile_beside_it() -> None:
    state = play(GAMES["nomads"].start(2), "discover D4", "draw desert")
    asked, choice = dict(tell(state)["asks"]), PartialMove.begin(state, GAMES["nomads"].parts)
    begun = choice.choose({"action": "activate"}).choose({"explored": "D5"})
    assert (asked["column"], asked["row"], asked["to"]) == ("a tile", "a tile", "a space beside it")
    assert begun.squares == [Square.read("D4")]


async def test_L10_a_plot_beside_one_that_was_chosen_in_the_same_turn_is_refused_with_that_reason(site: PagesOfWorld) -> None:
    await site.w.ada.slash(site.w.channel, "newgame land", seats=2)
    await site.w.björn.click(site.w.channel.last_message, label="Join")
    state, random = await site.w.state(1), Random(3)
    while not (isinstance(state, LandState) and state.phase == "reclaim" and state.cows > 2):
        mover, _ = await site.w.turns(1)
        move, once = str(random.choice(state.moves())), random.getrandbits(50)
        await playing.play(site.w.app.context, site.w.guild.id, 1, User(mover.id, mover.name), move, interaction_id=once)
        state = await site.w.state(1)
    token = await site.enter((await site.w.turns(1))[0], 1)
    land, near = state.map, state.map.beside(state.base)
    first, beyond = next(
        (first, plot)
        for first in land.squares_of(near & state.free & ~land.mountain)
        for plot in land.squares_of(land.beside(land.bit(first)) & state.free & ~near)
    )
    asks = {"version": len(await site.w.log(1)), "chosen": {}, "wanted": square_parts(beyond)}
    for chosen in ([], [str(first)]):
        told = plain((await site.post("why", {**asks, "decided": chosen}, token)).data["says"])
        assert re.fullmatch(
            rf"{beyond} shares no side with a plot that was yours before this turn\. \(rule L10\)",
            told,
        )


def test_L7_L9_the_task_of_a_turn_says_what_plots_take_and_bring_and_when_cows_exceed_them() -> None:
    def task(rows: list[str], turns: str) -> str:
        state = GAMES["land"].start(2, setup={"map": rows})
        for text in ("roll 6", "roll 1", *turns.split(", ")):
            state = state.play(state.parse(text))
        return str(tell(state)["tasks"][""])

    open_land = ["gggggg"] * 6
    starts = "roll 1, roll 1, a1, roll 6, roll 6, f6"
    assert task(open_land, starts) == "Place 1 cow next to your land."
    assert (
        task(["gcgggg", "gggggg", *open_land[2:]], starts)
        == "Place 1 cow next to your land: on a spotted cow, 1 extra next turn."
    )
    assert task(["gg^ggg", *open_land[1:]], f"{starts}, b1, e6") == "Place 2 cows next to your land: mountains take 2."
    assert task(["gggggg", "~~~~gg", *open_land[2:]], f"{starts}, b1, e6") == "2 cows, but only 1 plot in reach: take it."


async def test_forged_parts_of_a_move_are_answered_with_nothing(site: PagesOfWorld) -> None:
    game = await site.w.start("territories")
    mover, _ = await site.w.turns(game)
    token = await site.enter(mover, game)
    for wanted in ({"one": "zz", "other": "!"}, {"column": "?", "row": "x"}, {"start": "9"}):
        told = await site.post("why", {"version": 0, "chosen": {}, "wanted": wanted}, token)
        assert (told.status, told.data) == (200, {"says": ""})
    sideways = {"action": "activate", "column": "C", "row": "3", "to": "sideways"}
    assert GAMES["nomads"].parts.build(GAMES["nomads"].start(2), sideways) is None


async def test_the_player_to_move_reads_how_to_play_and_until_somebody_scores_all_read_the_goal(
    site: PagesOfWorld,
) -> None:
    game = await site.w.start(width=4, height=4)
    mover, other = await site.w.turns(game)
    tokens = [await site.enter(member, game) for member in (mover, other)]
    told = [(await site.get("game", token)).data for token in tokens]
    assert [each["goal"] for each in told] == [read_summary("pastures")] * 2, "the board does not move when it is one's turn"
    assert ["Desert may not share a side with river" in " ".join(map(plain, each["how"])) for each in told] == [True, False]
    assert plain(told[0]["how"][-1]).startswith("White marks the last move")
    await site.play(tokens[0], "a1 f", 0)
    assert (await site.get("game", tokens[1])).data["goal"] == read_summary("pastures")
    await site.play(tokens[1], "d4 d", 1)
    assert (await site.get("game", tokens[0])).data["goal"] == read_summary("pastures"), "nobody has a point yet"
    random = Random(1)
    while not any((state := await site.w.state(game)).scores):
        token = tokens[0] if (await site.w.turns(game))[0] is mover else tokens[1]
        await site.play(token, str(random.choice(state.moves())), len(await site.w.log(game)))
    assert [(await site.get("game", token)).data["goal"] for token in tokens] == [""] * 2


async def test_the_root_is_a_page_and_a_swatch_a_picture(site: PagesOfWorld) -> None:
    root = await site.ask("GET", "../")
    assert b"Open the board" in root.data
    swatch = await site.ask("GET", "../page/swatch/castle-0-14.png")
    assert swatch.data.startswith(b"\x89PNG")
    for name in ("castle", "castle-9-1", "cow-x", "..%2Fboard", "terrain-sea"):
        assert (await site.ask("GET", f"../page/swatch/{name}.png")).status == 404
