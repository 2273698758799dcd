"""Commands of ``python -m bot`` in processes that are forked off where everything is imported: importing takes longest.

``test_run`` and ``test_commands`` start whole processes.
"""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.crash.processes import made_nursery

OUTPUT, ERRORS = 1, 2
"""The numbers of the files that a process writes to."""


def carry_out(folder: Path, arguments: tuple[str, ...], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Carry a command out in a folder, as a host types it. Return its exit status and what it said."""
    said = [folder.with_name(f"{folder.name}.{name}") for name in ("out", "err")]
    with made_nursery() as nursery:
        process = nursery.Process(target=_run, args=(folder, arguments, dict(environment), said))
        process.start()
    process.join()
    out, err = (file.read_text(encoding="utf-8") for file in said)
    assert process.exitcode is not None
    return subprocess.CompletedProcess(("bot", *arguments), process.exitcode, out, err)


def _run(folder: Path, arguments: tuple[str, ...], environment: dict[str, str], said: list[Path]) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, file in zip((OUTPUT, ERRORS), said, strict=True):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.argv = ["bot", *arguments]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
