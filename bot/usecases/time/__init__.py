"""Clocks, deadlines, claims on time, pauses, vacations, downtime of the bot."""
