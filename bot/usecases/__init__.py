"""What people do, one file each: moves, undo, draw, resign, tables, votes, looking, drafts. No discord.py in here."""
