"""Steno keeps the exact record of what an AI agent said and did."""

__version__ = "0.1.0"
