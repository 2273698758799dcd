"""The use cases: tables, moves, undo, draw, history. No discord.py here."""
