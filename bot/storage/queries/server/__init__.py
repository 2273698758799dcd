"""Queries about settings, servers, and data about persons."""
