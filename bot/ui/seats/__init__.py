"""Commands and buttons to hand seats over."""
