"""Actions of players on the page of a game other than moves, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from bot.usecases.computers import lookbacks
from rules import GAMES
from rules.pastures.vocabulary import TERRAINS
from tests.browser.board_page import BEHIND_BAR, BoardPage
from tests.browser.served import Served, served
from tests.web.browserless import PagesOfWorld

pytestmark = pytest.mark.sample(1, of="the page of a game")

LONG_REFUSAL = "() => document.querySelector('#status').textContent = 'There is no room for that. '.repeat(9)"
POLL_PAUSE = 4000
"""Milliseconds before the page asks for a slow result again."""
LINE = 22
"""CSS pixels of a line of text."""
BOX = "element => element.getBoundingClientRect().toJSON()"
BOARD = "() => document.querySelector('#frame').getBoundingClientRect().toJSON()"
DOTS = """
async () => {
  const { Targets } = await import("/page/targets.js");
  const targets = new Targets(...["frame", "board", "targets"].map((id) => document.getElementById(id)), () => {});
  const button = document.createElement("button");
  targets.all = [{ name: "C4", words: "grass", box: [0, 0, 9, 9], choices: [{ column: "C" }, { explored: "C4" }], button }];
  return [{}, { column: "C" }].map((chosen) => {
    const one = { isOpen: () => true, isChosen: () => false, valuesAt: () => [], questions: () => [{ part: "action" }] };
    targets.show({ ...one, isEmpty: false, chosen, pieces: [] }, String);
    return button.classList.contains("open");
  });
}
"""
"""Whether a place of Nomads where something is possible has a dot, while nothing is chosen and once something is."""
FRAMES = """
async () => {
  const { Targets } = await import("/page/targets.js");
  const taps = [];
  const ids = ["frame", "board", "targets"];
  const targets = new Targets(...ids.map((id) => document.getElementById(id)), (wanted, name) => taps.push(name));
  targets.all = ["mine", "treasure", "treasure", "treasure"].map((kind) => (
    { name: kind, words: "", box: [0, 0, 9, 9], choices: [{ kind }], button: document.createElement("button") }
  ));
  const chosen = { kind: "treasure" };
  const isChosen = ([{ kind }]) => kind === chosen.kind;
  const choice = { isOpen: isChosen, isChosen, valuesAt: () => [], questions: () => [], isEmpty: false, chosen, pieces: [] };
  targets.setFocusable(targets.all[2], false);
  const read = (name) => targets.all.map(({ button }) => button.classList.contains(name));
  targets.show(choice, String);
  const found = [read("chosen"), read("open")];
  targets.press(targets.all[3], new MouseEvent("click"));
  found.push(read("chosen"), taps.length);
  targets.press(targets.all[3], new MouseEvent("click"));
  return [...found, taps.length];
}
"""
"""Which of four drawn tiles have a frame, and which a dot, once the third one is tapped; the frames once the fourth one is, and
the taps until then and after one more, which takes it back."""
CHOICES = """async () => {
  const { MoveChoice, makeChoice } = await import("/page/choose.js");
  const spots = [[{column: "C", row: "3"}], [{column: "D", row: "4"}]];
  const move = (text, parts) => ({text, say: text, parts, piece: null});
  const make = (...moves) => new MoveChoice(moves, [["terrain", "a terrain"]], spots, ["terrain"]);
  const forests = [move("C3 F", {column: "C", row: "3", terrain: "F"}), move("D4 F", {column: "D", row: "4", terrain: "F"})];
  const only = make(forests[0]);
  const two = make(...forests);
  two.takeOver(only);
  const old = makeChoice({moves: [], asks: [], targets: []});
  const desert = move("C3 D", {column: "C", row: "3", terrain: "D"});
  const used = [forests, [...forests, desert]].map((moves) => new MoveChoice(moves, [["terrain", "a terrain"]], spots, []));
  used.forEach((choice) => choice.use(["C3 F"]));
  const hinted = used.map((choice) => choice.questions().length);
  const last = make(forests[0], desert).chosen;
  const space = (to) => [{column: to[0], row: to[1]}, {to}];
  const activate = (to) => move(`activate C7 ${to}`, {action: "activate", column: "C", row: "7", to});
  const fill = [activate("B7"), activate("C6"), move("discover C6", {action: "discover", column: "C", row: "6"})];
  const tapped = (...taps) => {
    const choice = new MoveChoice(fill, [["action", "an action"]], [space("C7"), space("B7"), space("C6")], []);
    taps.forEach((wanted) => choice.choose(wanted));
    return choice.move.text;
  };
  const action = [{action: "activate"}];
  const tile = space("C7");
  const activated = [[tile, action, space("B7"), space("C6")], [action, space("C6")], [tile, space("C6")]];
  const taps = activated.map((each) => tapped(...each));
  const discover = move("discover C8", {action: "discover", column: "C", row: "8"});
  const half = new MoveChoice([...fill, discover], [["action", "an action"]], ["C7", "B7", "C6", "C8"].map(space), []);
  [tile, action].forEach((wanted) => half.choose(wanted));
  const before = half.chosen;
  half.choose(space("C8"));
  const refused = [half.findLost(before, space("C8")), half.chosen === before];
  return {only: only.chosen, taken: two.chosen, settled: two.settled, old: old.always, hinted, last, taps, refused};
}"""
"""The choice of an only move, and what a position with another move takes over from it; the words with one value there;
the parts always asked for if a bot of an earlier version names none; the questions that a hint's move leaves to see;
what is chosen at first if only one place is left; and what a wrong space takes back."""


@pytest.mark.parametrize("game", GAMES)
def test_board_choices_and_bar_fit_a_phone_and_nothing_moves(browser: Browser, tmp_path: Path, game: str) -> None:
    with served(tmp_path) as bot:
        bot.start(game)
        bot.play_on(12, Random(3))
        tab = next(tab for tab in (bot.open(browser, member) for member in ("Ada", "Björn")) if tab.told["yours"])
        tab.page.set_viewport_size({"width": 400, "height": 800})
        before = tab.page.evaluate(BOARD)
        taps = tab.tap(tab.page.locator('#targets button[aria-disabled="false"]').first)
        assert taps == 1, "no place of the usual boards needs a zoom"
        assert not tab.page.evaluate(BEHIND_BAR)
        if game == "territories":
            expect(tab.page.locator("#status")).to_have_text(re.compile("^The fence"))  # the bar alone says which side
        if tab.page.locator("#whole").is_hidden():
            assert tab.page.evaluate(BOARD) == before
            tab.page.evaluate(LONG_REFUSAL)
            assert tab.page.evaluate(BOARD) == before, "a long message lies over the board"
        bar, news = (tab.page.locator(name).evaluate(BOX) for name in ("#bar", "#news"))
        assert bar["height"] <= 64
        assert news["y"] + 2 * LINE <= bar["y"], "what happened is seen without scrolling"
        tab.press("Clear")
        while tab.told["yours"]:
            tab.play_at_random(Random(1))
        assert tab.page.evaluate(BOARD)["y"] == before["y"], "the board stays where it is while others are to move"
        tab.close()


def test_what_is_chosen_stands_on_the_board_and_stays_while_somebody_else_gives_up(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as bot:
        bot.do(begin_nomads_of_three)
        tabs = [bot.open(browser, member) for member in ("Ada", "Björn", "Chidi")]
        only = {"column": "C", "row": "3", "terrain": "F"}
        settled = {"terrain": "F"}
        found = tabs[0].page.evaluate(CHOICES)
        assert found.pop("last") == {"column": "C", "row": "3"}, "the only place left is chosen, and so framed"
        assert found.pop("taps") == ["activate C7 C6"] * 3, "an empty space is a target in any order, and no discovery"
        assert found.pop("refused") == [["action", "activate"], True], "a wrong space takes nothing back"
        assert found.pop("hinted") == [0, 1], "a hint asks only for what its place leaves open"
        assert found == {"only": only, "taken": {}, "settled": settled, "old": []}, (
            "a move that the member has not chosen is not taken over"
        )
        mover = next(tab for tab in tabs if tab.told["yours"])
        other = next(tab for tab in tabs if tab is not mover)
        assert tabs[0].page.evaluate(DOTS) == [False, True], "without an action a place may mean any of several moves"
        framed = [False, False, True, False]
        moved = [False, False, False, True]
        assert tabs[0].page.evaluate(FRAMES) == [framed, [False] * 4, moved, 0, 1], "of three equal tiles one is taken"
        mover.tap(mover.target("C4"))
        mover.expect_status("C4: choose")
        version = mover.told["version"]
        other.press("Give up")
        other.press("Yes, give up")
        mover.expect_newer(version)
        expect(mover.target("C4")).to_have_attribute("aria-pressed", "true")
        mover.expect_status("is out of the game.")
        for tab in tabs:
            assert tab.errors == []
            tab.close()


def test_a_chosen_terrain_is_shown_and_a_refused_place_says_why(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as bot:
        bot.start("pastures", width=4, height=4)
        bot.play_on(1, Random(2))
        tab = next(tab for tab in (bot.open(browser, member) for member in ("Ada", "Björn")) if tab.told["yours"])
        _, _, parts, (swatch, place, *_) = tab.told["moves"][0]
        tab.tap(tab.target(place))
        tab.tap(tab.chip(f"terrain {parts['terrain']}"))
        expect(tab.target(place).locator("img")).to_have_attribute("src", f"page/swatch/{swatch}.png")
        expect(tab.page.locator("#targets img")).to_have_count(1)
        filled = bot.log()[0].split()[0]
        tab.page.locator("#clear").click()
        tab.tap(tab.target(filled))
        tab.expect_status("(rule P3)")
        expect(tab.page.locator("#status")).to_have_class("refused")
        tab.page.evaluate("scrollTo(0, 150)")
        expect(tab.page.locator("#status")).to_be_in_viewport(ratio=1)
        assert filled == "D2", "a mountain"
        chips = tab.page.locator("#chips button")
        expect(chips).to_have_text([re.compile(word) for word in TERRAINS.values()])
        tab.tap(chips.filter(has_text="they used it"))
        tab.expect_status("(rule P5)")
        tab.tap(tab.target("D1"))
        tab.tap(tab.chip("terrain W"))
        plains = tab.page.locator("#chips button", has_text="plains")
        expect(plains).to_have_attribute("aria-disabled", "true")
        expect(plains).to_contain_text("not here")
        tab.tap(plains)
        tab.expect_status("(rule P7)")
        expect(tab.page.locator("#play")).to_be_disabled()
        tab.tap(tab.target("D1"))
        tab.expect_status("Fill a square. Once all are full, ")
        tab.tap(tab.chip("terrain P"))
        tab.tap(tab.target("D1"))
        tab.expect_status("(rule P7)")
        expect(tab.chip("terrain P")).to_have_attribute("aria-pressed", "true")  # it was chosen before any square
        for _ in range(2):
            tab.tap(tab.chip("terrain P"))  # taken back
        expect(tab.chip("terrain P")).to_have_attribute("aria-pressed", "true")
        tab.tap(tab.chip("terrain P"))
        tab.tap(tab.target("A1"))
        tab.tap(tab.chip("terrain P"))
        tab.tap(tab.target("D1"))
        tab.expect_status("(rule P7)")
        expect(tab.target("D1")).to_have_class("chosen")
        expect(tab.target("A1")).not_to_have_class("chosen")
        expect(tab.page.locator("#play")).to_be_disabled()
        tab.page.locator("#clear").click()
        expect(chips).to_have_text([re.compile(word) for word in TERRAINS.values()])
        held: list[Route] = []
        tab.page.route("**/api/why", lambda route: held.append(route))
        with tab.page.expect_request("**/api/why"):
            tab.tap(tab.target(filled))
        bot.play_on(1, Random(2))
        tab.expect_newer(tab.told["version"])
        held[0].fulfill(json={"says": "There is a mountain."})
        tab.ask("api/game")
        expect(tab.page.locator("#status")).not_to_contain_text("There is a mountain.")
        assert tab.errors == []
        tab.close()


def test_the_task_says_what_a_plot_costs_and_when_no_more_cows_can_be_placed(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as bot:
        bot.start("land", reach="chain")
        bot.play_on(12, Random(3))
        tab = next(tab for tab in (bot.open(browser, member) for member in ("Ada", "Björn")) if tab.told["yours"])
        tab.page.set_viewport_size({"width": 400, "height": 800})
        tab.expect_status("Place 4 cows next to your land: mountains take 2.")
        height = tab.page.locator("#status").evaluate(
            "e => { e.textContent = e.textContent.replace('4', '14'); return e.offsetHeight; }"
        )
        assert height == 44, "two lines, and the board stays in sight"
        for plot in ("D5", "D5"):
            tab.tap(tab.target(plot))
        tab.expect_status("Place 4 cows next to your land: mountains take 2.")
        for plot in ("D5", "D4"):
            tab.tap(tab.target(plot))
        tab.expect_status("1 cow left. Tap more, or press Play.")
        tab.tap(tab.target("E4"))
        tab.expect_status("No cows left. Press Play.")
        for plot, told in (
            ("F4", "Too few cows: tap a chosen plot to free one."),
            ("A1", "A1 is a small island, which nobody can take. (rule L8)"),
        ):
            tab.tap(tab.target(plot))
            expect(tab.page.locator("#status")).to_have_text(told)
            expect(tab.page.locator("#status")).to_have_class("refused")
        version = tab.told["version"]
        tab.play_button.click()
        tab.expect_newer(version)
        tab.press("Undo my move")
        tab.expect_status("Your last move is taken back.")
        expect(tab.button("Undo my move")).to_be_focused()
        assert tab.page.evaluate("scrollY") == 0, "the board is in sight, wherever the button is"
        assert tab.errors == []
        tab.close()


async def begin_nomads_of_three(pages: PagesOfWorld) -> None:
    w = pages.w
    await w.ada.slash(w.channel, "newgame nomads", seats=3)
    table = w.channel.last_message
    for member in (w.björn, w.chidi):
        await member.click(table, label="Join")


def test_two_players_offer_refuse_take_back_and_give_up(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as bot:
        bot.start("pastures", width=6, height=6)
        tabs = [bot.open(browser, member) for member in ("Ada", "Björn")]
        mover = next(tab for tab in tabs if tab.told["yours"])
        other = next(tab for tab in tabs if tab is not mover)

        before = other.page.evaluate(BOARD)
        mover.press("Offer a draw")
        expect(other.page.locator("#asked")).to_contain_text("offers a draw")
        other.expect_status("offers a draw")
        assert other.page.evaluate(BOARD) == before, "a proposal stands below the board"
        expect(other.page.locator("#asked strong")).to_have_text(["Ada", "Björn"][tabs.index(mover)])
        expect(other.page.locator("#asked time")).to_have_text(re.compile(r"\d:\d\d"))
        expect(other.page.locator("#spoken")).to_contain_text("offers a draw")
        other.press("Refuse")
        expect(mover.page.locator("#asked")).to_contain_text("does not agree.")

        version = mover.told["version"]
        mover.play_at_random(Random(3))
        other.expect_newer(version)
        expect(other.page.locator("#asked")).to_be_empty()
        other.expect_turn()
        mover.press("Undo my move")
        mover.expect_turn()
        other.expect_others_turn()

        mover.page.locator("#rules summary").click()
        expect(mover.page.locator("#guide h2").first).to_have_text("Goal")
        expect(mover.page.locator("#guide code").first).to_be_visible()
        expect(mover.page.locator("#guide img")).to_have_js_property("complete", value=True)

        mover.press("Give up")
        expect(mover.button("No")).to_be_focused()
        mover.page.keyboard.press("Enter")
        expect(mover.page.locator("#sure")).to_be_hidden()
        mover.expect_turn()
        mover.press("Give up")
        mover.page.keyboard.press("Escape")
        expect(mover.page.locator("#sure")).to_be_hidden()
        mover.expect_turn()
        mover.press("Give up")
        mover.press("Yes, give up")
        for tab in tabs:
            tab.expect_status("The game is over")
            expect(tab.page.locator("#offers button").first).to_have_text("Rematch")
            assert tab.errors == []
            tab.close()
        assert "The game is over" in bot.said()


def test_a_note_is_kept_and_what_is_being_written_stays_while_the_game_goes_on(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookbacks, "THOROUGH", 0.001)
    with served(tmp_path) as bot:
        bot.start("pastures", width=6, height=6)
        tabs = [bot.open(browser, member) for member in ("Ada", "Björn")]
        mover = next(tab for tab in tabs if tab.told["yours"])
        other = next(tab for tab in tabs if tab is not mover)
        text = other.page.locator("#note-text")
        other.page.locator("#note summary").click()
        text.fill("Keep the corner.")
        other.press("Save")
        expect(other.page.locator("#note-state")).to_have_text("Saved.")
        text.fill("Keep the corner. And the")
        mover.play_at_random(Random(2))
        other.expect_newer(0)
        expect(text).to_have_value("Keep the corner. And the")
        expect(other.page.locator("#note-state")).to_have_text("Not saved yet.")
        other.page.reload()
        expect(other.page.locator("#note-title")).to_have_text("My note: Keep the corner.")
        expect(text).to_have_value("Keep the corner.")
        expect(mover.page.locator("#note-title")).to_have_text("My note")
        _wait_for_slow_results(bot, mover, other, bot.link(other.told["names"][other.told["seat"]]))
        for tab in tabs:
            assert tab.errors == []
            tab.close()


def _wait_for_slow_results(bot: Served, loser: BoardPage, winner: BoardPage, link: str) -> None:
    """The analysis brings the chances of the turn that is shown; before the exercise opens, the note is saved."""
    pause_clock(loser.page)  # so that it asks for results only when told to
    loser.press("Give up")
    loser.press("Yes, give up")
    loser.expect_newer(1)
    loser.page.locator("#earlier").click()
    expect(loser.page.locator("#seen")).to_contain_text("Turn 1 of 2: ")
    expect(loser.page.locator("#shares li")).to_have_count(0)
    with loser.page.expect_response("**/api/analysis") as answered:
        loser.press("Analysis")
    assert "Analysing: about" in answered.value.json()["told"]  # shown until the page learns that it is ready
    bot.do(wait_for_analysis)
    loser.page.clock.fast_forward(POLL_PAUSE)
    loser.page.clock.resume()
    expect(loser.page.locator("#chart")).to_be_visible()
    expect(loser.page.locator("#about")).to_be_in_viewport(ratio=0.9)  # below the chart
    expect(loser.page.locator("#shares li")).to_have_count(2)
    expect(loser.page.locator("#spoken")).not_to_contain_text("Analysing")
    _look_at_moments(loser)

    answers = iter([{"told": "I am looking.", "waits": True}, {"told": "", "opens": link}])
    winner.page.route("**/api/practice", lambda route: route.fulfill(json=next(answers)))
    winner.page.locator("#note summary").click()
    winner.page.locator("#note-text").fill("Keep the centre.")
    pause_clock(winner.page)
    winner.press("Practice mistakes")
    winner.expect_status("I am looking.")
    expect(winner.page.locator("#spoken")).to_contain_text("I am looking. The game is over")
    with winner.page.expect_request("**/api/key"):
        winner.page.clock.fast_forward(POLL_PAUSE)
    expect(winner.page.locator("#note-text")).to_have_value("Keep the centre.")


def pause_clock(page: Page) -> None:
    """Stop the page's clock until it is resumed or put forward."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)


