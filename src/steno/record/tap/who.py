"""The two that a tap stands between."""

from __future__ import annotations

import enum


class Who(enum.Enum):
    """Who sent a message."""

    CLIENT = "client"
    SERVER = "server"
