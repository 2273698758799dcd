"""The rules of leagues: divisions, pairings, places, rounds. Pure functions without input, output, clock or chance."""
