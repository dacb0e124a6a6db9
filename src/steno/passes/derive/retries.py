"""Says which call makes a failed one again.  Knows what calls work on; decides nothing about success.

A failure is known from the moment its result is in.  Of several that fit, the latest is meant, and each is made again
once.  What is kept of failures is bounded, so that the cost grows with the log alone.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from msgspec import UNSET, Struct

from steno.base.exact import JSON
from steno.base.patterns import deferred
from steno.edits import patchtext
from steno.model import Note, ToolCall
from steno.model.calls import as_object, command_of, first_text, path_of, spelled
from steno.model.steps import derived
from steno.passes.derive.act import Act, code
from steno.passes.derive.operations import Operations
from steno.speech import joined
from steno.tools import Effect, Tool

if TYPE_CHECKING:
    from steno import shell

RETRY = code(
    "064", "retry",
    "A call of the same tool by the same agent on the same target, after the failure was known and no later than the "
    "turn after it, retries the failed call. The target is what the tool works on: the file of an edit, the whole text "
    "of a command, or all arguments of a tool that is in no table. Of several failed edits of one file, that with the "
    "same text is meant, else the latest. A read of a file that was not there is retried by one of the next three "
    "calls that reads a file of the same name elsewhere, or another file of the same folder.",
)  # fmt: skip
REPEATS = code("065", "input-repeats", "The retry has exactly the same input as the failed call.")
COMMAND = code(
    "067", "retry-command",
    "A command line retries a failed one if a command in it that does something (DRV046) has the same program, the "
    "same subcommand if the program has any, and a shared target: a path, a test, a task, a package; the subcommand "
    "alone if one of them names no target. So `git push --set-upstream origin x` retries `git push`, and "
    "`go test ./a -run X` retries `go test ./a`, but `go test ./b` does not. Running a failed test again after an edit "
    "is a retry of the test. No later than the turn after the failure; for commands that only read or search, within "
    "the next three calls, or with the same arguments. Code on the command line is a retry if more than half of its "
    "lines are those of the code that failed. A search for the same pattern is one whatever tool makes it.",
)  # fmt: skip
EDIT = code(
    "068", "retry-edit",
    "After a failed edit or patch of a file, the next edit of that file by the same agent retries it, whatever tool "
    "makes it: a patch, an edit, a new text of the whole file, `sed -i`. No later than the turn after the failure. An "
    "edit that failed because there was nothing to change is not retried.",
)  # fmt: skip
SAID = code(
    "069", "retry-said",
    "The agent says right before a call that it tries again (`retry`, `try again`, `let me try`), and the call "
    "responds to the failure of a call of the same tool: it retries that one.",
)  # fmt: skip
CODES = (RETRY, REPEATS, COMMAND, EDIT, SAID)

_SOON: Final = 3
"""So many calls later a look is still the same look."""
_TURNS: Final = 1
_KEPT: Final = 8
"""Failures of one kind that are kept; an older one is no longer meant."""
_AGAIN = deferred(
    r"\b(?:re-?try(?:ing)?|try(?:ing)? (?:it |that |this )?(?:again|once more)|let(?: me|'s|’s) try)\b", re.IGNORECASE
)
_LOOKS: Final = frozenset({"read", "search"})
_EDITS: Final = frozenset(
    {Effect.REPLACE, Effect.REPLACE_MANY, Effect.WRITE, Effect.NOTEBOOK, Effect.PATCH, Effect.BLOCKS, Effect.DELETE}
)
_OLD: Final = ("old_string", "oldString", "old_str")
_NEW: Final = ("new_string", "newString", "new_str", "content")


class _Failure(Struct, frozen=True):
    act: Act
    number: int
    """How many calls its agent had made when it was known."""
    path: str = ""
    target: shell.Target | None = None
    looks: bool = False


_Kept = dict[tuple[str, ...], deque[_Failure]]


class Retries:
    """The failures so far, and what makes them again."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations
        self._latest: dict[str, int] = {}
        """The turn of each agent's latest failure."""
        self._made: dict[str, int] = {}
        """The calls of each agent so far."""
        self._same: dict[tuple[str, str, object, JSON], Act] = {}
        """Failed calls by agent, tool and target."""
        self._commands: _Kept = {}
        """By agent, program and subcommand."""
        self._files: _Kept = {}
        """Failed edits, by agent and name of the file."""
        self._patterns: dict[tuple[str, str], Act] = {}
        """Failed searches, by agent and what they look for."""
        self._reads: _Kept = {}
        """Failed reads, by agent and tool."""

    def failed(self, act: Act) -> None:
        """The result of this call is in, and says that it failed."""
        call, number = act.call, self._made.get(act.actor, 0)
        if call is None:
            return
        tool, given = self._operations.tool(call), as_object(call.arguments)
        if _idle(given):
            return
        self._latest[act.actor] = act.turn
        self._same[self._key(act)] = act
        paths = _edited(tool, call.arguments, given)
        for path in paths:
            _keep(self._files, (act.actor, _name(path)), _Failure(act, number, path))
        if (pattern := _pattern(tool, given)) is not None:
            self._patterns[act.actor, pattern] = act
        if tool is not None and tool.effect is Effect.READ and (read := path_of(given)):
            _keep(self._reads, (act.actor, call.tool), _Failure(act, number, read))
        elif (line := _line(tool, given)) is not None:
            from steno import shell  # costs start-up, and only a command line asks

            looks = shell.operation(line) in _LOOKS
            for target in shell.targets(line):
                failure = _Failure(act, number, target=target, looks=looks)
                _keep(self._commands, (act.actor, target.program, target.subcommand), failure)

    def made(self, act: Act) -> None:
        """A call is made: find the failed one that it makes again, if there is any."""
        if act.call is None:
            return
        number = self._made[act.actor] = self._made.get(act.actor, 0) + 1
        latest = self._latest.get(act.actor)
        if latest is None or act.turn - latest > _TURNS:
            return
        if (found := self._found(act, act.call, number)) is not None:
            act.retry, act.again = found
            act.retry.retried = act

    def _found(self, act: Act, call: ToolCall, number: int) -> tuple[Act, str] | None:
        tool, given = self._operations.tool(call), as_object(call.arguments)
        paths = _edited(tool, call.arguments, given)
        if paths and (edit := self._edit(act, paths, given)) is not None:
            return edit, (RETRY if self._key(edit) == self._key(act) else EDIT).name
        if (same := self._same.get(self._key(act))) is not None and _open(act, same):
            return same, RETRY.name
        if tool is not None and tool.effect is Effect.READ and (path := path_of(given)):
            if (read := self._moved(act, path, number)) is not None:
                return read, RETRY.name
        elif (line := _line(tool, given)) is not None and (run := self._command(act, line, number)) is not None:
            return run, COMMAND.name
        if (search := self._search(act, tool, given)) is not None:
            return search, COMMAND.name
        return _said(act, call)

    def _edit(self, act: Act, paths: tuple[str, ...], given: dict[str, JSON]) -> Act | None:
        fits = [
            failure.act
            for path in paths
            for failure in self._files.get((act.actor, _name(path)), ())
            if _open(act, failure.act) and _same_file(path, failure.path)
        ]
        alike = [each for each in fits if each.call is not None and _alike(as_object(each.call.arguments), given)]
        return next(reversed(alike or fits), None)

    def _moved(self, act: Act, path: str, number: int) -> Act | None:
        for failure in reversed(self._reads.get((act.actor, act.call.tool if act.call else ""), ())):
            if number - failure.number <= _SOON and _open(act, failure.act) and _close(path, failure.path):
                return failure.act
        return None

    def _command(self, act: Act, line: str, number: int) -> Act | None:
        from steno import shell

        for target in shell.targets(line):
            for failure in reversed(self._commands.get((act.actor, target.program, target.subcommand), ())):
                soon = number - failure.number <= _SOON
                if _open(act, failure.act) and _shares(failure, target, soon=soon):
                    return failure.act
        return None

    def _search(self, act: Act, tool: Tool | None, given: dict[str, JSON]) -> Act | None:
        """The failed search that looked for the same, whatever tool made it."""
        if not self._patterns:
            return None
        patterns = [pattern] if (pattern := _pattern(tool, given)) is not None else []
        from steno import shell

        if (line := _line(tool, given)) is not None and shell.operation(line) == "search":
            patterns = [word for target in shell.targets(line) for word in target.words]
        found = (self._patterns.get((act.actor, each)) for each in sorted(patterns))
        return next((each for each in found if each is not None and _open(act, each)), None)

    def _key(self, act: Act) -> tuple[str, str, object, JSON]:
        tool, server = (act.call.tool, act.call.server) if act.call else ("", None)
        return act.actor, tool, server, self._target(act)

    def _target(self, act: Act) -> JSON:
        if act.target is UNSET and act.call is not None:
            act.target = _target(act.call.arguments, self._operations.tool(act.call))
        return act.target


