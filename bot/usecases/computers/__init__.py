"""Computer players: their moves and answers, hints, analyses of finished games, demos."""
