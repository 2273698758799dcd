"""Statistics of finished games: ratings, rankings, figures, exports."""
