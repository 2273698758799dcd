"""The pages that a server shows to everybody: plain HTML, made here, readable without scripts. ``routes`` has the addresses."""
