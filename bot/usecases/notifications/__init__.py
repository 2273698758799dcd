"""Notifications to members about their turn."""
