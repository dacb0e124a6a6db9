"""Secrets that only their name tells: passwords, tokens and keys without a shape of their own."""
