"""Says what was known when a step was taken: what had failed right before it, and the file that it works on.

Says nothing that the log records only later.
"""

from __future__ import annotations

from collections.abc import Iterator

from steno.base.counts import number_of
from steno.model import Note
from steno.model.steps import derived
from steno.passes.derive import changes
from steno.passes.derive.act import Act, Causes, code
from steno.passes.derive.operations import Operations
from steno.passes.derive.outcomes import failure

SEEN = code(
    "077", "outcome-seen",
    "What the agent saw when it took the step. Of the calls whose results it responds to, those that had failed: each "
    "with its exit code and the line of its output that names the error. Of a single call also that it had ended with "
    "exit code 0. What the log records only later is not said: a process that was still running had not failed yet. "
    "If the step writes a file, the state of the file before is added.",
)  # fmt: skip
CODES = (SEEN,)

_MOST = 5
"""So many failures are quoted."""


class Observations:
    """What the steps of one trace were taken upon."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations
        self._failures: dict[int, str] = {}
        """How a call failed, for all the steps that saw it."""
        self._shared: dict[int, tuple[str, tuple[str, ...]]] = {}
        """What all steps of a response saw: they have the same causes, and the first saw the least."""

    def notes(self, act: Act) -> Iterator[Note]:
        if act.action == "user_message":
            return
        before = changes.before(act) if act.call is not None else None
        own = (act.result.uid,) if act.result is not None else ()
        seen, of = self._before(act)
        if seen:
            text = f"{seen} {before}" if before else seen
            yield derived(SEEN.name, "observation", text, act.event, (*of, *own) if before else of)
        elif before:
            yield derived(changes.BEFORE.name, "observation", before, act.event, own)

    def _before(self, act: Act) -> tuple[str, tuple[str, ...]]:
        if act.causes is None:
            return "", ()
        if id(act.causes) not in self._shared:
            self._shared[id(act.causes)] = self._seen(act, act.causes)
        return self._shared[id(act.causes)]

    def _seen(self, act: Act, causes: Causes) -> tuple[str, tuple[str, ...]]:
        """The outcomes of the calls to whose results a step answers, and the events that show them."""
        known = [each for cause in causes.acts for each in _told(cause) if _is_known(each, act)]
        failed = [each for each in known if each.verdict is not None and not each.verdict.success]
        if failed:
            said = dict.fromkeys(self._failed(each) for each in failed[:_MOST])
            more = [f"{number_of(len(failed) - _MOST, 'more call')} had failed."] if len(failed) > _MOST else []
            return " ".join((*said, *more)), _evidence(failed)
        only = known[0] if len(known) == len(causes.acts) == 1 else None
        if only is None or only.verdict is None or only.verdict.exit != 0:
            return "", ()
        return f"{self._name(only)} had ended with exit code 0.", _evidence(known)

    def _failed(self, act: Act) -> str:
        if id(act) not in self._failures:
            how = failure(act)
            self._failures[id(act)] = f"{self._name(act)} had failed{': ' + how if how else ''}."
        return self._failures[id(act)]

    def _name(self, act: Act) -> str:
        return self._operations.name(act.call)[0] if act.call is not None else ""


def _told(cause: Act) -> tuple[Act, ...]:
    """The calls of whose outcome a result speaks: its own, or that of an earlier one which it saw end."""
    return (cause,) if cause.ends is None else (cause.ends,)


def _is_known(cause: Act, act: Act) -> bool:
    return cause.call is not None and cause.verdict is not None and max(cause.index, cause.verdict.at) < act.index


def _evidence(acts: list[Act]) -> tuple[str, ...]:
    found = (uid for act in acts for uid in (*(act.verdict.of if act.verdict else ()), *_result(act)))
    return tuple(dict.fromkeys(found))


def _result(act: Act) -> tuple[str, ...]:
    result = act.result if act.ended is None else act.ended.result
    return () if result is None else (result.uid,)
