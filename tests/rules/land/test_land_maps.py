"""Maps of Land: the maps that L1 and L2 admit, the shipped maps, and random maps, which must never change (L3)."""

from __future__ import annotations

import hashlib
from typing import get_args

import pytest

from rules.files import DATA
from rules.land import LAND
from rules.land.checks import land_map
from rules.land.grid import LandMap
from rules.land.options import MapName
from rules.land.random_maps import random_map, starting_blocks
from rules.land.setup import shipped_map
from rules.squares import Square

GREEN = ["g" * 12] * 12
SHIPPED = [name for name in get_args(MapName) if name != "random"]


def change(rows: list[str], *plots: tuple[str, str]) -> list[str]:
    """``rows`` with other characters on some plots: ``("B1", "~")``."""
    grid = [list(row) for row in rows]
    for name, kind in plots:
        square = Square.read(name)
        grid[square.y][square.x] = kind
    return ["".join(row) for row in grid]


def test_L1_dice_blocks_are_equal() -> None:
    for width, height in [(6, 6), (6, 24), (12, 18), (24, 24)]:
        land = land_map(["g" * width] * height)
        blocks = [block for column in land.blocks for block in column]
        assert len(blocks) == 36, width
        assert {block.bit_count() for block in blocks} == {width * height // 36}, width
        covered = 0
        for block in blocks:
            assert not covered & block, width
            covered |= block
        assert covered == land.usable, width
        for square in land.squares:
            column, row = land.block_of(square)
            assert land.blocks[column - 1][row - 1] & land.bit(square), width


def test_L1_a_map_is_a_multiple_of_six_up_to_24() -> None:
    for width, height in [(0, 0), (12, 10), (10, 12), (30, 12), (12, 30), (7, 7)]:
        with pytest.raises(ValueError, match="L1"):
            land_map(["g" * width] * height)


def test_L2_rows_are_equally_long() -> None:
    with pytest.raises(ValueError, match="L2"):
        land_map([*GREEN[:11], "g" * 11])


def test_L2_only_the_known_characters() -> None:
    for kind in ["x", "G", " ", "~~"]:
        with pytest.raises(ValueError, match="L2"):
            land_map(change(GREEN, ("C4", kind)))


def test_L2_all_usable_land_is_one_piece() -> None:
    corner = change(GREEN, ("C1", "~"), ("A2", ":"), ("B2", "i"))
    with pytest.raises(ValueError, match="one piece"):
        land_map(corner)
    assert land_map(change(corner, ("B2", "^"))).admits == 6
    with pytest.raises(ValueError, match="usable"):
        land_map(["~" * 12] * 12)


def test_L2_every_starting_plot_has_another_one_beside_it() -> None:
    with pytest.raises(ValueError, match="A1 has no other"):
        land_map(change(GREEN, ("B1", "^"), ("A2", "^")))
    assert land_map(change(GREEN, ("A1", "c"), ("B1", "^"), ("A2", "c"), ("B2", "^")))


def test_L2_a_map_admits_seats_by_usable_and_starting_plots() -> None:
    cases: list[tuple[int, int, int]] = [
        (24, 24, 2),
        (35, 35, 2),
        (36, 36, 3),
        (72, 72, 6),
        (144, 144, 6),
        (72, 4, 2),
        (72, 9, 4),
    ]
    for usable, starting, admitted in cases:
        text = "g" * starting + "^" * (usable - starting)
        text += "~" * (144 - len(text))
        rows = [text[i : i + 12] for i in range(0, 144, 12)]
        assert land_map(rows).admits == admitted, usable
        assert LAND.start(admitted, setup={"map": rows}).seats == admitted, usable
        if admitted < 6:
            with pytest.raises(ValueError, match="L2"):
                LAND.start(admitted + 1, setup={"map": rows})


def test_L2_neighbours_do_not_wrap_round_the_edge() -> None:
    land = land_map(GREEN)
    for square in land.squares:
        expected = set(square.beside(12, 12))
        assert set(land.squares_of(land.beside(land.bit(square)))) == expected


def test_L3_the_names_are_those_of_the_files() -> None:
    assert sorted(SHIPPED) == sorted(path.stem for path in (DATA / "land").glob("*.txt"))
    with pytest.raises(ValueError, match="no map"):
        shipped_map("atlantis")


def test_L3_shipped_maps_are_12_by_12_and_for_six() -> None:
    for name in SHIPPED:
        land = shipped_map(name)
        assert (land.width, land.height, land.admits) == (12, 12, 6), name


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_L3_random_maps_are_for_six_with_starts_in_two_blocks_of_three(block: int) -> None:
    seen = set[LandMap]()
    for seed in [*range(block * 50, block * 50 + 49), 4294967295 - block]:
        land = random_map(seed)
        assert (land.width, land.height, land.admits) == (12, 12, 6)
        assert starting_blocks(land) >= 24
        assert land.rows == land_map(list(land.rows)).rows
        seen.add(land)
    assert len(seen) == 50


GOLDEN = {
    0: [
        ":~~gg^gg^:~~",
        "gggg^ggg^:~~",
        "^gc^gc~gg~~~",
        "g^gggggggg:~",
        "gg^^cggggg:~",
        "cg^g^ggcgg~~",
        "gg^cg^ggggg~",
        "gg^ggc^gcg~~",
        "gg^gggggg:~~",
        "~cggggggg~~i",
        "ggggggggg:~~",
        "ggg::gggg~~~",
    ],
    1: [
        "ggggcggg:~~i",
        "ggg^gggg::~~",
        "gg^ggggggg~~",
        "^^gggggcggg:",
        "ggggggg~gcgg",
        "cggggc:~~~gg",
        "gggcggg:~~cg",
        "ggggggggggg:",
        "ggg:ggggggg:",
        "ggg~g~~:gggg",
        "cgg~:~~:gggg",
        "^gg~i~~~gggg",
    ],
    2026: [
        "~:ggggggc:~~",
        "~ggggggggg~~",
        "ggggcggcggg:",
        "cgg^gggggggg",
        "gg^^^ggggcgg",
        "gcg^ggggggg~",
        "gggggg^^ggg~",
        "ggggcgg^ggg:",
        "ggggggg^ggg~",
        "~gg^ggg^g~~~",
        "~~~~^cg^~~i~",
        "~ii~~^gg~~~~",
    ],
    4294967295: [
        "ii~:ggggc:g:",
        "i~i~cgggggcg",
        "~~~~:gggcggg",
        "~~~~:ggggg~~",
        "~~~cg:~gg~~i",
        "~:ggg~cg^g:~",
        ":ggggggg^g~:",
        "gggggggggggg",
        "ggg^cggggg~:",
        "cg^^gggggg~~",
        "ggggggg~~cg~",
        "ggggggg:ggg:",
    ],
}


def test_L3_a_seed_gives_the_same_map_for_ever() -> None:
    for seed in GOLDEN:
        assert list(random_map(seed).rows) == GOLDEN[seed], seed


@pytest.mark.full
@pytest.mark.slow
def test_L3_seeds_all_over_the_range_give_the_same_maps_for_ever() -> None:
    digest = hashlib.sha256()
    for seed in range(0, 4294967296, 4294967296 // 250):
        digest.update("\n".join(random_map(seed).rows).encode())
    assert digest.hexdigest() == "b3289c0138c65d31f725fd6cdcf63f20604869663d9df2cf09d990c4c16d727e"


def test_L1_a_block_is_named_by_its_corners() -> None:
    cases: list[tuple[int, int, int, int, str]] = [
        (12, 12, 1, 1, "A1–B2"),
        (12, 12, 4, 1, "G1–H2"),
        (12, 12, 6, 3, "K5–L6"),
        (6, 6, 2, 5, "B5"),
        (18, 12, 2, 6, "D11–F12"),
    ]
    for width, height, column, row, name in cases:
        assert land_map(["g" * width] * height).block_name(column, row) == name, name
