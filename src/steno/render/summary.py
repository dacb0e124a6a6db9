"""What is said when a trace has left: what was masked, what was lost, in words for people.  Prints nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from steno.contracts import Code
from steno.diagnostics import Diagnostic
from steno.redaction import Redacted
from steno.render.terminal import number_of

_LOOKED_FOR = {"secrets": "secrets", "pii": "secrets or personal data", "strict": "secrets or personal data"}
_CAPITALS = frozenset({"api", "aws", "iban", "ip", "jwt", "mac", "pgp", "ssh", "ssn", "uri", "url"})


def masked(done: Redacted) -> str:
    """Tells three things apart: what was masked, that nothing was found and in how much text, that nobody looked."""
    total = sum(done.masked.values())
    if done.level == "structure":
        return "all content; only the structure is kept"
    if done.level == "none":
        also = f", apart from {_kinds(done.masked)}" if total else ""
        return f"NOTHING: redaction is off (redact=none){also}"
    if total:
        return f"{number_of(total, 'value')}: {_kinds(done.masked)}"
    return f"nothing: no {_LOOKED_FOR[done.level]} found in {number_of(done.characters, 'character')} of text"


def _kinds(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(number_of(count, kind(name)) for name, count in ordered)


_SPELLED = {"unscanned": "unscanned text"}


def kind(name: str) -> str:
    """The type of a finding as people write it: `api_key` is an API key."""
    name = _SPELLED.get(name, name)
    return " ".join(word.upper() if word in _CAPITALS else word for word in name.split("_"))


def lost(losses: Iterable[Diagnostic], codes: Mapping[str, Code], *, listed: bool) -> Iterator[str]:
    """First what was said or done and is not there any more, a line for each code, then the rest in one line."""
    quiet: list[Diagnostic] = []
    content: dict[str, list[Diagnostic]] = {}
    for each in losses:
        if each.code in codes and codes[each.code].bookkeeping:
            quiet.append(each)
        else:
            content.setdefault(each.code, []).append(each)
    if not content:
        yield "nothing of what was said or done"
    for code, some in sorted(content.items(), key=lambda each: -_total(each[1])):
        name = codes[code].name.replace("-", " ") if code in codes else some[0].message
        yield f"{_total(some):,} × {name}{_parts(some)} ({code})"
    if quiet:
        hint = "" if listed else "; --losses FILE lists them"
        values, fields = number_of(_total(quiet), "value"), number_of(len(quiet), "field")
        yield f"ids, origins and other bookkeeping: {values} in {fields}{hint}"


def _total(losses: Iterable[Diagnostic]) -> int:
    return sum(each.count for each in losses)


def _parts(losses: Sequence[Diagnostic]) -> str:
    """Of which parts of an event, where they are of such: `: 6 in arguments, 4 in detail`."""
    found: Counter[str] = Counter()
    for each in losses:
        before, _, part = each.place.pointer.rpartition("/body/")
        if before:
            found[part] += each.count
    return ": " + ", ".join(f"{count:,} in {part}" for part, count in found.most_common()) if found else ""
