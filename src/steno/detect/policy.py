"""What a user adds to detection and what a user lets stand.  Knows values, codes and paths, reads no file."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from steno.base.ids import sha256, tag
from steno.detect.engine import Engine
from steno.detect.mask import masks
from steno.detect.ner import Assisted, Recognizer
from steno.detect.rule import TYPES, Detector, Level
from steno.detect.shapes import MARK, ROUNDS, Shaped, find_bytes
from steno.detect.spans import Finder, Look, Span, Unscannable, looks, merged
from steno.detect.views.view import Edit, View

if TYPE_CHECKING:
    from steno.detect.marks import Judge

WITHIN = 256
"""How long a value may be that a pattern allows: a pattern is tried on all of it."""
PRIVATE = "private_key"
_ESCAPED = 3
"""How often a value may be escaped for JSON and still be known by its hash."""


class Allowance(Struct, frozen=True):
    """One reason to let findings stand: those for which everything holds that it says."""

    reason: str
    sha256: str = ""
    """Of the value in UTF-8."""
    placeholder: str = ""
    """What stands for the value under the policy's key: a keyed hash, which nobody can find by guessing."""
    text: str = ""
    """The value itself."""
    pattern: str = ""
    """What all of the value matches."""
    rule: str = ""
    path: str = ""
    """A glob, from the policy's folder on.  Only a scan of files has paths."""

    @property
    def by_hash(self) -> bool:
        return bool(self.sha256 or self.placeholder)

    def covers(self, found: Finding, key: bytes | None) -> bool:
        """Whether all that it says holds; a private key may stand only if its hash is named."""
        if found.type == PRIVATE and not self.by_hash:
            return False
        return (
            (not self.rule or self.rule == found.code)
            and (not self.path or (found.path is not None and globbed(self.path).fullmatch(found.path) is not None))
            and (not self.text or self.text == found.value)
            and (not self.pattern or (len(found.value) <= WITHIN and bool(re.fullmatch(self.pattern, found.value))))
            and (not self.sha256 or self.sha256 in _hashes(found.value))
            and (not self.placeholder or (key is not None and self.placeholder in _placeholders(found, key)))
        )


class Finding(NamedTuple):
    """What an allowance judges."""

    type: str
    code: str
    value: str
    path: str | None


class Policy(Struct, frozen=True):
    """What holds for a run, whoever asked for it."""

    allow: tuple[Allowance, ...] = ()
    extra: tuple[Detector, ...] = ()
    finders: tuple[Finder, ...] = ()
    """Engines that packages brought; each with the promises of `Finder`."""
    recognizers: tuple[Recognizer, ...] = ()
    seeds: bool = True
    """Whether what the machine knows of its user is masked too."""
    level: Level | None = None
    """What is looked for where a command does not say it."""
    file: str = ""
    """Where it was read, for messages."""
    root: str = ""
    """The folder from which paths are counted."""
    key: bytes | None = None
    """Of the placeholders that are allowed."""

    @property
    def adds_nothing(self) -> bool:
        """Whether there is nothing to look for besides what a level looks for."""
        return not (self.extra or self.finders or self.recognizers)

    def over(self, finder: Finder, level: Level) -> Allowed:
        """A finder at a level, with what the policy adds, and without what it allows."""
        extra = [Shaped(Engine(level, self.extra, make=None))] if self.extra else []
        finder = _joined(finder, [*extra, *map(_Checked, self.finders)])
        return Allowed(Assisted(finder, self.recognizers) if self.recognizers else finder, self)

    def guard(self, finder: Finder, level: Level) -> Finder:
        """The same for bytes on their way out: nothing in them has another shape, and models do not look twice."""
        if not self.allow and not self.extra:
            return finder
        return Allowed(_joined(finder, [Engine(level, self.extra)] if self.extra else []), self)


NOTHING = Policy()
"""Where nobody asks for anything."""


