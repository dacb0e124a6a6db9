"""Says how a session ended, where the log shows it.  What only time or place suggests is left unsaid."""

from __future__ import annotations

from collections.abc import Iterator

from steno.base.exact import JSON
from steno.edits.printed import committed, of_call
from steno.model import Note, ending
from steno.model.outcome import STATES
from steno.model.steps import derived
from steno.passes.enrich.seen import Seen, code

COMMITTED = code(
    "070", "committed",
    "The session committed: a command with `git commit` printed the line in which git names the branch and the new "
    "commit; a sub-agent's commits count too.  `commit_sha` is the last of them, or the one that a later `git merge` "
    "went on to, as git printed it, which is usually an abbreviation. A commit says nothing about success.",
)  # fmt: skip
RESULT = code(
    "071", "result",
    "The program's own last line says how the run ended.  An error is a failure, and derived. If there is none, "
    "the agent believed that it had reached the goal, so success is only inferred.",
)  # fmt: skip
STOPPED = code(
    "072", "stopped",
    "The last thing in the log is an interruption by the user (`interrupted`) or an error of the program (`error`).  "
    "A log that simply ends says nothing.",
)  # fmt: skip
ANSWERED = code(
    "073", "answered",
    "The last thing in the log is the agent's own answer, and it or the program says that the turn ended with it: the "
    "state is `goal_reached`, which is only inferred, and nothing is said about success.",
)  # fmt: skip
CODES = (COMMITTED, RESULT, STOPPED, ANSWERED)

_DERIVED, _INFERRED = "derived", "inferred"
_RULES = {ending.RESULT: RESULT, ending.STOPPED: STOPPED, ending.ANSWERED: ANSWERED}


def notes(seen: Seen) -> Iterator[Note]:
    values: dict[str, JSON] = {}
    of: list[str] = []
    rule, confidence = COMMITTED, _DERIVED
    if (found := ending.ending(seen.trace)) is not None:
        rule, confidence = _RULES[found.by], _INFERRED if found.inferred else _DERIVED
        stated = {"success": found.success, "terminal_state": STATES[found.reason], "description": found.words}
        values |= {key: value for key, value in stated.items() if value is not None}
        of += found.of
    made = list(commits(seen))
    if made:
        values |= {"committed": True, "commit_sha": made[-1][0]}
        of += made[-1][1]
    if values:
        signal = {"signal_source": "deterministic", "signal_confidence": confidence}
        yield derived(rule.name, "outcome", {**values, **signal}, of=tuple(dict.fromkeys(of)))


def commits(seen: Seen) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The commits that a session made: each as git printed it, and the call and its result; none where it made none.

    A merge that goes on to one of them, or to one that it was made on, counts with them.
    """
    told = [(each, done) for done in seen.calls for each in of_call(done.call, done.returned)]
    if committed(each for each, _ in told) is not None:
        yield from ((each.sha, done.uids) for each, done in told if each.sha)
