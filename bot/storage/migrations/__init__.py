"""The database's history, in Alembic's form.

Each release has one revision: 0001 (0.1), 0013 (0.2), and one to 0027 for the commits on the way to 0.3. Later ones are
numbered from 0028 on. A database between two of them is refused, see ``bot.storage.engine.migrate``.

A change of the tables: change ``bot/storage/schema.py``, write the revision by
``python -m bot.storage.engine.migrate "what it adds"``, look it over, and let the tests compare.
"""
