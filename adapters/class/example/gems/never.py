"""Ends before it has connected."""
