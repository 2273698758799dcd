"""`/server` and `/my`."""
