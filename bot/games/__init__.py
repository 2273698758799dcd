"""A game's log and its states, and a cache of games."""
