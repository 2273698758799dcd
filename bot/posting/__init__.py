"""Posting: the sender of the outbox, and the kinds of posts."""
