"""The page of one game, with a board to tap. ``server`` serves it, ``page/`` has the files for the browser."""
