"""The exit status of a command. 0: success. 2: a wrong command line, from argparse."""

FAILED = 1
"""A failure that a restart may solve."""

MISCONFIGURED = 78
"""A wrong set-up (``EX_CONFIG``), which a restart cannot fix."""
