"""What each session took, added up once so that a list of thousands need not: tokens, cost, and the models asked."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from steno.store.schema import MOST, SHIFT
from steno.usage import Missing

_MOST: Final = (1 << 63) - 1
_QUERY: Final = """
SELECT m.text, coalesce(w.text, ''), r.input, r.cache_read, r.cache_write + r.cache_write_1h, r.output, r.usd,
    r.is_floor
FROM request r LEFT JOIN name m ON m.id = r.model LEFT JOIN name w ON w.id = r.missing
WHERE r.counted AND r.event BETWEEN ? AND ? ORDER BY r.event, r.number
"""


def add_up(connection: sqlite3.Connection, sessions: Iterable[int]) -> None:
    """Add up anew what the requests of these sessions took; those that count elsewhere count there alone."""
    for key in sessions:
        connection.execute("DELETE FROM spent WHERE session = ?", (key,))
        tokens, models = [0, 0, 0, 0], Counter[str]()
        usd, is_floor, count = None, False, 0
        for model, missing, *counts, price, floor in connection.execute(_QUERY, (key << SHIFT, (key << SHIFT) + MOST)):
            stated = counts if missing != Missing.COUNT.value else [0, 0, 0, 0]
            tokens = [one + more for one, more in zip(tokens, stated, strict=True)]
            usd = usd if price is None else (usd or 0.0) + price
            is_floor, count = is_floor or bool(floor), count + 1
            if model is not None:
                models[model] += stated[-1]
        if count:
            named = msgspec.json.encode([name for name, _ in models.most_common()]).decode()
            row = key, count, *(min(each, _MOST) for each in tokens), usd, is_floor, named
            connection.execute("INSERT INTO spent VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
