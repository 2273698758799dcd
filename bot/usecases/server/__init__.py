"""A server's settings, the names of its members, and the names of forgotten people."""
