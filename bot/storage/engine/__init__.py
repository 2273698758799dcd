"""The database layer: connections, transactions, migrations, backups, locks."""
