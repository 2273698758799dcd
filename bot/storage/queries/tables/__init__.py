"""Tables and votes."""