def _look_at_moments(tab: BoardPage) -> None:
    """Each moment is shown with its own turn, even the last one; two moments of one turn have their own marks."""
    words, seen, better, played = (
        tab.page.locator(name) for name in ("#moments", "#seen", "#targets .better", "#targets .marked")
    )
    described = tab.ask("api/turn?version=2&turn=1")
    places = [place for place, *_ in described["targets"][:2]]
    moments = [
        {"turn": 1, "part": 1, "line": "A part.", "words": "A part.", "marked": places[:1], "compared": []},
        {"turn": 1, "line": "A line.", "words": "One place.", "marked": places[:1], "compared": []},
        {"turn": 1, "line": "A line.", "words": "Two places.", "marked": places[:1], "compared": places[1:]},
        {"turn": 2, "line": "Given up.", "words": "Given up.", "marked": [], "compared": []},
    ]
    told = {"png": "", "alt": "The chart.", "about": "", "moments": moments}
    tab.page.route("**/api/analysis", lambda route: route.fulfill(json={"told": "", "analysis": told}))
    tab.press("Analysis")
    expect(words).to_have_text("A part.A line.A line.Given up.")
    for label, said, solid, dashed in (
        ("Key turns", "A part.", 1, 0),
        ("Next key turn", "One place.", 1, 0),
        ("Next key turn", "Two places.", 1, 1),
        ("Next key turn", "Given up.", 0, 0),
    ):
        tab.press(label)
        expect(words).to_have_text(said)
        expect(words).to_be_visible()
        expect(tab.page.locator("#spoken")).to_have_text(said)
        expect(seen).to_be_hidden()
        expect(better).to_have_count(solid)
        expect(played).to_have_count(dashed)
    tab.page.locator("#earlier").click()
    expect(words).to_be_hidden()
    expect(seen).to_contain_text("Turn 1 of 2: ")
    tab.page.locator("#later").click()
    expect(words).to_be_visible()
    tab.press("Show the chart")
    expect(words).to_be_visible()
    expect(tab.page.locator("#news")).to_be_visible()
    tab.press("Key turns")
    tab.page.route(
        "**/api/practice",
        lambda route: route.fulfill(json={"told": "Nothing to practise: you never missed a much better move."}),
    )
    tab.press("Practice mistakes")
    tab.expect_status("Nothing to practise: you never missed a much better move.")
    expect(tab.page.locator("#chart")).to_be_visible()
    expect(tab.page.locator("#newest")).to_be_hidden()
    expect(tab.page.locator("#goal")).to_be_empty()  # as when the finished game is opened


async def wait_for_analysis(pages: PagesOfWorld) -> None:
    while await lookbacks.find(pages.w.app.context, 1) is None:
        await pages.w.env.advance_time(0.01)
