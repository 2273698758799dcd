"""Bytes of pictures: PNG and GIF."""
