"""Queries about tables and votes."""
