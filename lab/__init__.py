"""The lab: how fast the bot is, how strong its computer players are, how the games play. No host installs it."""
