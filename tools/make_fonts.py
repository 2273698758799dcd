"""Make the fonts in ``data/fonts`` from a complete Inter: ``python tools/make_fonts.py <folder with Inter-*.otf>``.

Needs fontTools, which the program itself does not. Keeps the alphabets that names are written in here (Latin, Greek, Cyrillic)
and writes a list of these characters next to the fonts.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

WEIGHTS = ("Medium", "SemiBold", "Bold")
BLOCKS = (
    (0x0020, 0x007E),  # Basic Latin
    (0x00A0, 0x024F),  # Latin-1 and Latin Extended-A, -B
    (0x0370, 0x03FF),  # Greek
    (0x0400, 0x052F),  # Cyrillic
    (0x1E00, 0x1EFF),  # Latin Extended Additional
    (0x2010, 0x2027),  # dashes, quotes, ellipsis
    (0x20AC, 0x20AC),  # euro
    (0x2190, 0x2193),  # arrows
    (0x2212, 0x2212),  # minus
    (0x00D7, 0x00D7),  # times
)
INVISIBLE = {0x00AD}
TARGET = Path(__file__).resolve().parent.parent / "data" / "fonts"


def main(source: Path) -> None:
    """Write the subsets and the list of the characters that every one of them has."""
    wanted = {code for low, high in BLOCKS for code in range(low, high + 1)} - INVISIBLE
    kept = wanted.intersection(*(TTFont(source / f"Inter-{weight}.otf").getBestCmap() for weight in WEIGHTS))
    options = subset.Options(layout_features=["kern", "mark", "mkmk", "ccmp"], hinting=False, desubroutinize=False)
    for weight in WEIGHTS:
        font = subset.load_font(str(source / f"Inter-{weight}.otf"), options)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=kept)
        subsetter.subset(font)
        subset.save_font(font, str(TARGET / f"Inter-{weight}.otf"), options)
    codes = sorted(kept)
    runs: list[list[int]] = []
    for code in codes:
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    lines = [f"{low:04X}-{high:04X}" for low, high in runs]
    (TARGET / "coverage.txt").write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
