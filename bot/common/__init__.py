"""What every part of the bot may use: times, paces, words, permissions. It imports no other part, Discord or database."""
