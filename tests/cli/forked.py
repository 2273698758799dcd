"""Commands of ``python -m bot`` in processes that are forked off where everything is imported: importing takes longest."""

from __future__ import annotations

import itertools
import os
import runpy
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.crash.processes import made_nursery

OUTPUT, ERRORS = 1, 2
"""The numbers of the files that a process writes to."""
_numbers = itertools.count(1)


def carry_out(folder: Path, arguments: tuple[str, ...], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Carry a command out in a folder, as a host types it. Return its exit status and what it said."""
    process, out, err = fork(folder, ["bot", *arguments], environment)
    process.join()
    assert process.exitcode is not None
    return subprocess.CompletedProcess(
        ("bot", *arguments), process.exitcode, out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8")
    )


def fork(folder: Path, command: Sequence[str], environment: Mapping[str, str]) -> tuple[BaseProcess, Path, Path]:
    """Start ``bot``, or a script that starts it, in a folder. Return the process, and the files of what it prints and logs."""
    number = next(_numbers)
    said = [folder.with_name(f"{folder.name}.{number}.{name}") for name in ("out", "err")]
    for file in said:
        file.touch()
    with made_nursery() as nursery:
        process = nursery.Process(target=_run, args=(folder, command, dict(environment), said), daemon=True)
        process.start()
    return process, said[0], said[1]


def _run(folder: Path, command: Sequence[str], environment: dict[str, str], said: list[Path]) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, file in zip((OUTPUT, ERRORS), said, strict=True):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.argv = list(command)
    if command[0] == "bot":
        runpy.run_module("bot", run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(command[0], run_name="__main__")
