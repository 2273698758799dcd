"""Players, who held a seat, offers of seats."""
