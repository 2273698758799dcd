"""What the bot posts: the queue of posts, the sender, and what each kind of post does."""
