"""``/server``, ``/my`` and ``/help``."""
