"""The scheduler: the kinds of tasks that are due at a time, and the loop that runs them."""
