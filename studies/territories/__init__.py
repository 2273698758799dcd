"""Studies of Territories: the table of houses, and how early its end is solved."""
