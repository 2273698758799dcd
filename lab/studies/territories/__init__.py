"""Studies of Territories: how early its end is solved, and the weights of its positions."""
