"""Commands and buttons of a running game."""
