"""Studies of Nomads."""
