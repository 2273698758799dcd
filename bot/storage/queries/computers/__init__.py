"""Demos, hints, look backs."""
