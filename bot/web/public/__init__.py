"""The public pages of a server: plain HTML, made on the server, readable without scripts. ``routes`` has the addresses."""
