"""A member's other actions on the page: take back, agree, give up, claim, pause, ask for a hint, read the rules."""

from __future__ import annotations

import asyncio
import re
from base64 import b64decode
from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

from bot.common.clock import HOUR, SECOND
from bot.games.log import GameLog
from bot.presentation.replay import of_game
from bot.presentation.texts import read_guide_parts
from bot.storage.queries.play.game_log import LogRow
from bot.usecases import queries
from bot.usecases.computers import hints, lookbacks
from bot.usecases.play.proposals import get_proposal
from bot.web.actions import NOT_PLAYING
from bot.web.finished import list_moments
from bot.workers.errors import JobFailed
from bot.workers.jobs import example
from players.lookback import BetterMove, LookBack, LuckyTurn, PlayedTurn, Standing, group_actions, look_back, split_turn
from rules import GAMES
from tests.games.test_game_log import row
from tests.players.test_weighing import FILLED, WORST
from tests.positions import choose_action
from tests.sampling import Sample
from tests.ui.computer_world import bot_of, rows
from tests.ui.played import play_at_once, play_texts
from tests.ui.world import World, said
from tests.waiting import limited
from tests.web.browserless import Answer, PagesOfWorld, plain

BUTTONS = ["Rematch", "Analysis", "Practice mistakes"]
"""Beside a finished game."""


class Tab:
    """The page as one member has it open."""

    def __init__(self, site: PagesOfWorld, member: Any, token: str) -> None:
        self.site, self.member, self.token = site, member, token

    async def look(self) -> dict[str, Any]:
        """What the page is told of the game."""
        return (await self.site.get("game", self.token)).data

    async def labels(self) -> list[str]:
        """The buttons beside the board."""
        return [offer["label"] for offer in (await self.look())["offers"]]

    async def press(self, label: str) -> Answer:
        """Press a button of the page, below the board or of a question."""
        told = await self.look()
        found = [*told["offers"], *(offer for asked in told["asked"] for offer in asked["offers"])]
        (offer,) = [each for each in found if each["label"] == label]
        answer = await self.site.act(offer["address"], offer["body"], self.token)
        await self.site.settle()
        return answer

    async def play(self, text: str) -> Answer:
        """Play a move."""
        answer = await self.site.play(self.token, text, (await self.look())["version"])
        await self.site.settle()
        return answer


async def two_tabs(site: PagesOfWorld, game: int) -> tuple[Tab, Tab]:
    """The pages of the member to move and of the other one."""
    one, other = [Tab(site, member, await site.enter(member, game)) for member in await site.w.turns(game)]
    return one, other


def newest(w: World, words: str) -> str:
    """The newest message of the channel that says something."""
    return next(said(message) for message in reversed(w.messages()) if words in said(message))


