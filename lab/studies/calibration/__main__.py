"""Hold estimates against games: ``python -m lab.studies.calibration FOLDER [SETTING=GAMES …] [--keep]``.

One level plays in every seat, each turn with the same work. The games are kept in the folder as records, and only those that
are missing are played, so a run that was ended can be continued; equal games count once. For the report each half of the games
is held against a curve that is fitted to the other half. ``--keep`` writes curves that are fitted to all games to
``data/curves``: settings that share a curve count together. All can be repeated exactly.

``--every`` holds the curves of ``data/curves`` against games with every option, board, map and number of seats.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from time import monotonic

from lab.studies.calibration.fit import fit_curve
from lab.studies.calibration.games import Setting, keep_games, list_every
from lab.studies.calibration.report import SUMMARY, Judged, Report, summarize_buckets
from lab.studies.calibration.samples import Judging, Sample, judge_games
from players import PLAYERS
from players.estimates import Curve, curve_of, read_curves
from rules.files import DATA

DEFAULT = (
    "territories:2:1:300=1600", "territories:2:3:300=900", "territories:2:5:2000=640",
    "territories:2:5:2000:board=classic=59", "territories:2:5:2000:board=valley=60", "territories:2:5:2000:board=rim=150",
    "territories:2:5:2000:board=village=180", "territories:2:5:2000:board=pairs=180",
    "pastures:2:1:100=100", "pastures:2:3:100=60", "pastures:2:5:60=1000",
    "land:2:3:200=150", "land:2:5:200=150", "land:2:5:200:map=random=200", "land:2:5:200:herd=equal=140",
    "land:2:5:200:mountain=1=80", "land:2:5:200:order=rotate=80", "land:2:5:200:order=poorest=80",
    "land:2:5:200:resident=none=80", "land:2:3:200:reach=chain=200", "land:2:5:200:reach=chain=240",
    "nomads:2:1:60=150", "nomads:2:3:60=200", "nomads:2:5:60=1000",
    "nomads:3:1:60=150", "nomads:3:3:60=150", "nomads:3:5:60=300",
    "nomads:4:1:60=150", "nomads:4:3:60=150", "nomads:4:5:60=170",
    "nomads:6:1:60=150", "nomads:6:3:60=150", "nomads:6:5:60=570",
    *(f"nomads:{seats}:{level}:60:tiles=gentle=200" for seats in (2, 3, 4, 6) for level in (1, 3, 5)),
)  # fmt: skip
"""The settings from which ``data/curves`` was made.

Level 1 of Land needs no curve: its races play as it does."""

ENDED = 130
"""Exit status if it was ended by Ctrl-C."""


def study(
    setting: Setting, judging: Judging, folder: Path, games: int, *, shipped: bool = False
) -> tuple[list[Sample], Report]:
    """Return the samples of a setting's kept games, and the report on curves by half of them.

    ``shipped``: whether the curve of ``data/curves`` is held against the games.
    """
    samples = judge_games(setting, judging, folder, games)
    if shipped:
        judged: Judged = [(samples, curve_of(setting.curves, setting.seats, setting.level))]
    else:
        even, odd = ([sample for sample in samples if sample.game % 2 == half] for half in (0, 1))
        judged = [(odd, _fit(setting.curves, even)), (even, _fit(setting.curves, odd))]
    return samples, Report(str(setting), judged, in_points=PLAYERS[setting.game].prefers_margins)


def _fit(name: str, samples: Sequence[Sample]) -> Curve:
    return fit_curve(samples, has_first=not name.startswith("nomads"))  # there chance decides much


def keep_curves(curves: Mapping[tuple[str, int, int], Curve], folder: Path) -> None:
    """Write curves by the name of their file, seats and level, in addition to those that are already there."""
    for game in {game for game, _, _ in curves}:
        new = {(seats, level): curve for (of, seats, level), curve in curves.items() if of == game}
        every = sorted((read_curves(game) | new).items())
        counts = sorted({seats for (seats, _), _ in every})
        told = {
            str(count): {str(level): curve._asdict() for (seats, level), curve in every if seats == count} for count in counts
        }
        rows = [
            f'  "{count}": {{\n'
            + ",\n".join(f'    "{level}": {json.dumps(curve)}' for level, curve in levels.items())
            + "\n  }"
            for count, levels in told.items()
        ]
        (folder / f"{game}.json").write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def main(argv: Sequence[str]) -> int:
    """Run a command line and print the reports. Return the exit status."""
    options = argparse.ArgumentParser(prog="python -m lab.studies.calibration", description=__doc__)
    options.add_argument("folder", type=Path, help="where the games are kept")
    options.add_argument("settings", nargs="*", default=DEFAULT, metavar="GAME:SEATS:LEVEL:WORK[:OPTIONS]=GAMES")
    options.add_argument("--judging", type=int, help="work of an estimate; that of a turn if missing")
    options.add_argument("--positions", type=int, default=6, help="positions of a game that are judged")
    options.add_argument("--keep", action="store_true", help="write the curves to data/curves")
    options.add_argument("--every", type=int, metavar="GAMES", help="compare the curves with this many games of every option")
    try:
        _study_all(options.parse_args(argv))
    except KeyboardInterrupt:
        print("Ended. The same command continues.", file=sys.stderr)
        return ENDED
    return 0


def _study_all(given: argparse.Namespace) -> None:
    given.folder.mkdir(parents=True, exist_ok=True)
    pools, reports, spent = defaultdict[tuple[str, int, int], list[Sample]](list), list[Report](), list[float]()
    wanted = [f"{each}={given.every}" for each in list_every()] if given.every else given.settings
    for done, text in enumerate(wanted, 1):
        begun = monotonic()
        named, _, games = text.rpartition("=")
        setting = Setting.of(named)
        judging = Judging(given.judging or setting.work, given.positions)
        played = keep_games(setting, given.folder, int(games))
        samples, report = study(setting, judging, given.folder, int(games), shipped=bool(given.every))
        pools[setting.curves, setting.seats, setting.level] += samples
        reports.append(report)
        print("\n".join(report.lines()), flush=True)
        if played:
            spent.append(monotonic() - begun)
        left = f", about {fmean(spent) * (len(wanted) - done) / 60:.0f} minutes to go, less if games are kept" if spent else ""
        print(f"{done} of {len(wanted)} settings{left}", file=sys.stderr, flush=True)
    print("\n".join((*SUMMARY, *(report.summary() for report in reports), "", summarize_buckets(reports))))
    if given.keep:
        keep_curves({key: _fit(key[0], samples) for key, samples in pools.items()}, DATA / "curves")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
