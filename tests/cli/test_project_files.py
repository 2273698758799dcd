"""The files that the project ships besides its code: locks, container, systemd unit, links between documents."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from packaging.requirements import Requirement
from packaging.version import Version

from bot.process.host import descriptors
from bot.process.host.doctor import FIRST_PYTHON, LAST_PYTHON, SOUND_SQLITE
from bot.process.settings import Settings
from bot.web import connections

ROOT = Path(__file__).parents[2]
LOCKS = ("bot", "page", "dev")
BACKUP_TIMER = "land-games-backup.timer"


def lock(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")


def pins(name: str) -> dict[str, Version]:
    """The locked version of each package."""
    return {found[1]: Version(found[2]) for found in re.finditer(r"^([\w.-]+)==(\S+)", lock(name), re.MULTILINE)}


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_hashes_and_no_host_is_named(name: str) -> None:
    text = lock(name)
    assert "://" not in text
    assert re.search(r"^\s*(-i|-f|--(?!hash=))", text, re.MULTILINE) is None
    entries = re.split(r"\n(?=\S)", text.strip())
    assert len(entries) == len(pins(name)) > 20
    for entry in entries:
        assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", entry)) >= 1, entry.splitlines()[0]


def test_the_locks_hold_what_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {"bot": project["dependencies"]}
    wanted["page"] = wanted["bot"] + project["optional-dependencies"]["page"]
    wanted["dev"] = wanted["page"] + project["optional-dependencies"]["dev"]
    for name, requirements in wanted.items():
        locked = pins(name)
        for requirement in map(Requirement, requirements):
            package = re.sub(r"[-_.]+", "-", requirement.name).lower()
            assert package in locked, f"{package} is missing in {name}: run make lock"
            assert locked[package] in requirement.specifier, f"{package} in {name} is of another version: run make lock"


def test_one_version_of_a_package_in_all_locks() -> None:
    everything = pins("dev")
    for name in LOCKS:
        assert pins(name).items() <= everything.items()


def test_the_same_pythons_are_named_everywhere() -> None:
    versions = [f"3.{minor}" for minor in range(FIRST_PYTHON[1], LAST_PYTHON[1] + 1)]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["requires-python"] == f">={versions[0]},<3.{LAST_PYTHON[1] + 1}"
    assert project["tool"]["mypy"]["python_version"] == versions[0]
    assert project["tool"]["ruff"]["target-version"] == f"py{versions[0].replace('.', '')}"
    for name, words in {
        "tools/setup": " ".join(f"python{version}" for version in reversed(versions)),
        "tools/check_wheels": f"set -- {' '.join(versions)}",
        ".github/workflows/check.yml": "python: " + json.dumps(versions),
        "README.md": f"Python {', '.join(versions[:-1])} or {versions[-1]}",
        "CONTRIBUTING.md": f"every Python from {versions[0]} to {versions[-1]}",
        "Dockerfile": f"FROM python:{versions[-1]}-slim",
        ".devcontainer/devcontainer.json": f"-{versions[-1]}-trixie@sha256:",
    }.items():
        assert words in (ROOT / name).read_text(encoding="utf-8"), name


def test_the_dev_container_is_one_image_and_has_what_a_whole_check_needs() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    assert re.fullmatch(r"[a-z./]+:[\w.-]+@sha256:[0-9a-f]{64}", container["image"])
    packages, setup = container["postCreateCommand"].split(" && ")[-2:]
    needed = re.findall(r"missing\+=\((\w+)\)", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert packages.split("--no-install-recommends ")[1].split() == needed == ["make", "chromium", "postgresql"]
    assert setup == "tools/setup dev"
    assert int(container["containerEnv"]["PREVIEW_PORT"]) in container["forwardPorts"]


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions and their arguments, in order."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines if line.strip())]


def test_the_image_is_built_in_stages_from_slim_bases() -> None:
    bases = [rest for word, rest in instructions() if word == "FROM"]
    assert len(bases) == 3
    assert all("-slim" in base.split()[0] for base in bases)
    assert " AS " not in bases[-1]
    last = [word for word, _ in instructions()][-1 - [word for word, _ in instructions()][::-1].index("FROM") :]
    assert "ADD" not in last


def test_every_image_from_elsewhere_is_pinned_by_its_digest() -> None:
    """A tag is another image tomorrow. Dependabot brings the digests up to date."""
    used = [rest.partition(" AS ")[0] for word, rest in instructions() if word == "FROM"]
    used += [service["image"] for service in compose()["services"].values() if "build" not in service]
    assert len(used) == 5
    assert [image for image in used if not re.fullmatch(r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}", image)] == []
    updates = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))["updates"]
    assert {"docker", "docker-compose"} < {update["package-ecosystem"] for update in updates}


def test_the_image_runs_as_a_numbered_user_who_is_not_root() -> None:
    (user,) = [rest for word, rest in instructions() if word == "USER"]
    found = re.fullmatch(r"(\d+):(\d+)", user)
    assert found is not None
    assert int(found[1]) >= 1000
    assert int(found[2]) >= 1000


def test_the_image_writes_to_its_volume_only() -> None:
    assert ("VOLUME", "/data") in instructions()
    (environment,) = [rest for word, rest in instructions() if word == "ENV"]
    places = dict(part.split("=", 1) for part in environment.split())
    assert places["DATABASE_URL"] == "sqlite+aiosqlite:////data/land-games.sqlite3"
    assert places["BACKUP_FOLDER"].startswith("/data/")
    assert places["HEARTBEAT_FILE"] == "/run/land-games/heartbeat"  # containers share /data, and each has its own /run
    assert {name.lower() for name in places if name.lower() in Settings.model_fields} == {
        "database_url",
        "backup_folder",
        "heartbeat_file",
    }


def test_the_image_refuses_to_be_built_with_an_sqlite_that_has_the_wal_bug() -> None:
    checks = [rest for word, rest in instructions() if word == "RUN" and "sqlite_version_info" in rest]
    assert len(checks) == 1
    assert f"assert sqlite3.sqlite_version_info >= {SOUND_SQLITE}" in checks[0]


def test_the_image_says_how_it_is_by_the_bots_own_health() -> None:
    (check,) = [rest for word, rest in instructions() if word == "HEALTHCHECK"]
    assert check.endswith('CMD ["python", "-m", "bot", "health"]')


def test_the_image_gets_no_secret_and_no_game() -> None:
    assert not any("DISCORD_TOKEN" in rest for _, rest in instructions())
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in ignored if line and not line.startswith("#")]
    assert rules[0] == "*"
    sent = {line.removeprefix("!") for line in rules if line.startswith("!")}
    assert sent == {"LICENSE", "requirements/bot.txt", "docs/playing.md", "data", "rules", "players", "render", "bot"}
    copied = {rest.split()[0] for word, rest in instructions() if word == "COPY" and "--from" not in rest}
    assert copied == sent


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return found


def refusals(description: dict[str, Any]) -> list[str]:
    """Return where a compose file differs from what Compose understands."""
    schema = json.loads((Path(__file__).parent / "compose.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return [error.json_path for error in Draft202012Validator(schema).iter_errors(description)]


def test_compose_understands_its_file() -> None:
    described = compose()
    assert refusals(described) == []
    for service in described["services"].values():
        assert {volume.partition(":")[0] for volume in service["volumes"]} <= described["volumes"].keys()
        assert service.get("depends_on", {}).keys() <= described["services"].keys()


@pytest.mark.parametrize(
    ("key", "value"),
    [("mem_limits", "1g"), ("stop_grace_period", 30), ("restart", True), ("cap_drop", "ALL"), ("environment", {"ICONS": True})],
)
def test_a_slip_in_the_compose_file_is_found(key: str, value: Any) -> None:
    described = compose()
    described["services"]["bot"][key] = value
    (place,) = refusals(described)
    assert place.startswith("$.services.bot")


def test_compose_gives_the_bot_a_root_that_cannot_be_written_and_time_to_end() -> None:
    bot = compose()["services"]["bot"]
    assert bot["read_only"] is True
    assert bot["volumes"] == ["games:/data"]
    assert bot["tmpfs"][0] == "/tmp"  # noqa: S108 - everybody can write it, in each image
    assert bot["stop_grace_period"] == "30s"


def test_the_folder_of_the_heartbeat_belongs_to_the_images_user() -> None:
    """Docker mounts a temporary folder as root's, with the mode of the folder below, which is closed to others."""
    (user,) = [rest.split(":") for word, rest in instructions() if word == "USER"]
    folder = str(Path(compose()["services"]["bot"]["environment"]["HEARTBEAT_FILE"]).parent)
    assert f"{folder}:uid={user[0]},gid={user[1]},mode=700" in compose()["services"]["bot"]["tmpfs"]


