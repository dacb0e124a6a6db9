"""Says what a call that runs a script did: which tool it was about, with what, and whether it worked.

Reads what the script's text states and what the program reports.  Runs no script.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from steno import idioms
from steno.idioms import NOTHING_INSIDE
from steno.model import Event, ToolCall, ToolResult
from steno.passes.derive.act import Act, Verdict, code
from steno.tools import Tool

ONLY = code(
    "120", "script-call",
    "Some agents call their tools from a script, which is one call with the script as its argument. If the script "
    "calls exactly one tool, outside of branches and loops, then that tool is the `tool` of the step, and its "
    "operation and surface are those of that tool. A script that calls several tools, or that may or may not call one, "
    "keeps the name of the tool that runs scripts. The script is read, never run.",
)  # fmt: skip
LITERAL = code(
    "121", "script-arguments",
    "The `input` of such a step: the arguments in the text of the script, if they are written out there as a text, a "
    "number, a list or an object, or as a constant that is such a text. If the script computes any part of them, the "
    "input is the script itself.",
)  # fmt: skip
COMPLETED = code(
    "122", "script-completed",
    "A script that ran to its end worked, if a failure of any tool in it would have ended it, or if the program "
    "reports that each of its calls worked. The end of a script says nothing about the commands in it: they fail "
    "without ending it. What they returned counts if the script prints it whole, with the exit code.",
)  # fmt: skip
PART = code(
    "123", "script-part-failed",
    "A script in which a call failed did not do all that it should, even if it ran to its end. The program's report of "
    "that call says so.",
)  # fmt: skip
STRONGEST = code(
    "124", "script-operation",
    "A script that surely calls several tools does what the strongest of them does: one that changes files, then one "
    "that runs a command, then one that searches or reads. If the operation of any of them is not known, the script is "
    "only known to `execute`. It stays one step, because the agent acted once and saw one result.",
)  # fmt: skip
CODES = (ONLY, LITERAL, COMPLETED, PART, STRONGEST)

_STRENGTH = ("write", "edit", "install", "download", "verify", "execute", "search", "read", "ask_user", "plan")


def look(act: Act) -> None:
    """See what a call calls itself; if that is one call, the step is about that one."""
    if act.call is None or (found := idioms.inside(act.call)) is NOTHING_INSIDE:
        return
    act.inside = found
    if len(found.calls) == 1 and not found.doubtful:
        only = found.calls[0]
        act.call = ToolCall(only.tool, act.call.arguments if only.arguments is UNSET else only.arguments)


def strongest(known: Sequence[Tool | None]) -> Tool | None:
    """The tool of a script's calls that says what the script does; None where that is not known."""
    found = [tool for tool in known if tool is not None and tool.operation in _STRENGTH]
    if len(known) < 2 or len(found) < len(known):
        return None
    return min(found, key=lambda tool: _STRENGTH.index(tool.operation))


def goes_on(result: Event) -> bool:
    """Whether a script still ran when this came back."""
    return isinstance(result.body, ToolResult) and any(idioms.given(result.body))


def judged(act: Act, signed: Callable[[Event], Verdict | None]) -> Verdict | None:
    """Whether a script worked, where its end or the reports of its calls say so."""
    back = None if act.result is None else signed(act.result)
    told = [verdict for event in act.about if (verdict := signed(event)) is not None]
    failed = next((each for each in told if not each.success), None)
    if back is not None and (not back.success or failed is None):
        return back
    if failed is not None:
        return failed if act.call is not act.event.body else replace(failed, rule=PART.name)
    inside, result = act.inside, act.result
    if inside is None or result is None or not result.signs.completed:
        return None
    if inside.telling or (not inside.doubtful and len(told) == len(inside.calls)):
        last = max((each.at for each in told), default=0)
        return Verdict(True, COMPLETED.name, (result.uid, *(uid for each in told for uid in each.of)), at=last)
    return None