def _keep(kept: _Kept, key: tuple[str, ...], failure: _Failure) -> None:
    kept.setdefault(key, deque(maxlen=_KEPT)).append(failure)


def _open(act: Act, failed: Act) -> bool:
    """Whether a failure was known when the call was made, is not long past, and nothing has made it again yet."""
    if failed.retried is not None or failed is act or act.turn - failed.turn > _TURNS:
        return False
    return failed.event.response is UNSET or failed.event.response != act.event.response


def _said(act: Act, call: ToolCall) -> tuple[Act, str] | None:
    """Where the agent says so, the failure that it responds to."""
    words = joined(act.why)
    if words is None or act.causes is None or not _AGAIN().search(words):
        return None
    for cause in islice(reversed(act.causes.acts), _KEPT):
        failed = cause.verdict is not None and not cause.verdict.success
        if failed and cause.call is not None and cause.call.tool == call.tool and _open(act, cause):
            return cause, SAID.name
    return None


# What a call works on


def _target(arguments: JSON, tool: Tool | None) -> JSON:
    """What a call works on, as text that can be compared."""
    given = as_object(arguments)
    if tool is not None and tool.repeats:
        return ""
    if tool is not None and tool.target and given:
        named = [given.get(key) for key in tool.target]
        if any(each is not None for each in named):
            return spelled(named)
    return arguments if isinstance(arguments, str) else None if arguments is UNSET else spelled(arguments)


