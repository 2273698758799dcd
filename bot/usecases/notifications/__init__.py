"""How members are told of their turn."""
