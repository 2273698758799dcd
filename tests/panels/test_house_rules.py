"""The vote on the house rules of the next game of Land (L14)."""

from __future__ import annotations

from bot.panels.house_rules import HOUSE_RULES
from rules.land import LandOptions

tally = HOUSE_RULES["land"].tally


def test_the_majority_of_those_who_voted_on_a_rule_decides() -> None:
    cases: list[tuple[list[dict[str, object]], str]] = [
        ([], "rotate"),
        ([{}, {"herd": "plots"}], "rotate"),
        ([{"order": "fixed"}], "fixed"),
        ([{"order": "fixed"}, {"order": "poorest"}], "rotate"),
        ([{"order": "fixed"}, {"order": "poorest"}, {"order": "poorest"}], "poorest"),
        ([{"order": "fixed"}, {"order": "fixed"}, {"order": "poorest"}, {"order": "rotate"}], "rotate"),
        ([{"order": "poorest"}, {"order": "nonsense"}, {"colour": "red"}], "poorest"),
    ]
    for votes, order in cases:
        options = LandOptions(map="lake", order="rotate")
        assert tally(options, votes, 2) == LandOptions(map="lake", order=order), order


def test_one_voice_alone_decides_nothing_among_three() -> None:
    alone = [{"herd": "equal", "order": "poorest"}, {"order": "poorest"}]
    assert tally(LandOptions(), alone, 3) == LandOptions(order="poorest")
    assert tally(LandOptions(), alone[:1], 3) == LandOptions()
    assert tally(LandOptions(), alone[:1], 2) == LandOptions(herd="equal", order="poorest")


def test_a_vote_leaves_the_map_alone_and_moves_several_rules() -> None:
    votes = [{"herd": "equal", "mountain": 1, "map": "twins"}, {"herd": "equal", "mountain": 1, "reach": "chain"}]
    assert tally(LandOptions(), votes, 2) == LandOptions(herd="equal", mountain=1, reach="chain")