class Allowed:
    """A finder without the findings that a policy lets stand.  Counts them."""

    def __init__(
        self, finder: Finder, policy: Policy, path: str | None = None, suppressed: Counter[str] | None = None
    ) -> None:
        self._finder, self._policy, self._path = finder, policy, path
        self.suppressed: Counter[str] = Counter() if suppressed is None else suppressed
        """How many findings the policy let stand, by code."""

    @property
    def rules(self) -> Mapping[str, Detector]:
        """What the policy adds, by code."""
        return {rule.code: rule for rule in self._policy.extra}

    def at(self, path: Path) -> Allowed:
        """The same finder for the texts of one file, with one count."""
        if not any(each.path for each in self._policy.allow):
            return self
        return Allowed(self._finder, self._policy, _below(self._policy.root, path), self.suppressed)

    def find(self, text: str, start: int = 0) -> list[Span]:
        """What must be masked; what ends before `start` was counted before."""
        return self._kept(self._finder.find(text), start, lambda span: text[span.start : span.end])

    def looks(self, texts: Iterable[str]) -> Iterator[tuple[str, Look]]:
        """Those of the texts in which there may be something, each with what finds it there."""
        for text, look in looks(self._finder, texts):
            yield text, partial(self._seen, text, look)

    def _seen(self, text: str, look: Look) -> list[Span]:
        return self._kept(look(), 0, lambda span: text[span.start : span.end])

    def find_bytes(self, data: bytes, start: int = 0) -> list[Span]:
        """The same for a text in UTF-8, with offsets in bytes."""
        found = find_bytes(self._finder, data)
        return self._kept(found, start, lambda span: data[span.start : span.end].decode("utf-8", "surrogateescape"))

    def _kept(self, found: list[Span], start: int, spelled: Callable[[Span], str]) -> list[Span]:
        if not found or not self._policy.allow:
            return found
        kept = []
        for span in found:
            if not self.allows(span.type, span.code, span.value or spelled(span)):
                kept.append(span._replace(within=tuple(each for each in span.within if not self.allows(*each))))
            elif span.end > start:
                self.suppressed[span.code] += 1
        return kept

    def judge(self, judge: Judge) -> Judge:
        """A judge of named values that lets stand what the policy does."""

        def judged(name: str, value: str) -> str | None:
            kind = judge(name, value)
            if kind is None or not self.allows(kind, _named().get(kind, ""), value):
                return kind
            self.suppressed[_named().get(kind, "")] += 1
            return None

        return judged if self._policy.allow else judge

    def allows(self, kind: str, code: str, value: str) -> bool:
        """Whether a value may stand, that a rule found or that is masked without being found."""
        found = Finding(kind, code, value, self._path)
        for each in self._policy.allow:
            if each.covers(found, self._policy.key) and (each.by_hash or not self._hides(each, value)):
                return True
        return False

    def _hides(self, allowance: Allowance, value: str) -> bool:
        """Whether a value holds more than what is allowed: of findings that overlap, one name is left."""
        inner = self._finder.find(value)
        return any(span.type == PRIVATE or (allowance.rule and span.code != allowance.rule) for span in inner)


@cache
def _named() -> dict[str, str]:
    """The codes of the detectors that go by a name, by the type of what they find."""
    from steno.detect.every import CONTEXT  # costs start-up

    return {rule.type: rule.code for rule in CONTEXT if rule.name.startswith("named-")}


def _hashes(value: str) -> set[str]:
    """A hash may have been made with the line break that `echo` and files end in."""
    return {sha256((each + end).encode("utf-8", "surrogatepass")) for each in _readings(value) for end in ("", "\n")}


def _placeholders(found: Finding, key: bytes) -> set[str]:
    tags = [tag(key, found.type, each, 12) for each in _readings(found.value)]
    return {f"[REDACTED:{found.type}:{each[:digits]}]" for each in tags for digits in (8, 12)}


def _readings(value: str) -> Iterator[str]:
    """The value, and what it says where JSON spells it: bytes on their way out hold it so."""
    yield value
    for _ in range(_ESCAPED):
        if "\\" not in value:
            return
        import json  # costs start-up, and few values need it

        try:
            value = str(json.loads(f'"{value}"', strict=False))
        except ValueError:
            return
        yield value


def _below(root: str, path: Path) -> str | None:
    """The path from the root on; None where it is not below it.  Links are not followed: what they name is."""
    whole = Path(os.path.abspath(path))  # noqa: PTH100  Path.resolve() would follow links
    return whole.relative_to(root).as_posix() if root and whole.is_relative_to(root) else None


@cache
def globbed(glob: str) -> re.Pattern[str]:
    """`*` and `?` within a name, `**` over folders; every other character stands for itself."""
    parts = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    pieces = re.split(r"(\*\*/|\*\*|\*|\?)", glob)
    return re.compile("".join(parts.get(piece) or re.escape(piece) for piece in pieces), re.DOTALL)


def _joined(finder: Finder, others: Sequence[Finder]) -> Finder:
    return _Joined((finder, *others)) if others else finder


class _Joined:
    """Several finders as one."""

    def __init__(self, finders: Sequence[Finder]) -> None:
        self._finders = finders

    def find(self, text: str) -> list[Span]:
        found = self._all(text)
        # A placeholder for what one finder found may be where a word begins for another.
        for _ in range(ROUNDS):
            if not found:
                return []
            masked = View(text, [Edit(span.start, span.end, MARK) for span in found])
            more = self._all(masked.text)
            if not more:
                return found
            found = merged([*found, *(_placed(span, masked) for span in more)], text)
        raise Unscannable("masking kept uncovering new findings")

    def _all(self, text: str) -> list[Span]:
        return merged((span for each in self._finders for span in each.find(text)), text)


def _placed(span: Span, masked: View) -> Span:
    start, end = masked.in_original(span.start, span.end)
    return span._replace(start=start, end=end)


class _Checked:
    """A finder that somebody else wrote: an answer that cannot be is no answer at all."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder

    def find(self, text: str) -> list[Span]:
        found = [Span(*span) for span in self._finder.find(text)]
        kept = masks(text) if found else []
        for start, end, kind, *_ in found:
            if not 0 <= start < end <= len(text) or kind not in TYPES:
                raise Unscannable(f"a plug-in found {kind!r} from {start} to {end} of {len(text)} characters")
            if any(begins < end and start < ends for begins, ends in kept):
                raise Unscannable(f"a plug-in found {kind!r} in a placeholder")
        return found
