"""Where a game is played: threads, moving to another channel, adjourning."""
