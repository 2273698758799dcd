"""Time zones as people type them: an IANA name, a city, a country, an offset."""

from __future__ import annotations

import difflib
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from zoneinfo import available_timezones

from bot.common.clock import find_zone
from bot.usecases.refusal import Refusal
from rules.files import DATA

_NO_ZONES = {"Factory", "localtime"}
"""Names in the list of time zones that are not those of places."""
_FIXED = re.compile(r"(?:utc|gmt|cet)?([+-])(\d{1,2})(?::?(\d{2}))?")
"""The pattern of an offset: UTC+2, GMT-3, CET+2, +5, UTC+5:30."""
_MOST_EAST, _MOST_WEST = 14, -12
"""The existing offsets in whole hours."""
_PART_HOURS = {
    "+3:30": "Asia/Tehran",
    "+4:30": "Asia/Kabul",
    "+5:30": "Asia/Kolkata",
    "+5:45": "Asia/Kathmandu",
    "+6:30": "Asia/Yangon",
    "+8:45": "Australia/Eucla",
    "+9:30": "Australia/Darwin",
    "+10:30": "Australia/Lord_Howe",
    "+12:45": "Pacific/Chatham",
    "-3:30": "America/St_Johns",
    "-9:30": "Pacific/Marquesas",
}
"""The time zones whose offset is no whole hour."""
_ABBREVIATIONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("cet", "cest", "met", "mest"), ("Europe/Berlin",)),
    **dict.fromkeys(("wet", "west"), ("Europe/Lisbon",)),
    **dict.fromkeys(("eet", "eest"), ("Europe/Helsinki",)),
    "bst": ("Europe/London", "Asia/Dhaka"),
    "ist": ("Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"),
    "idt": ("Asia/Jerusalem",),
    "msk": ("Europe/Moscow",),
    "trt": ("Europe/Istanbul",),
    **dict.fromkeys(("est", "edt", "et"), ("America/New_York",)),
    "cst": ("America/Chicago", "Asia/Shanghai"),
    **dict.fromkeys(("cdt", "ct"), ("America/Chicago",)),
    **dict.fromkeys(("mst", "mdt"), ("America/Denver", "America/Phoenix")),
    **dict.fromkeys(("pst", "pdt", "pt"), ("America/Los_Angeles",)),
    **dict.fromkeys(("akst", "akdt"), ("America/Anchorage",)),
    "hst": ("Pacific/Honolulu",),
    "ast": ("America/Halifax", "Asia/Riyadh"),
    "adt": ("America/Halifax",),
    "brt": ("America/Sao_Paulo",),
    "gst": ("Asia/Dubai",),
    "pkt": ("Asia/Karachi",),
    "wib": ("Asia/Jakarta",),
    "sgt": ("Asia/Singapore",),
    "pht": ("Asia/Manila",),
    "hkt": ("Asia/Hong_Kong",),
    "kst": ("Asia/Seoul",),
    "jst": ("Asia/Tokyo",),
    "awst": ("Australia/Perth",),
    **dict.fromkeys(("acst", "acdt"), ("Australia/Adelaide",)),
    **dict.fromkeys(("aest", "aedt"), ("Australia/Sydney", "Australia/Brisbane")),
    **dict.fromkeys(("nzst", "nzdt"), ("Pacific/Auckland",)),
    "wat": ("Africa/Lagos",),
    "sast": ("Africa/Johannesburg",),
    "eat": ("Africa/Nairobi",),
}
"""Abbreviations, and the time zones that people mean by them."""
PLACES = DATA / "places.tsv"
"""The names of countries and large cities, made by ``tools/make_places.py``."""
TABLES = files("tzdata") / "zoneinfo"
"""The folder of the time zone database."""
_NEAR = 0.75
"""Minimum similarity between a name and the typed text for a suggestion."""


def parse_zone(typed: str) -> str:
    """Return the IANA name of a typed time zone. Raise Refusal, with a suggestion, if there is none or more than one."""
    wanted = fold_name(typed)
    if wanted in _ABBREVIATIONS:
        raise Refusal(
            f"Short names such as `{wanted.upper()}` are not exact: many stand for several time zones, or leave out summer "
            f"time. Do you mean {_join(_ABBREVIATIONS[wanted])}?"
        )
    places, fixed = _places(), _find_fixed(wanted.replace(" ", ""))
    found = places.get(wanted, (fixed,) if fixed else ())
    if len(found) == 1:
        return found[0]
    if found:
        raise Refusal(f"There are several time zones there. Which is yours: {_join(found)}?")
    near = difflib.get_close_matches(wanted, _find_begun(wanted[:1]), n=1, cutoff=_NEAR)
    usual = "Type a country, a large city, or a name such as `Europe/Berlin`."
    raise Refusal(f"I do not know that time zone. {f'Do you mean {_join(places[near[0]])}?' if near else usual}")


