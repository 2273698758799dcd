"""The Discord bot for land games."""