def test_every_container_drops_the_capabilities_that_it_does_not_need() -> None:
    needed = {"bot": [], "postgresql": ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"], "proxy": ["NET_BIND_SERVICE"]}
    services = compose()["services"]
    assert {name: service.get("cap_add", []) for name, service in services.items()} == needed
    for service in services.values():
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


def test_compose_scales_by_configuration_alone() -> None:
    """Nothing of a container is fixed that two of them would fight for: no name, no port, no file but in the volume."""
    bot = compose()["services"]["bot"]
    assert not {"container_name", "ports", "hostname"} & bot.keys()
    assert bot["environment"]["HEARTBEAT_FILE"] == "/run/land-games/heartbeat"
    assert compose()["services"]["postgresql"]["profiles"] == ["postgresql"]


def test_compose_limits_memory_and_rotates_logs() -> None:
    for name, service in compose()["services"].items():
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"]), name
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}, name


def hosting() -> str:
    return (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_what_the_bots_user_cannot_compile_is_compiled_when_it_is_installed() -> None:
    """Else every start and every worker compiles the whole bot again: the user of the bot writes nothing among its code."""
    image = [rest for word, rest in instructions() if word == "RUN" and "compileall" in rest]
    folders = re.findall(r"-m compileall -q ([a-z ]+[a-z])", image[0] + hosting())
    assert folders == ["rules players render bot"] * 5
    installs = re.findall(r"-r requirements/bot.txt(?: &&)?\n(.*)\n", hosting())
    assert [line for line in installs if "compileall" not in line] == [
        "runuser --user land-games -- .venv/bin/python -m bot rehearse &&",  # of a version that is tried once
        "land-games backup && land-games migrate",
    ]


def units() -> dict[str, str]:
    """The systemd units that the page for hosts gives, by file name."""
    found = re.findall(r"`/etc/systemd/system/([\w.-]+)`:\n\n```ini\n(.*?)```", hosting(), re.DOTALL)
    assert len(found) == hosting().count("```ini") == 3
    return dict(found)


def test_the_units_have_no_settings_of_their_own() -> None:
    """What is typed by hand would not know them: they stand in the file that every command reads."""
    assert not [line for unit in units().values() for line in unit.splitlines() if line.startswith("Environment")]


def test_every_unit_that_has_to_be_enabled_is_enabled() -> None:
    enabled = re.findall(r"systemctl enable --now ([\w.-]+)", hosting())
    names = [name if "." in name else f"{name}.service" for name in enabled]
    assert names == [name for name, unit in units().items() if "[Install]" in unit] == ["land-games.service", BACKUP_TIMER]


def test_what_the_services_write_is_for_their_user_alone() -> None:
    services = {name: unit.splitlines() for name, unit in units().items() if name.endswith(".service")}
    assert len(services) == 2
    assert all("UMask=0077" in lines for lines in services.values())
    assert "StateDirectoryMode=0700" in services["land-games.service"]


def test_the_service_may_have_as_many_descriptors_as_the_bot_asks_for_and_pages_leave_half_of_them() -> None:
    assert f"LimitNOFILE={descriptors.ENOUGH}" in units()["land-games.service"].splitlines()
    assert f"pages take half of it, at most {connections.MOST:,}" in units()["land-games.service"]
    assert descriptors.LEAST == 2 * connections.MOST


def test_the_bots_user_can_read_what_root_installs() -> None:
    """Where the umask of root is 077, as on hardened machines, the bot's user could not even run Python."""
    steps = [block for block in re.findall(r"```sh\n(.*?)```", hosting(), re.DOTALL) if "pip install" in block]
    assert len(steps) == 4
    assert all(block.startswith("umask 022\n") for block in steps)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    """The files that a unit names are not there, so others stand for them."""
    for name, unit in units().items():
        here = unit.replace("/opt/land-games/.venv/bin/python", sys.executable).replace("/opt/land-games", str(tmp_path))
        (tmp_path / name).write_text(here, encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / name) for name in units())]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    about_units = [line for line in done.stderr.splitlines() if "land-games" in line.partition(" ")[0]]
    assert (done.returncode, about_units) == (0, [])


@pytest.mark.skipif(shutil.which("jq") is None, reason="there is no jq")
def test_the_command_that_follows_a_game_reads_on_after_lines_of_systemd() -> None:
    (command,) = re.findall(r"^journalctl --unit land-games --output cat \| (jq .*)$", hosting(), re.MULTILINE)
    journal = 'Started land-games.service.\n{"game": 7}\n\n{"game": 42, "event": "posted"}\n{"event": "closed"}\n'
    done = subprocess.run(shlex.split(command), input=journal, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {"game": 42, "event": "posted"}
