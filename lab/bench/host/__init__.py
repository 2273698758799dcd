"""What a host wants to know: memory over hours, memory a server, cost of a database, Discord's limit. Each is run by itself."""
