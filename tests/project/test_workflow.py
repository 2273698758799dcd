"""The workflows on GitHub run the right commands at the right times, and pre-commit checks changed files alone."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.process.host.doctor import FIRST_PYTHON, LAST_PYTHON

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def jobs(name: str) -> dict[str, Any]:
    """Return the jobs of a workflow by their names."""
    workflow: dict[Any, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8"))
    found: dict[str, Any] = workflow["jobs"]
    return found


def commands(job: dict[str, Any]) -> list[str]:
    """Return the commands that a job runs, in order."""
    return [step["run"] for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_every_action_is_pinned_to_a_commit(file: Path) -> None:
    uses = re.findall(r"\buses:.*", file.read_text(encoding="utf-8"))
    assert uses
    assert [line for line in uses if not re.fullmatch(r"uses: [\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_every_make_target_and_script_of_a_workflow_exists(file: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for job in jobs(file.stem).values():
        for command in commands(job):
            for target in re.findall(r"\bmake ([\w-]+)", command):
                assert re.search(rf"^{target}:", makefile, re.MULTILINE), command
            for script in re.findall(r"(?<![\w./])(?:\.ci|\.github|tools)/\w+", command):
                assert (ROOT / script).stat().st_mode & 0o100, command


def test_a_change_is_checked_with_every_python() -> None:
    job = jobs("check")["lint-and-test"]
    assert job["strategy"]["matrix"]["python"] == [f"3.{minor}" for minor in range(FIRST_PYTHON[1], LAST_PYTHON[1] + 1)]
    assert ".ci/run" in commands(job)


def test_a_change_of_documents_runs_lint_and_the_tests_of_documents_alone() -> None:
    checked = jobs("check")
    assert commands(checked["documents"]) == ["make lint", "make test-docs"]
    conditions = {name: job.get("if") for name, job in checked.items()}
    assert conditions.pop("changes") is None
    assert conditions.pop("documents") == "needs.changes.outputs.only_documents == 'true'"
    assert set(conditions.values()) == {"needs.changes.outputs.only_documents != 'true'"}


def test_every_sweep_runs_each_night_and_96_percent_are_covered() -> None:
    text = (ROOT / ".github" / "workflows" / "nightly.yml").read_text(encoding="utf-8")
    assert re.search(r'^  schedule:\n    - cron: "\d+ \d+ \* \* \*"$', text, re.MULTILINE)
    job = jobs("nightly")["test-full"]
    assert commands(job) == [".ci/run test-full"]
    assert re.search(r'^make "\$\{1:-test\}"$', (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)
    assert job["env"]["COVERAGE"] == "${{ matrix.coverage }}"
    assert {"python": f"3.{LAST_PYTHON[1]}", "coverage": "1"} in job["strategy"]["matrix"]["include"]
    coverage = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["coverage"]
    assert coverage["run"]["branch"] is True
    assert coverage["report"]["fail_under"] >= 96


def test_pre_commit_looks_at_the_changed_files_alone() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    *hooks, _ = [hook for repository in config["repos"] for hook in repository["hooks"]]
    assert [hook["id"] for hook in hooks] == ["ruff-check", "ruff-format", "codespell"]
    assert all(hook.get("pass_filenames", True) and not hook.get("always_run", False) for hook in hooks)


def test_pre_commit_refuses_a_subject_without_its_area_or_above_72_characters() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    (hook,) = [hook for repository in config["repos"] for hook in repository["hooks"] if hook["id"] == "subject"]
    assert hook["stages"] == ["commit-msg"]
    assert "commit-msg" in config["default_install_hook_types"]
    good = ("docs: why", "ui/play: one press\n\nBecause.", f"web: {'x' * 67}", "Merge branch 'x'", 'Revert "docs: why"')
    bad = ("Say why", "docs:why", f"web: {'x' * 68}", "\ndocs: why", "Docs: why")
    assert [text for text in (*good, *bad) if re.search(hook["entry"], text, re.MULTILINE | re.DOTALL)] == list(good)


class Clone:
    """A repository with a file of each kind and the script that looks for changes other than those of documents."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "--quiet")
        shutil.copytree(ROOT / ".github", folder / ".github")
        self.first = self.commit("README.md", "docs/hosting.md", "docs/images/land.png", "data/guides/land.md", "bot/bot.py")

    def git(self, *words: str) -> str:
        """Run git. Return what it prints."""
        identity = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
        done = subprocess.run(["git", *identity, *words], cwd=self.folder, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def commit(self, *names: str) -> str:
        """Add a line to each of these files and commit them. Return the commit."""
        for name in names:
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as opened:
                opened.write(f"a line of {name}\n" * 20)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "change")
        return self.git("rev-parse", "HEAD")

    def only_documents_since(self, commit: str) -> str:
        """Run the script as the workflow does. Return what it prints."""
        script = [".github/only_documents", commit]
        return subprocess.run(script, cwd=self.folder, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


@pytest.mark.parametrize(
    ("names", "answer"),
    [
        ("README.md", "true"),
        ("docs/hosting.md docs/images/land.png NEWS.md", "true"),
        ("lab/docs/benchmarks.md lab/README.md", "true"),
        ("lab/bench/wire.py", "false"),
        ("data/guides/land.md", "false"),
        ("tests/records/README.md", "false"),
        ("bot/bot.py", "false"),
        ("README.md bot/bot.py", "false"),
        (".github/workflows/check.yml", "false"),
    ],
)
def test_documents_are_those_of_docs_and_lab_and_the_md_files_at_the_top(clone: Clone, names: str, answer: str) -> None:
    clone.commit(*names.split())
    assert clone.only_documents_since(clone.first) == answer


def test_code_that_became_a_document_is_a_change_of_code(clone: Clone) -> None:
    clone.git("mv", "bot/bot.py", "docs/bot.md")
    clone.commit()
    assert clone.only_documents_since("HEAD^1") == "false"


def test_every_commit_of_a_push_counts(clone: Clone) -> None:
    clone.commit("bot/bot.py")
    clone.commit("README.md")
    assert clone.only_documents_since("HEAD^1") == "true"
    assert clone.only_documents_since(clone.first) == "false"


def test_everything_runs_where_the_commit_before_is_unknown(clone: Clone) -> None:
    clone.commit("README.md")
    assert clone.only_documents_since("0" * 40) == "false"
