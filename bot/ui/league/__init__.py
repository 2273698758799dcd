"""Leagues: commands and messages to create, join and manage them, and their standings."""
