"""The process: the Discord client, settings, start and stop, logs and health, and the host's commands."""
