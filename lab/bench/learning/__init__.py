"""What lessons ask of newcomers, counted by scripts that press for them. Each is run by its name."""
