"""The scheduler: the kinds of scheduled tasks, and the loop that runs them."""