def _line(tool: Tool | None, given: dict[str, JSON]) -> str | None:
    """The command line that a call runs."""
    return command_of(given) if tool is not None and tool.surface == "cli" else None


def _pattern(tool: Tool | None, given: dict[str, JSON]) -> str | None:
    """What a search looks for."""
    return first_text(given, ("pattern",)) if tool is not None and tool.operation == "search" else None


def _edited(tool: Tool | None, arguments: JSON, given: dict[str, JSON]) -> tuple[str, ...]:
    """The files that a call is to change, as far as it names them."""
    if tool is None:
        return ()
    if tool.effect in _EDITS:
        if (path := path_of(given)) is not None:
            return (path,)
        text = first_text(given, ("input", "patch")) if given else arguments
        return _patched(text) if isinstance(text, str) else ()
    line = _line(tool, given)
    if line is None:
        return ()
    from steno import shell

    if shell.operation(line) not in ("edit", "write"):
        return ()
    return _patched(line) or tuple(sorted(word for target in shell.targets(line) for word in target.words))[:_KEPT]


def _patched(text: str) -> tuple[str, ...]:
    return tuple(change.path for change in patchtext.changes(text))


def _idle(given: dict[str, JSON]) -> bool:
    """Whether an edit puts a text in its own place."""
    old = first_text(given, _OLD)
    return old is not None and old == first_text(given, _NEW)


