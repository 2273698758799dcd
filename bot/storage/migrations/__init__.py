"""The database's history, in Alembic's form. A new revision: see ``alembic.ini`` at the root."""
