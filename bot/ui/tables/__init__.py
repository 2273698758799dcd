"""Commands and buttons of tables and votes."""
