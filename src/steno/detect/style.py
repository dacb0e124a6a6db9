"""How a placeholder is spelled for a format that has words of its own for it.  Knows placeholders, never values.

While a trace is redacted its placeholders are of one spelling, `[REDACTED:<type>:<hash8>]`, which the detectors leave
alone.  Another style is a table over it, applied before and after.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from steno.detect.mask import FORSY, FORSY_NUMBERED, FORSY_PATTERN, PLACEHOLDER, UNSCANNED
from steno.detect.patterns import deferred

_CREDENTIAL, _URL, _CUSTOMER = "CREDENTIAL", "INTERNAL_URL", "CUSTOMER_ID"
_WORDS = {
    "api_key": _CREDENTIAL, "auth_token": _CREDENTIAL, "password": _CREDENTIAL, "cookie": _CREDENTIAL,
    "private_key": _CREDENTIAL, "secret": _CREDENTIAL, "identifier": _CUSTOMER, "person": "PERSON", "email": "EMAIL",
    "phone": "PHONE", "address": "ADDRESS", "config": "CONFIG", "tool_output": "TOOL_OUTPUT", UNSCANNED: "UNSCANNED",
}  # fmt: skip
"""Forsy's word for what was there.  Its specification names CREDENTIAL, CUSTOMER_ID and PERSON."""

_HOSTS = frozenset({"SEC530", "SEC531", "SEC536", "SEC537", "SEC552"})
"""Rules whose identifiers are hosts and their addresses."""

_TYPES = {_CREDENTIAL: "secret", **{word: kind for kind, word in _WORDS.items() if word != _CREDENTIAL}, _URL: "config"}
_STATED = deferred(r"\[REDACTED:([a-z_]+):00000(\d{7})\]")
"""A placeholder that stood there before in Forsy's spelling: its number in the place of the hash."""
_HOST = 9_999_999
"""The number that tells INTERNAL_URL from CONFIG."""


_SPELLED = deferred(FORSY_PATTERN.encode())


def may_be_stated(data: bytes) -> bool:
    """Whether a text in UTF-8, or in a string of JSON, holds a placeholder of Forsy's."""
    return _SPELLED().search(data) is not None


def stated(text: str) -> str:
    """The text with Forsy's placeholders in the spelling that the detectors know."""

    def canonical(match: re.Match[str]) -> str:
        word = match[1] or match[2]
        number = int(match[3] or (_HOST if word == _URL else 0))
        return f"[REDACTED:{_TYPES[word]}:00000{number:07}]"

    return FORSY().sub(canonical, text) if "[" in text else text


class Forsy:
    """Forsy's spelling for the placeholders of one trace: numbers count different values in order of appearance."""

    def __init__(self, placeholders: Iterable[str], rules: Mapping[str, str]) -> None:
        """`placeholders` are those of the trace, in order; `rules` names the rule behind each, where it is known."""
        self._spelled: dict[str, str] = {}
        order = list(dict.fromkeys(placeholders))
        counts: dict[str, int] = {}
        for each in order:
            if (before := _STATED().fullmatch(each)) is not None:
                number = int(before[2])
                word = _URL if (before[1], number) == ("config", _HOST) else _WORDS[before[1]]
                self._spelled[each] = f"[{word}_{number}]" if word in FORSY_NUMBERED else f"[{word}]"
                counts[word] = max(counts.get(word, 0), number)
        for each in order:
            if each not in self._spelled:
                kind = each.split(":")[1]
                word = _URL if rules.get(each) in _HOSTS else _WORDS[kind]
                counts[word] = counts.get(word, 0) + 1
                self._spelled[each] = f"[{word}_{counts[word]}]" if word in FORSY_NUMBERED else f"[{word}]"

    def text(self, text: str) -> str:
        if "[REDACTED:" not in text:
            return text
        return PLACEHOLDER.sub(lambda match: self._spelled.get(match[0], match[0]), text)
