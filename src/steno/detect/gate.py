"""Tells which of many literal words stand in a text, at memory speed.  Knows nothing of what they mean."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from operator import itemgetter

_RARE = re.compile(r"[A-Zjqxz]")
"""Characters that agent logs and code have few of: `re` goes from one to the next by memchr."""


class Gate:
    """Looks for all words in as few passes over the text as possible, because most texts have none of them.

    Words with an underscore share one split of the text, and are looked for by what stands before it.  The others are
    grouped: by a rare character where they have one, else by their first two characters, which `re` finds fast too.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._tails: dict[str, list[tuple[str, str]]] = defaultdict(list)
        groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for word in sorted(words):
            before = word.partition("_")[0]
            if "_" in word and len(before) >= 2:
                self._tails[before[-2:]].append((before[-3:], word))
            elif rare := _RARE.search(word):
                at = rare.end()
                behind = f"(?<={re.escape(word[:at])})" if at > 1 else ""
                groups[rare[0]].append((behind + re.escape(word[at:]), word))
            else:
                groups[word[:2]].append((re.escape(word[2:]), word))
        self._groups = [
            (re.compile(f"{re.escape(first)}(?:{'|'.join(rest for rest, _ in group)})").search, [w for _, w in group])
            for first, group in groups.items()
        ]

    def present(self, text: str) -> list[str]:
        """The words that stand in the text."""
        found = [word for search, words in self._groups if search(text) for word in words if word in text]
        if self._tails and "_" in text:
            pieces = text.split("_")
            if tails := self._tails.keys() & set(map(_last_two, pieces)):
                longer = set(map(_last_three, pieces))
                for before, word in (pair for tail in tails for pair in self._tails[tail]):
                    if (len(before) < 3 or before in longer) and word in text:
                        found.append(word)
        return found


_last_two = itemgetter(slice(-2, None))
_last_three = itemgetter(slice(-3, None))
