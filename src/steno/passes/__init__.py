"""Passes: from trace to trace, one file each."""
