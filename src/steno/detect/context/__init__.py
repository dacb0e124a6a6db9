"""Secrets that only their name tells: passwords, tokens and keys without a shape of their own."""

from steno.detect.context import families, sql
from steno.detect.rule import Detector

CONTEXT: tuple[Detector, ...] = (*families.RULES, *sql.RULES)
