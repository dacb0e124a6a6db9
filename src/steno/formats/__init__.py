"""Trace formats and agents' logs, one package each; a format knows no other format."""
