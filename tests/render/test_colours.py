"""Colours that everybody must distinguish: CIEDE2000 distances in normal vision and with each kind of dichromacy."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from bot.common.icons import CHARACTERS
from render.art.colours import CHOSEN, GROUNDS, PARCHMENT
from render.style.owners import OWNERS
from render.style.themes import THEMES

RGB = tuple[float, float, float]

# Machado, Oliveira and Fernandes (2009), severity 1, on linear light.
VISION: dict[str, tuple[RGB, RGB, RGB]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour: str) -> RGB:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return r, g, b


def seen(colour: str, vision: str) -> RGB:
    light = linear(colour)
    r, g, b = (min(1.0, max(0.0, sum(w * c for w, c in zip(row, light, strict=True)))) for row in VISION[vision])
    return r, g, b


def lab(light: RGB) -> RGB:
    r, g, b = light
    xyz = (
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: RGB, other: RGB) -> float:
    (l1, a1, b1), (l2, a2, b2) = one, other
    c_mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(c_mean**7 / (c_mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 if (a, b) != (0, 0) else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    if c1 * c2 and turn == -180:
        turn = 180.0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    l_mean, c_mean = (l1 + l2) / 2, (c1 + c2) / 2
    if c1 * c2 == 0:
        h_mean = h1 + h2
    elif abs(h1 - h2) <= 180:
        h_mean = (h1 + h2) / 2
    else:
        h_mean = (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2

    def cos(degrees: float) -> float:
        return math.cos(math.radians(degrees))

    t = 1 - 0.17 * cos(h_mean - 30) + 0.24 * cos(2 * h_mean) + 0.32 * cos(3 * h_mean + 6) - 0.2 * cos(4 * h_mean - 63)
    s_l = 1 + 0.015 * (l_mean - 50) ** 2 / math.sqrt(20 + (l_mean - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c_mean, 1 + 0.015 * c_mean * t
    spread = 30 * math.exp(-(((h_mean - 275) / 25) ** 2))
    r_t = -2 * math.sqrt(c_mean**7 / (c_mean**7 + 25**7)) * math.sin(math.radians(2 * spread))
    return math.sqrt((dl / s_l) ** 2 + (dc / s_c) ** 2 + (dh / s_h) ** 2 + r_t * (dc / s_c) * (dh / s_h))


def distance(one: str, other: str, vision: str = "normal") -> float:
    return ciede2000(lab(seen(one, vision)), lab(seen(other, vision)))


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2."""
    lights = [sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True)) for colour in (one, other)]
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def test_the_distance_is_that_of_the_standard() -> None:
    cases: list[tuple[RGB, RGB, float]] = [  # from the test data of Sharma, Wu and Dalal (2005), chosen for their special cases
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ]
    for one, other, expected in cases:
        assert ciede2000(one, other) == pytest.approx(expected, abs=1e-4), one


def near(colours: dict[str, str], least: float, vision: str) -> dict[tuple[str, str], float]:
    """The pairs that are less than ``least`` apart, to one decimal."""
    pairs = {(one, other): round(distance(colours[one], colours[other], vision), 1) for one, other in combinations(colours, 2)}
    return {pair: d for pair, d in pairs.items() if d < least}


def test_terrains_are_14_apart_in_every_vision() -> None:
    for vision in VISION:
        assert not near({name: ground.base for name, ground in GROUNDS.items()}, 14, vision), vision


def test_empty_squares_are_10_from_every_terrain_in_every_vision() -> None:
    for vision in VISION:
        assert not near({"empty": PARCHMENT, **{name: ground.base for name, ground in GROUNDS.items()}}, 10, vision), vision


def test_what_is_chosen_is_11_from_every_owner_and_every_ground_in_every_vision() -> None:
    for vision in VISION:
        others = [PARCHMENT, *(ground.base for ground in GROUNDS.values()), *(owner.colour for owner in OWNERS)]
        assert min(distance(CHOSEN, other, vision) for other in others) >= 11, vision


def test_owners_are_18_apart_in_every_vision() -> None:
    for vision in VISION:
        assert not near({owner.name: owner.colour for owner in OWNERS}, 18, vision), vision


def test_owners_differ_in_emblem_dash_and_character_too() -> None:
    for attribute in ("name", "colour", "emblem", "dash"):
        assert len({getattr(owner, attribute) for owner in OWNERS}) == len(OWNERS), attribute
    assert len({CHARACTERS[owner.name] for owner in OWNERS}) == len(OWNERS)


def test_text_can_be_read_in_every_theme() -> None:
    for theme in THEMES.values():
        least = 7.0 if theme.name == "contrast" else 4.5
        for ink in (theme.text, theme.dim):
            for ground in (theme.frame, theme.panel):
                assert contrast(ink, ground) >= least, (ink, ground)
        assert contrast(theme.turn, theme.frame) >= 3, theme
        assert contrast(theme.turn, theme.frame) > contrast(theme.edge, theme.frame), theme


def test_emblems_show_on_their_colour() -> None:
    for owner in OWNERS:
        assert contrast(owner.ink, owner.colour) >= 3, owner.name
