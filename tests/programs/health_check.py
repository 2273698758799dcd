"""Carry out ``python -m bot health``, and print how many modules that has loaded: ``python -m tests.programs.health_check``."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    before = set(sys.modules)
    from bot.__main__ import main

    main(["health"])
    sys.stdout.write(f"{len(set(sys.modules) - before)}\n")
