"""Measurements for hosts: memory over hours, memory a server, cost of a database, Discord's limit. Each is run on its own."""
