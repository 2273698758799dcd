"""Opening a table, joining it, starting its game, and votes on the rules of the next one."""
