"""The terms of a new table: what the host asks, else what the server has set, else what is usual."""

from __future__ import annotations

import pytest
from pydantic import Field

from bot.common import terms
from bot.common.terms import Terms
from bot.usecases.refusal import Refusal
from bot.usecases.server.guild_settings import GuildSettings
from bot.usecases.tables import opening


class Some(Terms):
    """Terms with a field of each sort."""

    tea: str = Field("none", json_schema_extra={"usual": "green"})
    cake: int = 0


class Settings(GuildSettings):
    """Settings of a server that chooses its tea."""

    tea: str | None = None


@pytest.fixture(autouse=True)
def some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "Terms", Some)


def test_the_host_before_the_server_before_what_is_usual() -> None:
    server = Settings(tea="black")
    assert opening.choose_terms({"tea": "white", "cake": None}, server) == Some(pace="relaxed", tea="white", cake=0)
    assert opening.choose_terms({"cake": 2}, server) == Some(pace="relaxed", tea="black", cake=2)
    assert opening.choose_terms({}, Settings()) == Some(pace="relaxed", tea="green", cake=0)


def test_a_game_from_before_a_term_was_there_has_what_changes_nothing() -> None:
    assert Some.model_validate_json("{}") == Some(pace="none", tea="none", cake=0)
    assert terms.terms_of('{"of a later version": 1}') == terms.NO_TERMS


def test_a_value_that_is_in_no_list_is_refused_in_words() -> None:
    for name, value in [("pace", "glacial"), ("posts", "everywhere"), ("off", "always"), ("level", 9)]:
        with pytest.raises(Refusal, match=f"`{name}` cannot be `{value}`: choose from its list"):
            opening.choose_terms({name: value}, GuildSettings())
