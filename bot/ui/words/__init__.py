"""Texts in Markdown for several messages and answers: times, scores, results."""
