"""Tables of what a dataset's security policy asks for, and of what it makes of a trace.  Prints nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from steno.base.exact import JSON
from steno.formats.opentraces.policy import TOOLS, DatasetSecurityPolicy, Tool, WorkflowSecurityContract
from steno.formats.opentraces.policy_rules import PolicyDocument
from steno.formats.opentraces.policy_tools import STANDS, Extent, Judged, Verdict, level, policy_of, uncovered
from steno.render.table import Column, table
from steno.render.terminal import Paint

_TOOLS: Final = (
    Column("TOOL"),
    Column("SAID", rank=4),
    Column("BY STENO", rank=2),
    Column("LEVEL", rank=3),
    Column("WHAT STENO DOES", rank=1),
)
_JUDGED: Final = (Column("TOOL"), Column("VERDICT"), Column("WHY"))


def tools_record(document: PolicyDocument) -> dict[str, JSON]:
    """What a document asks for, as JSON."""
    policy = policy_of(document)
    needed = level(policy.enabled_tools)
    return {
        "tools": [
            {
                "tool": tool,
                "said": said,
                "enabled": tool in policy.enabled_tools,
                "by_steno": STANDS[tool].extent.value,
                "level": STANDS[tool].level and str(STANDS[tool].level),
            }
            for tool, said in _said(document)
        ],
        "level": str(needed),
        "beside": list(uncovered(policy, needed)),
    }


def judged_record(found: Sequence[Judged]) -> list[JSON]:
    return [{"tool": each.tool, "verdict": each.verdict.value, "found": each.found} for each in found]


def tools(document: PolicyDocument, paint: Paint) -> Iterator[str]:
    """What a document asks for: every tool that it names, the level of redaction, and what Steno cannot stand for."""
    rows = [
        [tool, ", ".join(said), stand.extent.value, str(stand.level or ""), stand.what]
        for tool, said in _said(document)
        for stand in [STANDS[tool]]
    ]
    if not rows:
        yield paint("the policy names no tool, so it requires nothing")
        return
    yield from table(_TOOLS, rows, paint)
    policy = policy_of(document)
    needed = level(policy.enabled_tools)
    yield paint(f"level of redaction: {needed}")
    if beside := uncovered(policy, needed):
        yield paint(f"run these separately: {', '.join(beside)}")


def judged(name: str, found: Sequence[Judged], paint: Paint, *, meets: bool, unscanned: bool) -> Iterator[str]:
    """Whether a trace meets a policy, and what each enabled tool would say of it."""
    yield ""
    yield paint(f"{name}: {'meets' if meets else 'does not meet'} the policy", "bold")
    if unscanned:
        yield paint("the record was not scanned: security.scanned is not true")
    if found:
        yield from table(_JUDGED, [[each.tool, each.verdict.value, _why(each)] for each in found], paint)


def _why(each: Judged) -> str:
    stand = STANDS[each.tool]
    match each.verdict:
        case Verdict.FOUND:
            return ", ".join(f"{count} {kind}" for kind, count in each.found.items()) + " still there"
        case Verdict.OPEN:
            return f"run it separately; Steno does {stand.extent.value} of its work: {stand.what}"
        case Verdict.MET:
            return "nothing found" if stand.extent is Extent.ALL else "nothing found, and also run separately"


def _said(document: PolicyDocument) -> Iterator[tuple[Tool, list[str]]]:
    """Every tool that is named, with what is said of it."""
    part = document if isinstance(document, WorkflowSecurityContract) else policy_of(document)
    on = part.enabled_tools if isinstance(part, DatasetSecurityPolicy) else part.default_enabled_tools
    word = "enabled" if isinstance(part, DatasetSecurityPolicy) else "on by default"
    off = {each.tool: each.reason for each in part.overrides} if isinstance(part, DatasetSecurityPolicy) else {}
    lists = (
        ("required", part.required_tools), ("optional", part.optional_tools), (word, on),
        ("disallowed", part.disallowed_tools),
    )  # fmt: skip
    for tool in TOOLS:
        said = [name for name, listed in lists if tool in listed]
        if tool in off:
            said.append(f"turned off: {off[tool] or 'without a reason'}")
        if said:
            yield tool, said
