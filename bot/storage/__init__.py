"""The storage: tables, engine, migrations, backups. Nothing outside this package knows SQL dialects."""
