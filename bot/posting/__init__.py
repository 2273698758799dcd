"""What the bot posts: the sender of the outbox, and what each kind of post does."""
