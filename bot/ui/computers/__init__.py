"""Commands and buttons about computer players."""