def suggest_zones(typed: str) -> list[str]:
    """Return the IANA names for a partly typed time zone: first those that it stands for, then all names that contain it."""
    wanted, places = fold_name(typed), _places()
    begun = [zone for name in sorted(_find_begun(wanted), key=len) for zone in places[name]]
    fitting = [zone for name, zone in _names().items() if wanted in name]
    return list(dict.fromkeys([*_ABBREVIATIONS.get(wanted, ()), *begun, *fitting]))


def fold_name(text: str) -> str:
    """Return a name without accents, capitals, underscores and ``&``."""
    plain = unicodedata.normalize("NFKD", text.strip().replace("_", " ").replace("&", "and")).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _join(zones: tuple[str, ...]) -> str:
    *first, last = (f"`{zone}`" for zone in zones)
    return f"{', '.join(first)} or {last}" if first else last


@lru_cache(1)
def _names() -> dict[str, str]:
    """Return the IANA names by their typed forms, in order, without abbreviations."""
    names = {fold_name(name): name for name in sorted(available_timezones() - _NO_ZONES)}
    return {typed: name for typed, name in names.items() if typed not in _ABBREVIATIONS}


@lru_cache(1)
def _places() -> dict[str, tuple[str, ...]]:
    """Return the time zones by name, in order. Where names are equal, a city of an IANA name counts before a country."""
    names, lands = _names(), _list_lands()
    rows = [(name, (zone,)) for name, zone in names.items()] + [(code.casefold(), lands[code]) for code in lands]
    for key, *known in reversed([*_read_table(PLACES)]):
        zones = lands.get(key) or _keep_different(key.split())
        rows += [(name, zones) for name in known]
    rows += [(name.rpartition("/")[2], (zone,)) for name, zone in names.items() if "/" in name and not zone.startswith("Etc/")]
    return dict(sorted(dict(rows).items()))


def _find_begun(typed: str) -> list[str]:
    """Return the names that begin with the text; none for an empty text."""
    names = list(_places())
    return names[bisect_left(names, typed) : bisect_left(names, f"{typed}\U0010ffff")] if typed else []


def _list_lands() -> dict[str, tuple[str, ...]]:
    """Return the time zones of countries by two-letter code, the best known zone for each local time."""
    best = {zone for _, _, zone, *_ in _read_table(TABLES / "zonenow.tab")}
    zones: dict[str, list[str]] = {}
    for code, _, zone, *_ in sorted(_read_table(TABLES / "zone.tab"), key=lambda row: row[2] not in best):
        zones.setdefault(code, []).append(zone)
    return {code: _keep_different(zones[code]) for code in zones}


def _keep_different(zones: list[str]) -> tuple[str, ...]:
    """Return the time zones without duplicates: of those with the same offsets in January and July, only the first."""
    year = datetime.now(UTC).year
    times: dict[tuple[object, ...], str] = {}
    for zone in zones:
        info = find_zone(zone)
        times.setdefault(tuple(datetime(year, month, 1, tzinfo=info).utcoffset() for month in (1, 7)), zone)
    return tuple(times.values())


def _read_table(table: Traversable) -> Iterator[list[str]]:
    for line in table.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def _find_fixed(typed: str) -> str | None:
    """Return the time zone of a typed offset; ``None`` if it is not an offset, or no zone has it."""
    fixed = _FIXED.fullmatch(typed)
    if fixed is None:
        return None
    sign, hours, minutes = fixed[1], int(fixed[2]), fixed[3] or "00"
    if minutes != "00":
        return _PART_HOURS.get(f"{sign}{hours}:{minutes}")
    hours = (hours if sign == "+" else -hours) + (1 if "cet" in typed else 0)
    if not _MOST_WEST <= hours <= _MOST_EAST:
        return None
    return "UTC" if hours == 0 else f"Etc/GMT{-hours:+}"  # in these names the sign is reversed: GMT-2 is east
