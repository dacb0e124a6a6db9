"""Gemini CLI: its tools.  Steno does not read its logs."""
