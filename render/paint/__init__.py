"""Painting of boards: squares, sides, sprites, the frame with its header, series of pictures."""
