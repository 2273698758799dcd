"""Actions of the players of a running game: moves, undo, draw, resignation, premoves."""
