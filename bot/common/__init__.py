"""What every part of the bot may use: the time, the paces, words, permissions. It knows no Discord client and no database."""
