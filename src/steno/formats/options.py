"""The options of a writer, given as `key=value` words.  Knows no option by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from steno.contracts import UsageError

_EVERYWHERE = ("redact",)
"""What every target has and no writer sees: the pipeline takes it."""


def parse(words: Sequence[str], choices: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """A value for every option: the last one given, else the first choice.  Raises `UsageError`, one sentence."""
    given = {key: values[0] for key, values in choices.items()}
    given.update(split(word, choices) for word in words)
    return given


def split(word: str, choices: Mapping[str, Sequence[str]]) -> tuple[str, str]:
    """An option and its value; where there are no choices, who asks judges the value.  Raises `UsageError`."""
    key, equals, value = word.partition("=")
    if key not in choices:
        raise UsageError(f"no option named {key!r} in {word!r}{_hint(key, [*choices, *_EVERYWHERE])}")
    if not equals:
        raise UsageError(f"{word!r} has no value, expected {key}={'|'.join(choices[key]) or '<value>'}")
    if choices[key] and value not in choices[key]:
        raise UsageError(f"{key} cannot be {value!r}; known: {', '.join(choices[key])}")
    return key, value


def _hint(word: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches  # only a mistake needs it

    near = get_close_matches(word, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(known)}"
