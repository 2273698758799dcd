"""Settings, servers, and what is stored about a person."""
