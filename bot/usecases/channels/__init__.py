"""The channel of a game: threads, moving to another channel, adjourning."""
