"""The plugins of the pytest that a test runs: all others are left out, as the imports of some take longer than the run."""

from __future__ import annotations

PLUGINS = ("-p", "xdist.plugin", "-p", "pytest_asyncio.plugin")
NO_OTHER_PLUGINS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""What the environment says."""
