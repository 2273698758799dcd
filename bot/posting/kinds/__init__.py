"""The kinds of posts, one in each file."""
