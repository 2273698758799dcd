"""x"""

from collections.abc import Mapping

TENTHS: Mapping[str, tuple[int, ...]] = {}
