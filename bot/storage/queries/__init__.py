"""Database queries, one package per subject."""
