"""Shared by all handlers: answers, components, ids, forms."""
