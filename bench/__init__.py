"""Measurements of Steno against its bars."""
