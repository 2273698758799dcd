"""The kinds of posts, a file each."""
