"""The two sides of a tap: the client and the server."""

from __future__ import annotations

import enum


class Side(enum.Enum):
    """Which of the two sent a message."""

    CLIENT = "client"
    SERVER = "server"
