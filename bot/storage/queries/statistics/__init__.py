"""Queries about results, ratings, the hall of fame, and imported games."""
