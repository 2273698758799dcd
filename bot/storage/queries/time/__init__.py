"""Clocks, vacations, scheduled tasks."""
