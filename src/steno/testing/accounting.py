"""The law of bytes, for tests."""

from steno.accounting import unaccounted as unaccounted
