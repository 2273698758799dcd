"""Queries about games, their logs, premoves, proposals and drafts."""
