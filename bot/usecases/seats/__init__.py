"""Seats that change hands, and absent players."""
