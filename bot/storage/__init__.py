"""What the bot remembers: tables, engine, migrations, backups. Nothing outside this package knows SQL dialects."""
