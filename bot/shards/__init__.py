"""The assignment of the bot's shards to processes, and the handover of shards."""
