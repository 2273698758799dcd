"""A server's settings, its departure, and forgetting a member."""
