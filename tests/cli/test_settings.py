"""Settings: what may be set, and what is said about a value that cannot be used."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.process.host.settings_file import SettingsProblem
from bot.process.settings import Settings, load

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_every_setting_has_a_default() -> None:
    assert load().discord_token is None


def test_dotenv_is_read_and_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("THEME=light\nTABLE_HOURS=12\nDISCORD_TOKEN=\n", encoding="utf-8")
    monkeypatch.setenv("TABLE_HOURS", "24")
    settings = load()
    assert (settings.theme, settings.table_hours, settings.discord_token) == ("light", 24, None)


@pytest.mark.parametrize("written", ["abc.def.ghi", " abc.def.ghi\n", "Bot abc.def.ghi"])
def test_a_token_may_be_pasted_with_what_stands_around_it(written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", written)
    token = load().discord_token
    assert token is not None
    assert token.get_secret_value() == "abc.def.ghi"


@pytest.mark.parametrize("written", ["0,2", "[0, 2]", " 0 , 2 "])
def test_shards_of_this_process(written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "3")
    monkeypatch.setenv("SHARD_IDS", written)
    assert load().shard_ids == [0, 2]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("LOG_LEVEL", "loud", "The setting LOG_LEVEL is 'loud', but cannot be used: it should be 'debug', 'info'"),
        ("TABLE_HOURS", "0", "TABLE_HOURS is '0', but cannot be used: it should be greater than or equal to 1."),
        ("PREVIEW_PORT", "http", "PREVIEW_PORT is 'http'"),
        (
            "HTTPS_PROXY",
            "socks5://proxy:1080",
            "HTTPS_PROXY cannot be used: it should be an address such as http://proxy.example",
        ),
        ("SHARD_IDS", "0,1", "SHARD_IDS is '0,1', but cannot be used: with SHARD_COUNT=1 they must be numbers from 0 to 0."),
        ("SHARD_IDS", "[]", "SHARD_IDS is [], but"),
        ("SHARD_IDS", "first", "SHARD_IDS is 'first'"),
        ("DATABASE_URL", "sqlite+aiosqlite:///var/preview.sqlite3", "PREVIEW_DATABASE must be another file"),
    ],
)
def test_a_broken_value_ends_with_a_sentence_that_names_it(
    name: str, value: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsProblem) as caught:
        load()
    assert words in str(caught.value)
    assert "in the environment or in the file .env." in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_setting_that_only_older_versions_had_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("THEME=light\nWEB_SECRET=short\n", encoding="utf-8")
    monkeypatch.setenv("WEB_SECRET_BEFORE", "short")
    assert load().theme == "light"


def test_each_broken_value_gets_its_own_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THEME", "pink")
    monkeypatch.setenv("SHARD_COUNT", "none")
    with pytest.raises(SettingsProblem) as caught:
        load()
    assert [line.split()[2] for line in str(caught.value).splitlines()] == ["THEME", "SHARD_COUNT"]


def test_a_dotenv_that_is_no_text_is_named() -> None:
    Path(".env").write_bytes(b"THEME=\xff\xfe")
    with pytest.raises(SettingsProblem, match=r"mend the file \.env or remove it\.$"):
        load()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("DISCORD_TOKEN: hush.hush.hush", "write DISCORD_TOKEN=value there."),
        ("discord_token:hush.hush.hush", "write DISCORD_TOKEN=value there."),
        ('DISCORD_TOKEN="hush.hush.hush', "write DISCORD_TOKEN=value there."),
        ("hush.hush.hush", "write NAME=value there."),
    ],
)
def test_a_line_that_is_no_setting_is_named_and_its_value_is_not_shown(line: str, words: str) -> None:
    Path(".env").write_text(f"THEME=light\n\n{line}\nTABLE_HOURS=12\n", encoding="utf-8")
    with pytest.raises(SettingsProblem) as caught:
        load()
    assert str(caught.value) == f"Line 3 of .env is not a setting: {words}"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_file_is_read_with_what_editors_and_compose_put_into_it(encoding: str) -> None:
    Path(".env").write_text("THEME=light\n# a comment\nexport TABLE_HOURS=12\nFROM_THE_SHELL\n", encoding=encoding)
    assert (load().theme, load().table_hours) == ("light", 12)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_a_file_in_utf_16_is_told_as_such(encoding: str) -> None:
    mark = b"" if encoding == "utf-16" else codecs.BOM_UTF16_BE
    Path(".env").write_bytes(mark + "DISCORD_TOKEN=hush.hush.hush\n".encode(encoding))
    with pytest.raises(SettingsProblem, match=r"^The file \.env is saved as UTF-16, which cannot be read: save it as UTF-8\.$"):
        load()


def test_secrets_do_not_show() -> None:
    settings = Settings(discord_token="abc.def.ghi")
    assert "abc.def.ghi" not in repr(settings)
    with pytest.raises(ValidationError):
        Settings(shard_ids=[1])


def test_env_example_offers_every_setting_with_its_default() -> None:
    offered: dict[str, str] = {}
    for line in (ROOT / ".env.example").read_text(encoding="utf-8").splitlines():
        name, equals, value = line.removeprefix("#").partition("=")
        if equals and name.isupper():
            offered[name] = value
    defaults = {
        name.upper(): "" if field.default is None else str(field.default) for name, field in Settings.model_fields.items()
    }
    assert offered == defaults
