"""Queries about games, their logs, lines, proposals and drafts."""
