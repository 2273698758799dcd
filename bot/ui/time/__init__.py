"""Commands and buttons about claims, pauses and vacations."""
