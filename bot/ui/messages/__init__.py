"""The texts and buttons of the public messages."""
