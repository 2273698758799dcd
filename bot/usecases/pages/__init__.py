"""The pages of games: who may open one, what is new on it."""
