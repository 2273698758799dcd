"""Whether what is foretold happens, and the curves that make it so."""
