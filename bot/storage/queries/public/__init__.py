"""Queries for the pages that a server shows to everybody."""
