"""Judges a value by the name it stands under, where both are known: in an object, not in text."""

from __future__ import annotations

from steno.detect.context.names import Family, judged

_LONGEST = 4096
_LONGEST_NAME = 128
_TYPES = {
    Family.PASSWORD: "password",
    Family.TOKEN: "auth_token",
    Family.KEY: "api_key",
    Family.SECRET: "secret",
}


def telling(name: str) -> bool:
    """Whether a name may say that a value is a secret."""
    return len(name) <= _LONGEST_NAME and judged(name) is not None


def named(name: str, value: str) -> str | None:
    """The type of a value that its name says is a secret, or None."""
    if len(value) > _LONGEST or len(name) > _LONGEST_NAME:
        return None
    found = judged(name)
    if found is None:
        return None
    from steno.detect.context.extent import Place  # costs start-up
    from steno.detect.context.values import secret

    return _TYPES[found.family] if secret(value, found, Place.WORD) else None
