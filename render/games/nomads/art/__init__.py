"""What only Nomads shows: its terrain, what stands on it, and the marks over the board."""
