"""Whether a trace meets the policy of a dataset: what its tools would still find in it.  Writes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from steno.formats.opentraces import policy_tools
from steno.formats.opentraces.policy_rules import PolicyDocument
from steno.formats.opentraces.policy_tools import Judged, Verdict
from steno.model import Trace
from steno.redaction import Redaction

if TYPE_CHECKING:
    from steno.detect.policy import Policy

_KEY: Final = bytes(32)
"""It makes marks, and nothing that is marked here leaves."""


class Judgement(Struct, frozen=True):
    """Whether a trace meets a policy."""

    name: str
    meets: bool
    unscanned: bool
    """Whether the trace itself says that nobody looked for secrets in it."""
    tools: list[Judged]


class Judge:
    """Looks at traces with the eyes of a policy; `beside` are the tools that were run apart from Steno."""

    def __init__(self, document: PolicyDocument, allowed: Policy, beside: Sequence[str]) -> None:
        self._asked, self._beside = policy_tools.policy_of(document), beside
        level = policy_tools.level(self._asked.enabled_tools)
        self._redact = Redaction(level=level.value, policy=allowed).masking(_KEY)

    def judgement(self, name: str, trace: Trace) -> Judgement:
        """What each enabled tool would say, by what a redaction would still take out."""
        self._redact.run(trace, lambda each: None)
        tools = policy_tools.judged(self._asked, self._redact.ledger, self._beside)
        unscanned = bool(tools) and policy_tools.says_unscanned(trace)
        meets = not unscanned and all(each.verdict is Verdict.MET for each in tools)
        return Judgement(name, meets, unscanned, tools)
