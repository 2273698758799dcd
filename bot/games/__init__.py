"""A game's log and the states that it leads to, and the games kept in memory."""
