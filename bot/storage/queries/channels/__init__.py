"""Queries about the outbox and its sending."""
