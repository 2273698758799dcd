"""Games that one level plays in every seat, kept as records.

Estimates can be judged by them as often as wanted, without playing again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self, get_args

from players import PLAYERS, Budget
from rules import GAMES, Record, State
from rules.territories import BoardName

VARIED: Mapping[str, Mapping[str, Sequence[str]]] = {"territories": {"board": get_args(BoardName)}}
"""Options that are drawn for each game, with equal probability; the others have their defaults. Without chance, games on one
board are often equal."""
RANDOM: Mapping[str, Sequence[tuple[int, int]]] = {"territories": ((0, 8), (9, 4))}
"""Where random moves begin, and how many there are at most; other games begin with as many as matches.

In Territories these are farms, and trunks after the first one: the farms of a board can be divided in only 70 ways, and from
each of them a level plays the same fences.
"""


WORK: Mapping[str, int] = {"territories": 2000, "pastures": 60, "land": 200, "nomads": 60}
"""Work of a turn, so that a game takes a second or two."""
SIZES: Mapping[str, Sequence[str]] = {
    "pastures": ("width=4,height=4", "width=6,height=6", "width=10,height=10", "width=13,height=12", "width=8,height=5"),
    "nomads": ("tribute=10",),
}
"""Values of options that are numbers. Pastures plays 4 by 4 for the result, and estimates claims on more than 144 squares."""


class Setting(NamedTuple):
    """The setting of some games: the game, seats, level, work and options."""

    game: str
    seats: int
    level: int
    work: int
    """Work of a turn."""
    options: str = ""
    """Options that differ from the defaults: ``reach=chain,map=lake``. A random map is another one in each game."""

    def __str__(self) -> str:
        told = f"{self.game}, {self.seats} seats, level {self.level}, work {self.work}"
        return f"{told}, {self.options.replace(',', ', ')}" if self.options else told

    @property
    def chosen(self) -> dict[str, Any]:
        """The options that differ from the defaults."""
        given = (option.split("=", 1) for option in self.options.split(",") if option)
        return {name: int(value) if value.isdigit() else value for name, value in given}

    @property
    def curves(self) -> str:
        """The name of the curves for these options."""
        return PLAYERS[self.game].curves(GAMES[self.game].start(self.seats, self.chosen))

    @property
    def file(self) -> str:
        """The name of the file that keeps the games."""
        return f"{self.game}-{self.seats}-level{self.level}-work{self.work}{'-' * bool(self.options)}{self.options}.jsonl"

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the setting of ``game:seats:level:work``, or ``…:options``. Raise ValueError for anything else."""
        game, seats, level, work, options = (*text.split(":"), "")[:5]
        if (
            game not in PLAYERS
            or int(seats) not in GAMES[game].seats
            or int(level) not in PLAYERS[game].levels
            or int(work) < 1
        ):
            raise ValueError(f"No such games can be played: {text}")
        return cls(game, int(seats), int(level), int(work), options)


def list_every() -> Iterator[str]:
    """Yield settings of the highest level for :meth:`Setting.of`: every number of seats, every value of each option."""
    for name, player in PLAYERS.items():
        game, level, work = GAMES[name], player.levels[-1], WORK[name]
        yield from (f"{name}:{seats}:{level}:{work}" for seats in game.seats)
        words = [
            f"{option}={value}"
            for option, field in game.Options.model_fields.items()
            for value in get_args(field.annotation)
            if value != field.default or option in VARIED.get(name, ())
        ]
        yield from (f"{name}:{game.seats[0]}:{level}:{work}:{option}" for option in (*words, *SIZES.get(name, ())))


def play_record(setting: Setting, number: int) -> Record:
    """Return the record of a game, the same one for the same number.

    It begins with some random moves: else games without chance would be alike.
    """
    random, player = Random(f"calibration {setting} {number}"), PLAYERS[setting.game]
    options = {name: random.choice(values) for name, values in VARIED.get(setting.game, {}).items()} | setting.chosen
    if options.get("map") == "random":
        options["map_seed"] = random.randrange(2**32)
    state: State = GAMES[setting.game].start(setting.seats, options)
    record = Record(game=setting.game, seats=setting.seats, options=options)
    openings = [
        range(begin, begin + random.randint(0, most)) for begin, most in RANDOM.get(setting.game, ((0, player.opening),))
    ]
    decisions = 0
    while not state.is_over:
        if state.is_chance:
            outcomes = state.outcomes()
            actions = random.choices([each for each, _ in outcomes], [odds for _, odds in outcomes])
        else:
            if any(decisions in opening for opening in openings):
                actions = [random.choice(state.moves())]
            else:
                actions = player.choose_turn(state, level=setting.level, budget=Budget(work=setting.work), random=random)
            decisions += len(actions)
        for action in actions:
            record.actions.append(str(action))
            state = state.play(action)
    return record


def keep_games(setting: Setting, folder: Path, many: int) -> int:
    """Play games and add them to the folder, until it has enough different ones. Return how many were played."""
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
    return number - len(kept)


def read_games(setting: Setting, folder: Path, most: int) -> Iterator[Record]:
    """Yield the first games of a setting, equal ones once."""
    lines = dict.fromkeys((folder / setting.file).read_text(encoding="utf-8").splitlines())
    for line in list(lines)[:most]:
        yield Record.model_validate_json(line)
