"""Computer players: their moves and answers, hints, look backs, demos."""
