"""The public pages of a server: plain HTML, made here, readable without scripts. ``routes`` has the addresses."""
