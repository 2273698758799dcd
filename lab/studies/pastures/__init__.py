"""Studies of Pastures New: bounds of small boards."""
