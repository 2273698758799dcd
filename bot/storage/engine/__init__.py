"""The database itself: connections, transactions, migrations, backups, locks."""
