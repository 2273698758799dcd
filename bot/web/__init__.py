"""The page of one game, for a browser: the board that can be tapped. ``server`` serves it, ``page/`` is what a browser runs."""
