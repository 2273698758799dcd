"""Queries about clocks, vacations and scheduled tasks."""
