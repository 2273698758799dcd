"""The database's history, in Alembic's form.

A change of the tables: change ``bot/storage/schema.py``, write the revision by
``python -m bot.storage.engine.migrate "what it adds"``, look it over, and let the tests compare.
"""
