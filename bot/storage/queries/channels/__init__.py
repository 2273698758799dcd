"""The outbox, and what its sender asks."""
