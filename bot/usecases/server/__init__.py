"""A server's settings, and the names that were forgotten."""
