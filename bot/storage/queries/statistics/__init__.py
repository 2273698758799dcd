"""Results, ratings, the hall of fame, imported games."""
