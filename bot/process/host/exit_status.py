"""How a command ends. 0: done. 2: a wrong command line, as argparse has it."""

FAILED = 1
"""A failure that another start may overcome."""

MISCONFIGURED = 78
"""A wrong set-up (``EX_CONFIG``): starting again does not help."""
