"""The process that plays as another version does."""
