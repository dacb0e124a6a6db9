"""What a command line does to files and branches without a word, where its exit code proves that it was done.

Reads lines whose commands are joined by `&&` alone and whose words are spelled out: no variable, no pattern, no
redirection.  Knows a few programs that do one thing or fail.  Runs nothing.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from steno.base.patterns import deferred
from steno.edits.heredoc import joined

_OPEN: Final = deferred(r"[$`*?~<>|;(){}\n\\]|(?<!&)&(?!&)")
"""What makes a word something else than it says, or a failure something else than the end."""
_SENT_ALONG: Final = deferred(r"(?:^|\s)2>&1(?=\s|$)")
_GATE: Final = deferred(r"\b(?:rm|mv|mkdir|cp|git (?:mv|tag|branch)) ")
_PAIR: Final = 2
_LONGEST: Final = 4000

Says = Callable[[Sequence[str], Sequence[str]], Iterator[str]]
"""Of the options and the other words of a command, what it did."""


def _removed(options: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    # Told to force it, the program does not say whether there was anything.
    if not any(option == "--force" or ("f" in option and not option.startswith("--")) for option in options):
        yield from (f"{word} was deleted." for word in words)


def _moved(options: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    if not options and len(words) >= _PAIR:
        yield from (f"{word} was moved to {words[-1]}." for word in words[:-1])


def _copied(options: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    if len(words) == _PAIR:
        yield f"{words[0]} was copied to {words[1]}."


def _folders(options: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    if not options:  # with one, it may have been there
        yield from (f"The folder {word} was made." for word in words)


def _named(kind: str) -> Says:
    def says(options: Sequence[str], words: Sequence[str]) -> Iterator[str]:
        if not options and words:
            yield f"The {kind} {words[0]} was made."

    return says


_DOES: Final[dict[str, Says]] = {"rm": _removed, "mv": _moved, "cp": _copied, "mkdir": _folders}
_GIT: Final[dict[str, Says]] = {"mv": _moved, "tag": _named("tag"), "branch": _named("branch")}


def done(command: str) -> list[str]:
    """What was done, one sentence for each thing, if the command ended with exit code 0."""
    if len(command) > _LONGEST or _GATE().search(command) is None:
        return []
    line = _SENT_ALONG().sub("", command.strip())
    if _OPEN().search(line):
        return []
    try:
        parts = [shlex.split(part) for part in line.split("&&")]
    except ValueError:
        return []
    told: list[str] = []
    folder = ""
    for words in parts:
        if words[:1] == ["cd"] and len(words) == _PAIR:
            folder = joined(folder, words[1])
            continue
        told += _of(words, folder)
    return told


def _of(words: Sequence[str], folder: str) -> Iterator[str]:
    if words[:1] == ["git"]:
        says, rest = _GIT.get(words[1] if len(words) > 1 else ""), words[2:]
        folder = folder if words[1:_PAIR] == ["mv"] else ""
    else:
        says, rest = _DOES.get(words[0] if words else ""), words[1:]
    if says is not None:
        options = [word for word in rest if word.startswith("-")]
        yield from says(options, [joined(folder, word) for word in rest if not word.startswith("-")])
