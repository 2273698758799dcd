"""Pictures and words for the states of the games."""
