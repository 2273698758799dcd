"""Moves, undo, draw, resignation, premoves: what the players of a running game do."""
