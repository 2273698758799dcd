"""Painting a board: squares, sides, sprites, the frame with its header, series of pictures."""
