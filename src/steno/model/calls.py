"""What everybody asks of a call: which result is its own, whether it failed, its arguments, its file, its command."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import UNSET

from steno.base.exact import JSON, encode
from steno.model.body import ToolCall, ToolResult
from steno.model.event import Event
from steno.model.signs import Reported

T = TypeVar("T")

_PATHS: Final = ("file_path", "filePath", "path", "target_file", "absolute_path", "notebook_path")
_COMMANDS: Final = ("command", "cmd")
_SOUGHT: Final = ("pattern", "query")
_ABOUT: Final = ("url", "skill", "description", "name", "title")
_SHELLS: Final = frozenset({"bash", "sh", "zsh", "dash", "ksh", "fish"})
_SCRIPT: Final = 3
"""`bash -lc SCRIPT` is a list of three."""
WORDS: Final = ("text", "input_text", "output_text")  # no set: what stands there may have no hash
"""The types of parts that are words."""
_FAILURES: Final = frozenset({Reported.FAILED, Reported.REFUSED})


class Pairing(Generic[T]):
    """Finds the call of each result, in the order of the log.

    Ids are not unique in every log: a result answers the earliest call of its id that is still open.  A result that
    stands before its call waits for it.
    """

    def __init__(self) -> None:
        self._open: dict[str, deque[T]] = {}
        self._early: dict[str, deque[Event]] = {}

    def called(self, id: str, call: T) -> Event | None:
        """A call was made; its result, where it stands before it."""
        if early := self._early.get(id):
            return early.popleft()
        self._open.setdefault(id, deque()).append(call)
        return None

    def returned(self, id: str, result: Event) -> T | None:
        """A result came in; the call that it answers, where that stands before it."""
        if waiting := self._open.get(id):
            return waiting.popleft()
        self._early.setdefault(id, deque()).append(result)
        return None

    def unanswered(self) -> Iterator[T]:
        """The calls that no result has answered."""
        return (call for calls in self._open.values() for call in calls)


class Scripts(Generic[T]):
    """Finds the script in which something was done that has an id of its own: the one that runs, or ran last.

    Where several run at once, nobody can tell in which of them it was.
    """

    def __init__(self) -> None:
        self._running: dict[str, T] = {}
        self._last: T | None = None

    def called(self, id: str, call: T | None) -> None:
        """A call was made; None where it runs no script."""
        self._last = call
        if call is not None:
            self._running[id] = call

    def returned(self, id: str) -> None:
        """The script of this call ended."""
        self._running.pop(id, None)

    def runs(self, id: str) -> bool:
        return id in self._running

    def now(self) -> T | None:
        if self._running:
            return next(iter(self._running.values())) if len(self._running) == 1 else None
        return self._last


def results(events: Iterable[Event]) -> dict[str, Event]:
    """The result of each call that has one, by the call's uid.  What only restates another event is left out."""
    found: dict[str, Event] = {}
    pairing = Pairing[str]()
    for event in events:
        call = event.call
        if not isinstance(call, str) or event.echo_of is not UNSET:
            continue
        if type(event.body) is ToolCall:
            if (early := pairing.called(call, event.uid)) is not None:
                found[event.uid] = early
        elif type(event.body) is ToolResult and (uid := pairing.returned(call, event)) is not None:
            found[uid] = event
    return found


def returned(result: Event | None) -> ToolResult | None:
    """What came back, where anything did."""
    body = result.body if result is not None else None
    return body if isinstance(body, ToolResult) and not body.missing else None


def failed(result: Event) -> bool:
    """Whether a result says that its call did not do what it should."""
    body, signs = result.body, result.signs
    if isinstance(body, ToolResult) and body.error is True:
        return True
    return signs.exit not in (UNSET, 0) or signs.reported in _FAILURES or signs.interrupted


def as_object(value: JSON) -> dict[str, JSON]:
    """An object, or the one whose JSON a text is, as some agents keep arguments; an empty one where it is neither."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = msgspec.json.decode(value)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            return {}
    return value if isinstance(value, dict) else {}


def first_text(holder: Mapping[str, Any], names: Iterable[str]) -> str | None:
    """The first of some values that is a text."""
    for name in names:
        if isinstance(value := holder.get(name), str):
            return value
    return None


def path_of(arguments: Mapping[str, Any]) -> str | None:
    """The file that a call is about."""
    return first_text(arguments, _PATHS)


def command_of(arguments: Mapping[str, Any]) -> str | None:
    """The command line that a call runs; of a shell's own script, the script."""
    given = next((arguments[name] for name in _COMMANDS if name in arguments), None)
    if isinstance(given, list) and all(isinstance(word, str) for word in given):
        shell = len(given) == _SCRIPT and given[0].rpartition("/")[2] in _SHELLS
        if shell:
            return str(given[2])
        import shlex  # costs start-up, and few agents give a list

        return shlex.join(given)
    return given if isinstance(given, str) else None


def subject_of(arguments: JSON) -> str:
    """What a call is about, as short as it can be said: its command, what it looks for, its file, or everything."""
    given = as_object(arguments)
    known = command_of(given) or first_text(given, _SOUGHT) or path_of(given) or first_text(given, _ABOUT)
    if known is not None:
        return known
    if isinstance(arguments, str):
        return arguments
    texts = [value for value in given.values() if isinstance(value, str)]
    if len(given) == 1 and texts:
        return texts[0]
    return "" if arguments is UNSET or arguments == {} else spelled(arguments)


def words_of(content: JSON) -> str | None:
    """What came back where it is words: a text, or the only part of a list; None where it is anything else."""
    if isinstance(content, str):
        return content
    part = content[0] if isinstance(content, list) and len(content) == 1 else content
    if isinstance(part, dict) and part.get("type") in WORDS and isinstance(said := part.get("text"), str):
        return said
    return None


def text_of(content: JSON) -> str | None:
    """A result as one text: its words, those of several parts one below the other, or anything else as its JSON.

    None where there is nothing to read.
    """
    if content is None or content is UNSET:
        return None
    words = words_of(content)
    if words is None and isinstance(content, list) and content:
        parts = [words_of(part) if isinstance(part, dict) else None for part in content]
        words = None if None in parts else "\n".join(part for part in parts if part is not None)
    return spelled(content) if words is None else words or None


def spelled(value: JSON) -> str:
    """A JSON value as compact JSON text, in the order of its source."""
    return encode(value).decode("utf-8", "surrogatepass")
