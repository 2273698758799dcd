"""What is due at a time: the kinds of it, and the one sleeper of the process that does it."""
