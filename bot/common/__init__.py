"""Helpers for every part of the bot: times, paces, wording, permissions. It imports no other part, Discord or database."""