async def test_the_last_move_of_all_is_taken_back_at_once_and_others_once_all_agree_on_the_page(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    mover, other = await two_tabs(site, game)
    assert not any("take" in label.lower() for label in await mover.labels()), "nothing is there to take back"
    await mover.play("A1 F")
    assert "Undo my move" in await mover.labels()
    assert (await mover.press("Undo my move")).data == {"told": "Your last move is taken back."}
    assert await site.w.log(game) == ["A1 F", "0"]
    assert "took back" in said(site.w.boards()[-1])
    (news,), name = (await other.look())["news"], mover.member.name
    assert plain(news) == f"{name} took back: {name} planted a forest on A1.", "the page of the other one says so too"
    await mover.play("A1 F")
    await other.play("B2 W")
    answer = await mover.press("Ask to undo my move")
    assert "Nothing changes unless everybody agrees" in answer.data["told"]
    (mine,), (theirs,) = (await mover.look())["asked"], (await other.look())["asked"]
    assert "planted a forest on A1" in plain(theirs["words"]), "it names what would be taken back"
    assert f"Still to answer: {other.member.name}." in plain(mine["words"])
    assert mine["offers"] == []
    assert [offer["label"] for offer in theirs["offers"]] == ["Agree", "Refuse"]
    assert "Ask to undo my move" not in await mover.labels(), "it is asked once"
    assert (await other.press("Agree")).data["told"] == "You agree."
    assert await site.w.log(game) == ["A1 F", "0", "A1 F", "B2 W", "0"]
    assert "All have agreed" in newest(site.w, "would like to take back"), "the message in the channel says so"


async def test_a_draw_is_offered_refused_and_agreed_to_on_the_page_and_in_discord_alike(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    mover, other = await two_tabs(site, game)
    await mover.member.slash(site.w.channel, "draw")
    assert (await other.press("Refuse")).data["told"] == "You refuse, so nothing changes."
    assert "does not agree." in newest(site.w, "offers a draw")
    (asked,) = (await mover.look())["asked"]
    assert "does not agree." in plain(asked["words"]), "the page of the one who offered says so too"
    assert not (await site.w.state(game)).is_over

    second = await site.w.start(width=4, height=4)
    mover, other = await two_tabs(site, second)
    for _ in range(2):
        assert (await site.post("draw", {"once": 77}, mover.token)).status == 200
    await site.settle()
    offers = [message for message in site.w.messages() if "offers a draw" in said(message)]
    assert len(offers) == 2, "one press is one offer"
    (asked,) = (await other.look())["asked"]
    number = asked["offers"][0]["body"]["proposal"]
    answer = await site.act("answer", {"proposal": number, "agrees": True}, await site.enter(other.member, game))
    assert (answer.status, answer.error) == (409, "There is no such proposal."), "a key of another game"
    found = await get_proposal(site.w.app.context, number)
    assert found is not None
    assert found[1].agreed == frozenset()
    await other.member.click(offers[-1], label="Agree")
    told = await mover.look()
    assert (told["running"], [offer["label"] for offer in told["offers"]]) == (False, BUTTONS)
    assert "share the win" in told["says"]


async def test_a_pause_is_agreed_to_and_ended_on_the_page_and_giving_up_asks_first(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    mover, other = await two_tabs(site, game)
    await mover.press("Propose a pause")
    await other.press("Agree")
    assert (await mover.look())["clock"]["still"] == "paused"
    assert (await other.press("End the pause")).data["told"] == "The pause is over: the clock runs again."
    assert (await mover.look())["clock"]["still"] == ""
    (offer,) = [each for each in (await mover.look())["offers"] if each["label"] == "Give up"]
    assert offer["asks"] == "Do you really want to give up? The other player wins."
    assert offer["sure"] == "Yes, give up"
    assert (await mover.press("Give up")).data["told"] == "You have given up."
    assert (await mover.look())["says"].endswith("wins. Too short to count: it ended before everybody’s second turn.")
    assert (await site.w.state(game)).is_over
    assert f"{other.member.name} wins" in (await other.look())["says"]


CLAIMS = {
    "Win on time": "You win on time.",
    "Ask for a substitute": "I have asked who will take the seat.",
    "Let a computer play this turn": "A computer plays this turn now",
}


async def test_the_opponent_claims_on_the_page_once_time_is_out(
    site: PagesOfWorld, subtests: pytest.Subtests, sample: Sample
) -> None:
    games = {label: await site.w.start(width=4, height=4) for label in sample(CLAIMS, 2)}
    moved = await site.w.start(width=4, height=4)
    for label, game in games.items():
        _, other = await two_tabs(site, game)
        assert label not in await other.labels()
    await site.w.env.advance_time(73 * HOUR / SECOND)
    for label, game in games.items():
        with subtests.test(label):
            mover, other = await two_tabs(site, game)  # the pages of three days ago have ended
            assert (await other.look())["clock"]["out"]
            assert label not in await mover.labels()
            assert (await other.press(label)).data["told"].startswith(CLAIMS[label])
            assert (await site.w.state(game)).is_over == (label == "Win on time")
    with subtests.test("too late, as the other has moved"):
        mover, other = await two_tabs(site, moved)
        (claim,) = [each for each in (await other.look())["offers"] if each["label"] == "Win on time"]
        await mover.play("A1 F")
        answer = await site.act("claim", claim["body"], other.token)
        assert (answer.status, answer.error[:17]) == (409, "Too late to claim")
        assert await site.w.log(moved) == ["A1 F"]


async def test_a_hint_says_what_discord_says_and_marks_it_on_the_board_where_the_table_has_hints(
    site: PagesOfWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "THINKING", 0.1)
    game = await site.w.start(width=4, height=4, hints=True)
    mover, other = await two_tabs(site, game)
    assert "Hint" not in await other.labels()
    answer = await mover.press("Hint")
    hinted = plain(answer.data["hint"])
    assert hinted.startswith("I’d play ")
    assert "1 hint used. At the end everybody sees how many" in hinted
    (place,) = answer.data["marked"]
    assert f" on {place}." in hinted
    assert await hints.count_used(site.w.app.context, game) == {(await mover.look())["seat"]: 1}
    late = await site.act("hint", {"version": 5}, mover.token)
    assert (late.status, late.error) == (409, "The game has moved on since you opened this."), "the page has no Play to press"
    await mover.press("Give up")
    assert plain((await other.look())["news"][-1]) == f"Hints used: {mover.member.name} 1.", "everybody sees it"
    mover, _ = await two_tabs(site, await site.w.start(width=4, height=4))
    assert "Hint" not in await mover.labels()
    assert "There are no hints in this game" in (await site.act("hint", {"version": 0}, mover.token)).error


async def test_who_watches_reads_the_rules_of_the_command_is_offered_nothing_and_can_do_nothing(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4, hints=True)
    await (await site.w.turns(game))[0].slash(site.w.channel, "draw", game=game)
    watcher = Tab(site, site.w.chidi, await site.enter(site.w.chidi, game))
    told = await watcher.look()
    assert told["offers"] == []
    assert [asked["offers"] for asked in told["asked"]] == [[]]
    for address, body in BODIES.items():
        answer = await site.act(address, body, watcher.token)
        assert (answer.status, answer.error) == (403, NOT_PLAYING), address
    assert await site.w.log(game) == []
    told = (await site.get("rules", watcher.token)).data
    assert [title for title, _ in told["parts"]] == list(read_guide_parts("pastures"))
    assert not any("**" in words or "`" in words for _, words in told["parts"]), "plain words"
    picture = await site.get("rules/picture", watcher.token)
    assert picture.data == example("pastures", "dark").png
    assert told["alt"] == example("pastures", "dark").alt


BODIES: dict[str, dict[str, Any]] = {
    "play": {"text": "A1 F", "version": 0},
    "undo": {},
    "draw": {},
    "answer": {"proposal": 1, "agrees": True},
    "resign": {},
    "claim": {"what": "drop", "turn": 0},
    "pause": {"ends": False},
    "hint": {"version": 0},
}


async def test_what_is_no_deed_is_refused(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    mover, _ = await two_tabs(site, game)
    for address, deed in BODIES.items():
        good = {**deed, "once": 5}
        broken: list[Any] = [{**good, "more": 1}, {**good, "once": "5"}, {**good, "once": 0}, deed, [], 7, "x"]
        for body in broken:
            assert (await site.post(address, body, mover.token)).status == 400, (address, body)
        assert (await site.ask("GET", address, headers={"Authorization": f"Bearer {mover.token}"})).status == 405, address
        assert (await site.post(address, good, mover.token, Origin="https://elsewhere.example.org")).status == 403, address
        assert (await site.post(address, good)).status == 401, address
        assert await site.w.log(game) == [], address
        assert (await queries.read_row(site.w.app.context, game)).status == "running", address


async def test_an_open_page_hears_of_what_is_no_move(site: PagesOfWorld, subtests: pytest.Subtests, sample: Sample) -> None:
    """A question, its answer, a clock that stands still, a seat that changes hands: the version of the game stays."""
    for deed in sample(("draw", "refuse", "pause", "substitute"), 2):
        with subtests.test(deed):
            await _hear_of(site, deed)


async def _hear_of(site: PagesOfWorld, deed: str) -> None:
    game = await site.w.start(width=4, height=4)
    mover, other = await site.w.turns(game)
    watcher = Tab(site, site.w.chidi, await site.enter(site.w.chidi, game))
    if deed == "refuse":
        await mover.slash(site.w.channel, "draw", game=game)
    if deed == "pause":
        await Tab(site, mover, await site.enter(mover, game)).press("Propose a pause")
    before = await watcher.look()
    waiting = asyncio.create_task(site.get("news", watcher.token, query={"stand": before["stand"]}))
    await asyncio.sleep(0)
    if deed == "draw":
        await mover.slash(site.w.channel, "draw", game=game)
    elif deed in ("refuse", "pause"):
        label = "Refuse" if deed == "refuse" else "Agree"
        await Tab(site, other, await site.enter(other, game)).press(label)
    else:
        await mover.slash(site.w.channel, "substitute", game=game, member=site.w.chidi)
        await site.w.chidi.click(site.w.channel.last_message, label="Accept")
    assert (await waiting).data == {"changed": True}
    after = await watcher.look()
    assert after["version"] == before["version"]
    assert after != before
    assert (after["picture"] != before["picture"]) == (deed == "substitute"), "drawn anew where a name has changed alone"


# ---------------------------------------------------------------------- a finished game


async def finished(site: PagesOfWorld) -> tuple[Tab, Tab]:
    """A game that the first player loses by building on C1; the pages of both players."""
    game = await site.w.start(width=4, height=4)
    loser, winner = await site.w.turns(game)
    tabs = Tab(site, loser, await site.enter(loser, game)), Tab(site, winner, await site.enter(winner, game))
    await play_texts(site.w, game, *FILLED, WORST)
    await play_at_once(site.w, game, lambda state: state.moves()[0])
    await site.settle()
    return tabs


async def test_a_finished_game_offers_its_players_an_exercise_an_analysis_and_a_rematch(
    site: PagesOfWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookbacks, "THOROUGH", 0.001)
    loser, winner = await finished(site)
    watcher = Tab(site, site.w.chidi, await site.enter(site.w.chidi, 1))
    assert await watcher.labels() == [], "nobody but the players has the buttons"
    assert await loser.labels() == BUTTONS
    await _check_analysis(site, loser)
    await _check_exercise(site, loser, winner)
    assert "in the channel" in (await loser.press("Rematch")).data["told"]
    invitation = newest(site.w, "invites")
    assert f"**{loser.member.name}** invites <@{winner.member.id}>" in invitation
    refused = await winner.press("Rematch")
    assert "already" in str(refused.data)
    await winner.member.click(site.w.channel.last_message, label="Accept")
    assert (await queries.read_row(site.w.app.context, 2)).second_of == 1


async def test_a_page_that_waits_does_not_repeat_what_a_worker_could_not_do(
    site: PagesOfWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise JobFailed

    loser, _ = await finished(site)
    monkeypatch.setattr(site.w.app.workers, "run", fail)
    assert (await site.act("analysis", {}, loser.token)).data["waits"]
    async with limited("the analysis to fail"):
        while not (due := await rows(site.w, lookbacks.DUE))[0].attempts:
            await site.w.env.advance_time(0.01)
    again = (await site.act("analysis", {}, loser.token)).data
    assert again["waits"]
    assert await rows(site.w, lookbacks.DUE) == due, "the scheduler chooses the time of the next attempt"
    assert (await site.act("practice", {}, loser.token)).data == again, "an exercise waits for the analysis"
    assert await rows(site.w, lookbacks.DUE) == due


async def test_a_rematch_against_a_computer_opens_the_next_game(site: PagesOfWorld, caplog: pytest.LogCaptureFixture) -> None:
    w = site.w
    await w.ada.slash(w.channel, "newgame pastures", opponent=bot_of(w), level=1)
    tab = Tab(site, w.ada, await site.enter(w.ada, 1))
    await tab.press("Give up")
    opened = (await tab.press("Rematch")).data["opens"]
    key = (await site.post("key", {"ticket": urlsplit(opened).fragment})).data
    told = (await site.get("game", key["token"])).data
    assert (told["game"], told["colour"][-4:]) == (2, " now"), "the two swap colours"
    assert "given up" not in caplog.text, "its table, which is full at once, has no message of its own"


async def _check_analysis(site: PagesOfWorld, loser: Tab) -> None:
    """It is a chart, and a line for each moment, addressed to its reader."""
    first = (await loser.press("Analysis")).data
    assert "Analysing: about" in plain(first["told"])
    assert first["waits"], "the page asks again by itself"
    assert "analysis" not in first
    context = site.w.app.context
    log = await queries.read_log(context, 1)
    made = look_back(log.record(), level=1, work=1)
    await lookbacks.keep(context, 1, made)
    told = (await loser.press("Analysis")).data
    shown, made = told["analysis"], await lookbacks.find(context, 1) or made
    assert b64decode(shown["png"]).startswith(b"\x89PNG")
    assert "expected lead at the end" in shown["alt"]
    turns = [each["turn"] + bool(each["marked"]) for each in shown["moments"]]  # the better places are marked before the turn
    assert turns == sorted(made.find_turn(each.place) + 1 for each in made.costliest)
    assert len(turns) == 3
    assert shown["about"].endswith(" The costliest mistakes of all players:")
    words = [plain(each["line"]) for each in shown["moments"]]
    assert not any("Better: " in told for told in words)
    for moment in shown["moments"]:
        dashed = " Dashed mark: (yours|played)\\." if moment["compared"] else ""
        assert re.search(rf"Better: .* (Solid mark|Marked): better\.{dashed}$", plain(moment["words"])), "what the marks mean"
    assert any(each["compared"] for each in shown["moments"])
    assert all(f"Turn {turn}: " in told for turn, told in zip(turns, words, strict=True))
    assert any("You " in told for told in words)
    assert loser.member.name not in " ".join(words)
    leads = [each.margins[0] for each in made.standings]
    rolled = max(range(len(made.turns)), key=lambda turn: abs(leads[turn + 1] - leads[turn]))
    lucky = replace(made, mistakes=(), lucky=(LuckyTurn(rolled, 9.0),))
    assert [plain(each["line"])[:6] for each in list_moments(log, lucky, of_game(log), None)] == ["Luck: "]


@pytest.mark.parametrize("kind", GAMES)
def test_every_decision_of_a_random_game_can_be_a_key_turn_with_any_other_as_the_better_one(kind: str) -> None:
    random, seats = Random(3), max(2, *GAMES[kind].seats[:1])
    state: Any = GAMES[kind].start(seats, {"claim": "offer"} if kind == "pastures" else {})
    start = state.options.model_dump(mode="json"), dict(state.setup)
    states, rows, turns, mistakes = [state], list[LogRow](), list[PlayedTurn](), list[BetterMove]()
    while not state.is_over:
        rows.append(LogRow(len(rows) + 1, "action", str(choose_action(state, random)), state.seat))
        state = state.play(state.parse(rows[-1].text))
        states.append(state)
    log = GameLog(replace(row(len(rows)), kind=kind, seats=seats, options=start[0], setup=start[1]), rows)
    record = log.record()
    for seat, first, end in group_actions(record, states):
        turns.append(PlayedTurn(seat, first, end, (0.5, 0.5)))
        for stretch in split_turn(record, states, first, end):
            if stretch.seat is None or stretch.is_forced:
                continue
            other, better = states[stretch.first], list[str]()
            while other.seat == stretch.seat and len(better) < 4:
                better.append(str(choose_action(other, random)))
                other = other.play(other.parse(better[-1]))
            played = ", ".join(record.actions[stretch.first : stretch.end])
            mistakes.append(BetterMove(stretch.first, stretch.seat, played, ", ".join(better), 0.5))
    replay, moments = of_game(log), list[dict[str, Any]]()
    for mistake in mistakes:
        moments += list_moments(log, LookBack((0.5, 0.5), tuple(turns), (mistake,)), replay, 0)
    assert len(moments) == len(mistakes) > 10
    assert any(each["compared"] for each in moments), "both are marked"
    for each in moments:
        assert bool(each["compared"]) == ("Dashed mark: " in plain(each["words"])), "no mark without its meaning"


def test_L4_luck_counts_as_on_the_chart_whose_first_turn_has_the_rolls_for_the_order() -> None:
    texts = ["roll 4", "roll 1", "roll 3", "roll 4", "E7"]
    start = GAMES["land"].start(2)
    options, setup = start.options.model_dump(mode="json"), dict(start.setup)
    log = GameLog(
        replace(row(5), kind="land", options=options, setup=setup),
        [LogRow(at, "action", text, None) for at, text in enumerate(texts, 1)],
    )
    turns = PlayedTurn(0, 0, 1, (0.5, 0.5)), PlayedTurn(1, 1, 2, (0.6, 0.4)), PlayedTurn(0, 2, 5, (0.9, 0.1))
    lucky = LuckyTurn(2, 0.2, Standing((0.6, 0.4), ()), Standing((0.8, 0.2), ()))
    [moment] = list_moments(log, LookBack((0.5, 0.5), turns, (), (), (lucky,)), of_game(log), 0)
    assert "Your chance of winning rose from 50\u00a0% to 90\u00a0%." in plain(moment["line"])


async def _check_exercise(site: PagesOfWorld, loser: Tab, winner: Tab) -> None:
    """The mistake of the one who has made one is opened."""
    context = site.w.app.context
    place = len(FILLED)
    mistake = BetterMove(place, 0, WORST.upper(), await better_castle(site, place), 14.0, in_points=True)
    made = await lookbacks.find(context, 1)
    assert made is not None
    await lookbacks.keep(context, 1, replace(made, mistakes=(mistake,)))
    assert "you never missed a much better move" in (await winner.press("Practice mistakes")).data["told"]
    opened = (await loser.press("Practice mistakes")).data["opens"]
    key = (await site.post("key", {"ticket": urlsplit(opened).fragment})).data
    assert key["about"] == "learning"
    told = (await site.get("learning/game", key["token"])).data
    assert told["heading"] == "Practice · Pastures New #1, turn 17 (1 of 1)"
    assert [each["label"] for each in told["offers"]] == ["Show the answer", "Back to the game"]
    await lookbacks.keep(context, 1, replace(made, mistakes=(replace(mistake, gain=12.0),)))
    after = (await site.get("learning/game", key["token"])).data
    assert after["version"] != told["version"], "the page shows the other worth"
    answer = {"text": mistake.move, "version": after["version"]}
    said = plain((await site.act("learning/play", answer, key["token"])).data["told"])
    assert said == "Right!", "below it the page shows what was best"
    assert plain((await site.get("learning/game", key["token"])).data["says"]).startswith("The best move was to ")
    left = (await site.act("learning/leave", {}, key["token"])).data["opens"]
    key = (await site.post("key", {"ticket": urlsplit(left).fragment})).data
    assert (await site.get("game", key["token"])).data["game"] == 1


async def better_castle(site: PagesOfWorld, place: int) -> str:
    """Another move at a place of game 1 than the one that was played."""
    log = await queries.read_log(site.w.app.context, 1)
    state: Any = log.record().states()[place]
    return next(str(move) for move in state.moves() if str(move) != log.record().actions[place])
