"""Import modules one after the other, and print as JSON which of some packages are loaded after each of them.

``python -m tests.programs.loaded_modules PACKAGE,PACKAGE MODULE…``
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterable, Sequence


def load(packages: Iterable[str], modules: Sequence[str]) -> dict[str, list[str]]:
    """Import the modules. Return for each of them which of the packages are loaded now."""
    loaded = dict[str, list[str]]()
    for name in modules:
        importlib.import_module(name)
        loaded[name] = sorted(set(packages) & set(sys.modules))
    return loaded


if __name__ == "__main__":
    json.dump(load(sys.argv[1].split(","), sys.argv[2:]), sys.stdout)
