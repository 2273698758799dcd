"""Studies: how strong the computer players are, how the games play. No host installs them."""