def _alike(failed: dict[str, JSON], given: dict[str, JSON]) -> bool:
    """Whether two edits look for the same text, or put the same one there."""
    pairs = ((first_text(failed, names), first_text(given, names)) for names in (_OLD, _NEW))
    return any(one is not None and one == other for one, other in pairs)


# Paths and targets


def _name(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]


def _same_file(one: str, other: str) -> bool:
    """Whether two paths may be one file: the same, or one from further up than the other."""
    one, other = one.removeprefix("./"), other.removeprefix("./")
    return one == other or one.endswith(f"/{other}") or other.endswith(f"/{one}")


def _close(one: str, other: str) -> bool:
    """Whether two files have the same name, or are in one folder."""
    names = _name(one), _name(other)
    return names[0] == names[1] or one.removesuffix(names[0]) == other.removesuffix(names[1])


def _shares(failure: _Failure, target: shell.Target, *, soon: bool) -> bool:
    """Whether two commands of one program and subcommand are about the same."""
    failed = failure.target
    if failed is None or failed.goes_on != target.goes_on or failed.code != target.code:
        return False
    if failed.arguments == target.arguments and not failed.code:
        return True
    if failed.filters and target.filters and not failed.filters & target.filters:
        return False
    if failed.code:
        return 2 * len(failed.words & target.words) > max(len(failed.words), len(target.words))
    if failure.looks and not soon:
        return False
    if not failed.words or not target.words:
        return bool(failed.subcommand) or not failure.looks or failed.words == target.words
    return bool(failed.words & target.words) or _near(failed.words, target.words)


def _near(ones: frozenset[str], others: frozenset[str]) -> bool:
    """Whether a path of one command is that of another, or lies in it."""
    if len(ones) > _KEPT or len(others) > _KEPT:
        return False
    return any(_within(_bare(one), _bare(other)) for one in ones for other in others)


def _bare(word: str) -> str:
    """A path without what only says where to begin or how deep to go: `./a/...` is `a`."""
    return word.removesuffix("...").rstrip("/").removeprefix("./")


def _within(one: str, other: str) -> bool:
    """Whether two paths are the same, or one is in the other; an empty one is the whole folder."""
    if _same_file(one, other) or not {one, other}.isdisjoint({"", "."}):
        return True
    return one.startswith(f"{other}/") or other.startswith(f"{one}/")


# What is said of it


def notes(act: Act, failed: Act) -> Iterator[Note]:
    """That a call retries a failed one."""
    event, before, rule = act.event, failed.event.uid, act.again
    of = (before, *(failed.verdict.of if failed.verdict else ()), event.uid)
    if rule == SAID.name:
        of = (*of, *(each.uid for each in act.why))
    others = act.causes.acts if act.causes else ()
    caused = [each.event.uid for each in sorted({failed, *others}, key=_index)]
    shown = (*of, *(act.causes.of if act.causes else ()))
    yield derived(rule, "caused_by", caused, event, tuple(dict.fromkeys(shown)))
    yield derived(rule, "causal_type", "retry_after_failure", event, of)
    yield derived(rule, "causal_note", "Retries the failed call.", event, of)
    yield derived(rule, "retry_of", before, event, of)
    if repeats(act):
        source = {"actor": "agent", "source": before, "source_field": "input"}
        note = "The input is the same as that of the failed call."
        yield derived(REPEATS.name, "input_source", {**source, "note": note}, event, (before, event.uid))


def repeats(act: Act) -> bool:
    """Whether it is a retry with the arguments of the failed call."""
    failed = act.retry
    if failed is None or failed.call is None or act.call is None:
        return False
    return bool(failed.call.arguments == act.call.arguments)


def _index(act: Act) -> int:
    return act.index
