"""Nomads as pictures and in words."""
