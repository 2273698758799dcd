"""Fonts, colours, themes, and the owners' colours and emblems."""
