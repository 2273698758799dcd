"""Copies of what the simulated Discord stores, made faster than by ``copy.deepcopy``."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any

import pytest
from simcord import components, gateway, results
from simcord.http import router

_ATOMS = {str, int, bool, float, type(None)}


def patch_copies(patch: pytest.MonkeyPatch) -> None:
    """Have the simulated Discord copy payloads by ``copy_json``: it copies each of them several times."""
    for module in (gateway, router):
        patch.setattr(module, "copy", SimpleNamespace(deepcopy=copy_json))
    for module in (components, results):
        patch.setattr(module, "deepcopy", copy_json)


def copy_json(value: Any) -> Any:
    """Return a copy of a value made of dictionaries, lists and what does not change; of others by ``copy.deepcopy``."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is dict:
        return {key: copy_json(inner) for key, inner in value.items()}
    if kind is list:
        return [copy_json(inner) for inner in value]
    return copy.deepcopy(value)
