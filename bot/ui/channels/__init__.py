"""Where a game's posts go."""
