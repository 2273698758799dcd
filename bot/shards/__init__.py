"""Which process serves which shard of the bot, and how shards change hands."""
