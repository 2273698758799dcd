"""The set-up of Territories: a board (T1), shipped or supplied by the caller, and its validation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from rules.bad_data import describe_bad_data
from rules.files import DATA
from rules.squares import Square
from rules.territories.options import BoardName, TerritoriesOptions

BOARDS = DATA / "territories" / "boards"
"""The folder of the shipped boards, one file each."""

SPOTS = 8
"""Number of farm spots on every board."""


class Board(BaseModel):
    """The set-up of a game: a rectangle of squares with eight farm spots, in the form of the record."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    width: Annotated[int, Field(strict=True, ge=4, le=12, description="columns")]
    height: Annotated[int, Field(strict=True, ge=4, le=12, description="rows")]
    spots: Annotated[tuple[str, ...], Field(min_length=SPOTS, max_length=SPOTS, description="squares of the farm spots")]

    @field_validator("spots", mode="before")
    @classmethod
    def _in_order(cls, spots: object) -> object:
        if not isinstance(spots, list | tuple):
            raise ValueError("T1: the farm spots are a list, which has an order")
        return spots

    @field_validator("spots", mode="after")
    @classmethod
    def _canonical(cls, spots: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(str(Square.read(spot)) for spot in spots)

    @model_validator(mode="after")
    def _spots_fit(self) -> Self:
        for square in self.squares:
            if not square.within(self.width, self.height):
                raise ValueError(f"T1: the spot {square} lies outside a board of {self.width} by {self.height}")
        if len(set(self.spots)) < SPOTS:
            raise ValueError("T1: two farm spots are on the same square")
        return self

    @property
    def squares(self) -> tuple[Square, ...]:
        """The farm spots, in the order of the set-up."""
        return tuple(map(Square.read, self.spots))

    @property
    def setup(self) -> dict[str, Any]:
        """The board in the form of the record."""
        return {"width": self.width, "height": self.height, "spots": list(self.spots)}


class ShippedBoard(Board):
    """A board file: six to twelve squares wide and high, unchanged by a half-turn."""

    title: Annotated[str, Field(min_length=1, max_length=40, description="name for players")]
    about: Annotated[str, Field(min_length=1, max_length=150, description="what is special about it, a sentence")]
    width: Annotated[int, Field(strict=True, ge=6, le=12, description="columns")]
    height: Annotated[int, Field(strict=True, ge=6, le=12, description="rows")]

    @model_validator(mode="after")
    def _half_turn(self) -> Self:
        turned = {Square(self.width - 1 - x, self.height - 1 - y) for x, y in self.squares}
        if odd := sorted(str(square) for square in turned.symmetric_difference(self.squares)):
            raise ValueError(f"T1: a half-turn must map the board onto itself, but not all of {', '.join(odd)} are farm spots")
        return self


def load_board(path: Path) -> ShippedBoard:
    """Return the board in a file. Raise ValueError, which names the file and the error, if T1 does not admit it."""
    try:
        return ShippedBoard.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise ValueError(f"{path.name} is not a board: {describe_bad_data(error)}") from error


@cache
def shipped_board(name: BoardName) -> ShippedBoard:
    """Return a shipped board by its name."""
    return load_board(BOARDS / f"{name}.json")


def board_of(options: TerritoriesOptions, setup: Mapping[str, Any] | None) -> Board:
    """Return the board of the set-up if there is one, else the shipped board that the options name.

    Raise ValueError if the set-up is not a board of 4 to 12 columns and rows with eight farm spots (T1).
    """
    if setup is None:
        return shipped_board(options.board)
    try:
        return Board.model_validate(dict(setup))
    except ValidationError as error:
        raise ValueError(f"That is not a board for Territories: {describe_bad_data(error)}") from error
