"""Land as pictures and in words."""
