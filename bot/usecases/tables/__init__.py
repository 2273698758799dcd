"""Opening a table, joining it, blocking a member, starting the game, and votes on the rules of the next one."""
