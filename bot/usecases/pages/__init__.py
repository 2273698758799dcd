"""The pages of games: access to them, and waiting for changes."""
