"""Games that one level plays in every seat, kept as records.

Estimates can be judged by them as often as wanted, without playing again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple, Self, get_args

from players import PLAYERS, Budget
from rules import GAMES, Record, State
from rules.territories import BoardName

VARIED: Mapping[str, Mapping[str, Sequence[str]]] = {"territories": {"board": get_args(BoardName)}}
"""Options that are drawn for each game, all values as likely; the others are as usual. Without chance, games on one board are
often equal."""


class Setting(NamedTuple):
    """What is played."""

    game: str
    seats: int
    level: int
    work: int
    """Work of a turn."""

    def __str__(self) -> str:
        return f"{self.game}, {self.seats} seats, level {self.level}, work {self.work}"

    @property
    def file(self) -> str:
        """The name of the file that keeps the games."""
        return f"{self.game}-{self.seats}-level{self.level}-work{self.work}.jsonl"

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the setting of ``game:seats:level:work``. Raise ValueError for anything else."""
        game, seats, level, work = text.split(":")
        if (
            game not in PLAYERS
            or int(seats) not in GAMES[game].seats
            or int(level) not in PLAYERS[game].levels
            or int(work) < 1
        ):
            raise ValueError(f"No such games can be played: {text}")
        return cls(game, int(seats), int(level), int(work))


def play_record(setting: Setting, number: int) -> Record:
    """Return the record of a game, the same one for the same number.

    It begins with some random moves, up to as many as matches begin with: else games without chance would be alike.
    """
    random, player = Random(f"calibration {setting!r} {number}"), PLAYERS[setting.game]
    options = {name: random.choice(values) for name, values in VARIED.get(setting.game, {}).items()}
    state: State = GAMES[setting.game].start(setting.seats, options)
    record = Record(game=setting.game, seats=setting.seats, options=options)
    opening = random.randint(0, player.opening)
    while not state.is_over:
        if state.is_chance:
            outcomes = state.outcomes()
            actions = random.choices([each for each, _ in outcomes], [odds for _, odds in outcomes])
        elif opening:
            actions, opening = [random.choice(state.moves())], opening - 1
        else:
            actions = player.choose_turn(state, level=setting.level, budget=Budget(work=setting.work), random=random)
        for action in actions:
            record.actions.append(str(action))
            state = state.play(action)
    return record


def keep_games(setting: Setting, folder: Path, many: int) -> None:
    """Play games and add them to the folder, until it has so many different ones."""
    file = folder / setting.file
    kept = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    different, number = set(kept), len(kept)
    with file.open("a", encoding="utf-8") as games:
        while len(different) < many:
            played = play_record(setting, number).model_dump_json()
            games.write(played + "\n")
            games.flush()
            different.add(played)
            number += 1


def read_games(setting: Setting, folder: Path, most: int) -> Iterator[Record]:
    """Yield the first games of a setting, equal ones once."""
    lines = dict.fromkeys((folder / setting.file).read_text(encoding="utf-8").splitlines())
    for line in list(lines)[:most]:
        yield Record.model_validate_json(line)
