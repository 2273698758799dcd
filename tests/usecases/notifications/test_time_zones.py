"""Time zones are understood as people type them; what is not exact is refused, with a suggestion that fits."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator

import pytest

from bot.usecases.notifications import time_zones
from bot.usecases.notifications.time_zones import parse_zone, suggest_zones
from bot.usecases.refusal import Refusal


def test_time_zones_are_understood_as_people_write_them() -> None:
    cases: list[tuple[str, str]] = [
        ("CET+2", "Etc/GMT-3"),
        ("UTC+2", "Etc/GMT-2"),
        ("gmt-3", "Etc/GMT+3"),
        ("UTC+5:30", "Asia/Kolkata"),
        ("-0330", "America/St_Johns"),
        ("+13", "Etc/GMT-13"),
        ("UTC", "UTC"),
        ("europe/berlin", "Europe/Berlin"),
        ("US/Eastern", "US/Eastern"),
        ("Tokyo", "Asia/Tokyo"),
        ("new york", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("germany", "Europe/Berlin"),
        ("India", "Asia/Kolkata"),
        ("uk", "Europe/London"),
        ("Great Britain", "Europe/London"),
        ("Turkey", "Europe/Istanbul"),
        ("South Korea", "Asia/Seoul"),
        ("north korea", "Asia/Pyongyang"),
        ("Burma", "Asia/Yangon"),
        ("Deutschland", "Europe/Berlin"),
        ("Österreich", "Europe/Vienna"),
        ("Türkiye", "Europe/Istanbul"),
        ("日本", "Asia/Tokyo"),
        ("Zimbabwe", "Africa/Harare"),
        ("Bosnia & Herzegovina", "Europe/Sarajevo"),
        ("Munich", "Europe/Berlin"),
        ("München", "Europe/Berlin"),
        ("Barcelona", "Europe/Madrid"),
        ("Manchester", "Europe/London"),
        ("San Francisco", "America/Los_Angeles"),
        ("Houston", "America/Chicago"),
        ("Mumbai", "Asia/Kolkata"),
        ("Rio de Janeiro", "America/Sao_Paulo"),
    ]
    for typed, zone in cases:
        assert parse_zone(typed) == zone, typed


def test_what_is_not_exact_is_refused_with_a_suggestion() -> None:
    cases: list[tuple[str, str]] = [
        ("EST", "Do you mean `America/New_York`?"),
        ("mst", "Do you mean `America/Denver` or `America/Phoenix`?"),
        ("IST", "Do you mean `Asia/Kolkata`, `Europe/Dublin` or `Asia/Jerusalem`?"),
        ("CEST", "Do you mean `Europe/Berlin`?"),
        ("Spain", "Which is yours: `Europe/Madrid` or `Atlantic/Canary`?"),
        ("España", "Which is yours: `Europe/Madrid` or `Atlantic/Canary`?"),
        ("Brasil", "`America/Sao_Paulo`"),
        ("Valencia", "Which is yours: `America/Caracas` or `Europe/Madrid`?"),
        ("Munnich", "Do you mean `Europe/Berlin`?"),
        ("usa", "Which is yours: `America/New_York`, `America/Chicago`, `America/Denver`, `America/Phoenix`"),
        ("Europe/Berlim", "Do you mean `Europe/Berlin`?"),
        ("nowhere at all", "Type a country, a large city"),
        ("localtime", "Type a country, a large city"),
        ("+17", "Type a country, a large city"),
    ]
    for typed, suggested in cases:
        with pytest.raises(Refusal) as refused:
            parse_zone(typed)
        assert suggested in str(refused.value), typed


def test_what_is_suggested_while_typing_begins_with_what_it_means() -> None:
    assert suggest_zones("ist")[:3] == ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"]
    assert suggest_zones("german")[0] == "Europe/Berlin"
    assert suggest_zones("munic")[0] == "Europe/Berlin"
    assert suggest_zones("brasil")[:2] == ["America/Noronha", "America/Sao_Paulo"]
    assert suggest_zones("kathm") == ["Asia/Kathmandu"]


@pytest.fixture
def lean_system() -> Iterator[None]:
    """A machine without a time zone database of its own."""
    zoneinfo.reset_tzpath(())
    yield
    zoneinfo.reset_tzpath()


@pytest.mark.usefixtures("lean_system")
def test_every_time_zone_is_known_on_a_lean_system() -> None:
    for name in ["UTC", "Europe/Berlin", "US/Eastern", "Cuba"]:
        assert zoneinfo.ZoneInfo.no_cache(name), name


def test_every_place_on_the_list_has_a_time_zone() -> None:
    known = zoneinfo.available_timezones()
    wrong = {zone for zones in time_zones._places().values() for zone in zones if zone not in known}
    assert not wrong
