"""Fonts, colours, themes, owners' marks."""
