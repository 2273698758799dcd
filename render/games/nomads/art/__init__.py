"""Art used only by Nomads: its terrain, the tokens on it, and the marks over the board."""
