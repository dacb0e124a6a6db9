"""Antigravity: the counts have records and their types alone."""

from __future__ import annotations

DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
