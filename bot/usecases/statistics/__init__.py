"""What is counted of finished games: ratings, rankings, figures, exports."""
