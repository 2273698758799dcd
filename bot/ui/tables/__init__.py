"""Commands and buttons of tables, challenges and votes."""
