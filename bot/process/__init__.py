"""The process: the Discord client, its settings, how it starts and stops, its logs and health, what a host runs by hand."""
