"""What a row must pass to be written: nothing is left in it that a tool of the policy is there to take out.

Whatever writes rows takes `Cleared`, and only this module makes one.  A finding that is left after redaction is masked
where it stands; where that cannot be done, the row is refused and told, never dropped in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from msgspec import Struct

from steno.base.ids import sha256, tag
from steno.dataset.security import Resolved
from steno.formats.opentraces.policy import Tools
from steno.pipeline import Looked

if TYPE_CHECKING:
    from steno.detect import Span
    from steno.redaction import Redaction

Look = Callable[[bytes], "list[Span]"]
"""What is found in bytes that are about to leave."""
_SEAL: Final = object()


class Cleared(Struct, frozen=True):
    """A row that may be written."""

    data: bytes
    """One line of JSON without its end."""
    tools: Tools
    """Those of the policy that have nothing left to find in it."""
    seal: object

    def __post_init__(self) -> None:
        if self.seal is not _SEAL:
            raise TypeError("only the gate clears a row")


class Finding(Struct, frozen=True):
    """What was left in a row after redaction.  Never holds the value."""

    code: str
    type: str
    tag: str
    """The keyed hash of the value, as in a placeholder."""
    masked: bool


class Passed(NamedTuple):
    """A row's payload and provenance, with nothing left in them."""

    payload: bytes
    provenance: bytes
    findings: tuple[Finding, ...]


class Refused(NamedTuple):
    reason: str
    findings: tuple[Finding, ...]


class Gate:
    """For the rows of one build."""

    def __init__(self, security: Resolved, look: Look, key: bytes) -> None:
        self._security, self._look, self._key = security, look, key

    def passes(self, payload: Looked, provenance: Looked) -> Passed | Refused:
        """A row after the last look, masked where that found something."""
        payload, provenance = _without_keys(payload), _without_keys(provenance)
        if not payload.found and not provenance.found:
            return Passed(payload.data, provenance.data, ())
        findings: list[Finding] = []
        one, two = self._masked(payload, findings), self._masked(provenance, findings)
        if one is None or two is None:
            return Refused(f"{findings[-1].code} is left and cannot be masked", _left(findings))
        return Passed(one, two, tuple(findings))

    def clear(self, passed: Passed, id: str) -> Cleared:
        """The line of a row that has passed."""
        payload = passed.payload[1:-1]
        between = b"," if payload else b""
        line = b'{"id":"%s",%s%s"provenance":%s}' % (id.encode(), payload, between, passed.provenance)
        return Cleared(line, self._security.cleared_by, _SEAL)

    def restored(self, data: bytes, kept: Kept, policy: str) -> list[Cleared]:
        """The rows of a part file; raises `Tampered` where they are not those that were cleared under this policy."""
        if kept.policy != policy or kept.sha256 != sha256(data):
            raise Tampered("the part is not the one that was cleared")
        rows = (data[at : at + length] for at, length in kept.rows)
        return [Cleared(line, self._security.cleared_by, _SEAL) for line in rows]

    def _masked(self, line: Looked, findings: list[Finding]) -> bytes | None:
        """A line with a placeholder for what was found in it; None where it would be no JSON, or still hold it."""
        data, end = bytearray(line.data), len(line.data)
        for span in sorted(line.found, key=lambda each: -each.start):
            value = span.value or line.data[span.start : span.end].decode("utf-8", "replace")
            mark = tag(self._key, span.type, value)
            stop = min(span.end, end)
            if span.start >= stop:
                continue  # part of one that is masked already
            data[span.start : stop] = f"[REDACTED:{span.type}:{mark}]".encode()
            end = span.start
            findings.append(Finding(span.code, span.type, mark, True))
        made = bytes(data)
        try:
            msgspec.json.decode(made)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None
        return None if self._look(made) else made


class Kept(NamedTuple):
    """What is known of the rows in a part file."""

    policy: str
    sha256: str
    rows: Sequence[tuple[int, int]]
    """Where each begins, and how long it is."""


class Tampered(Exception):
    """A part file that somebody changed, or that another policy made."""


def _without_keys(line: Looked) -> Looked:
    """A line without what was found in its keys: they are names of columns, and a password may be spelled like one.

    What a session says is never a key of a row: a value of many shapes is a text.
    """
    return line._replace(found=[span for span in line.found if not _is_key(line.data, span)]) if line.found else line


def _is_key(data: bytes, span: Span) -> bool:
    return data[max(0, span.start - 2) : span.start] in (b'{"', b',"') and data[span.end : span.end + 2] == b'":'


def _left(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(Finding(each.code, each.type, each.tag, False) for each in findings)


def looking(redaction: Redaction, stood: frozenset[str] = frozenset()) -> Look:
    """What finds tokens with a known form in bytes on their way out, but for words that were let `stand`."""
    from steno.detect import Level, finders
    from steno.detect.policy import NOTHING
    from steno.detect.shapes import find_bytes

    level = Level.SECRETS if redaction.level == "structure" else Level(redaction.level)
    finder = (redaction.policy or NOTHING).guard(finders.tokens(level), level)

    def look(data: bytes) -> list[Span]:
        found = find_bytes(finder, data)
        return [span for span in found if data[span.start : span.end].decode("latin-1") not in stood]

    return look
