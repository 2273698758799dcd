"""Games that one level plays in every seat, kept as records.

Estimates can be judged by them as often as wanted, without playing again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple, Self

from players import PLAYERS, Budget
from rules import GAMES, Record, State


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
    state: State = GAMES[setting.game].start(setting.seats)
    record = Record(game=setting.game, seats=setting.seats)
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


def keep_games(setting: Setting, folder: Path, numbers: Iterable[int]) -> None:
    """Play the games that the folder does not have yet, and add them to it."""
    file = folder / setting.file
    kept = len(file.read_text(encoding="utf-8").splitlines()) if file.exists() else 0
    with file.open("a", encoding="utf-8") as games:
        for number in numbers:
            if number >= kept:
                games.write(play_record(setting, number).model_dump_json() + "\n")
                games.flush()


def read_games(setting: Setting, folder: Path, most: int) -> Iterator[Record]:
    """Yield the first games of a setting."""
    with (folder / setting.file).open(encoding="utf-8") as games:
        for _, line in zip(range(most), games, strict=False):
            yield Record.model_validate_json(line)
