"""What a format, a rule and a pass are.  Knows the model and nothing else of ours."""

from __future__ import annotations

import enum
import errno
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, BinaryIO, NamedTuple, Protocol, TypedDict

from msgspec import Struct
from msgspec.structs import replace

from steno.base.files import Elsewhere
from steno.base.ids import Randomness
from steno.base.parts import Part, loaded
from steno.base.time import Clock
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.errors import Leak as Leak
from steno.errors import Unwritable
from steno.errors import UsageError as UsageError
from steno.model import JSON, Trace
from steno.model.kept import Kept
from steno.model.ledger import Style
from steno.model.words import NO_WORDS, Words

_IMPOSSIBLE = frozenset({
    errno.ENOENT, errno.EISDIR, errno.ENOTDIR, errno.EEXIST, errno.ENOTEMPTY, errno.ENAMETOOLONG, errno.ELOOP,
    errno.EINVAL,
})  # fmt: skip
"""Errors that say that a name cannot be written to by anybody: the user has to give another one."""
_TO_DO = {
    errno.ENOENT: "make its folder first, or name another place",
    errno.EISDIR: "name a file in it",
    errno.ENOTDIR: "part of the path is a file; name another place",
    errno.ENOSPC: "free some space, or write to another disk",
    errno.EDQUOT: "free some of your quota, or write to another disk",
    errno.EROFS: "name a place on a disk that can be written to",
    errno.EACCES: "name a place that you can write to",
    errno.EPERM: "name a place that you can write to",
}


def unwritable(what: str, error: OSError) -> UsageError | Unwritable:
    """Why nothing can be written: a name that cannot be is the user's mistake, anything else the machine's refusal.

    Its `hint` says what to do, where that is known.
    """
    message = f"cannot write {what}: {(error.strerror or str(error)).lower()}"
    mistaken = error.errno in _IMPOSSIBLE or isinstance(error, Elsewhere)
    known = UsageError(message) if mistaken else Unwritable(message)
    known.hint = _TO_DO.get(error.errno or 0, "")
    return known


class Ambient(Struct, frozen=True):
    """What the outside world gives: handed in, so that the same input gives the same bytes."""

    clock: Clock
    randomness: Randomness


class Code(Struct, frozen=True):
    """A diagnostic's documentation: `steno rule CODE` prints it."""

    code: str
    """Letters and three digits; never reused, never renumbered.  Three letters are Steno's own, others a user's."""
    name: str
    page: str
    """Markdown: what it means, and what to do."""
    severity: Severity = Severity.ERROR
    bookkeeping: bool = False
    """Of a loss: ids, origins and the like, nothing of what was said or done."""

    def __post_init__(self) -> None:
        if not _is_code(self.code):
            raise ValueError(f"{self.code!r} is not up to eight letters and three digits")
        if not self.page.strip():
            raise ValueError(f"{self.code} {self.name} has no page")

    def at(self, place: Place, message: str) -> Diagnostic:
        return Diagnostic(self.code, self.severity, message, place)


def _is_code(text: str) -> bool:
    letters, digits = text[:-3], text[-3:]
    is_plain = letters.isalpha() and letters.isupper() and digits.isdecimal() and text.isascii()
    return is_plain and len(letters) <= 8 and len(digits) == 3


class Finding(NamedTuple):
    """What a rule's check says: where, and what is there instead of what was expected."""

    pointer: str
    message: str
    line: int | None = None


Check = Callable[[Any], Iterator[Finding]]
Example = str | Callable[[], str]
"""A whole document, or what makes one.  It is made when a page or a test asks for it, never to check a file."""


class Strictness(enum.Enum):
    """How closely a document is looked at; each level includes those before it."""

    SCHEMA = "schema"
    """What the format's published schema asks for."""
    STRICT = "strict"
    """Everything that the specification says and a program can decide."""
    RELEASE = "release"
    """What must hold before others get the document."""
    ALL = "all"
    """Also what is legal and probably not meant."""

    def includes(self, other: Strictness) -> bool:
        order = list(Strictness)
        return order.index(self) >= order.index(other)


class Rule(Code, frozen=True, kw_only=True):
    """One sentence of a format's specification, executable.  It reads what the format's `load` returns."""

    check: Check
    examples: tuple[Example, Example]
    """One that the rule is silent on, and one on which it speaks: shown on the page and tested."""
    clause: str = ""
    """The specification's sentence, by its number in our notes."""
    level: Strictness = Strictness.SCHEMA
    """From which level on it is checked: at every one, unless the format's specification has several."""
    scans: bool = False
    """Whether it looks for secrets, as redaction does."""

    @property
    def good(self) -> str:
        return _made(self.examples[0])

    @property
    def bad(self) -> str:
        return _made(self.examples[1])

    def __call__(self, document: Any, place: Place, report: Report) -> None:
        for pointer, message, line in self.check(document):
            report(self.at(Place(place.path, line, pointer), message))


def _made(example: Example) -> str:
    return example if isinstance(example, str) else example()


def rule(
    code: str,
    *,
    good: Example,
    bad: Example,
    clause: str = "",
    severity: Severity = Severity.ERROR,
    level: Strictness = Strictness.SCHEMA,
    scans: bool = False,
) -> Callable[[Check], Rule]:
    """Make a rule of a generator: its name names the rule, its docstring is the page."""

    def decorate(check: Check) -> Rule:
        page = inspect.getdoc(check) or ""
        name = check.__name__.replace("_", "-")
        examples = (good, bad)
        return Rule(code, name, page, severity, check=check, examples=examples, clause=clause, level=level, scans=scans)

    return decorate


def rules_of(*namespaces: Mapping[str, object]) -> tuple[Rule, ...]:
    """Every rule that modules (their `vars`) hold by itself or in a tuple, in the order of the codes."""
    found: dict[str, Rule] = {}
    for namespace in namespaces:
        for value in namespace.values():
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, Rule) and found.setdefault(each.code, each) is not each:
                    raise ValueError(f"two rules are {each.code}: {found[each.code].name} and {each.name}")
    return tuple(found[code] for code in sorted(found))


class Reader(Protocol):
    """Tolerant and complete: bad input is a diagnostic, and reading goes on."""

    def read(self, stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]: ...


class Writer(Protocol):
    """Strict: writes only what the format allows, and reports every loss."""

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None: ...


class MakeWriter(Protocol):
    def __call__(self, words: Sequence[str], ambient: Ambient, report: Report) -> Writer:
        """A writer with the options given as `key=value` words; raises `UsageError`."""
        ...


class Lined(Struct, frozen=True):
    """What there is to know of a log of JSON lines besides its records, for who looks at these one by one."""

    words: Callable[[dict[str, JSON], int], Iterable[tuple[object, str] | None]]
    """The texts of a record that may go on in another text, each with what those have in common that may belong
    together; None for something that parts what stands before it from what stands behind.  What the texts of one
    record alone have in common is its number: these may be read in pieces.
    """
    cut: Callable[[str], list[str]]
    """The pieces of a text."""


class Parts(TypedDict, total=False):
    """The parts of a format: each as it is, or as the place from which it is imported when somebody asks for it.

    A format that is read needs `sniff` and `reader`, one that is written `writer` and `losses`; one with rules needs
    `load` and `rules`.  All others may be missing.
    """

    sniff: Part[Callable[[bytes], bool]]
    reader: Part[Reader]
    writer: Part[MakeWriter]
    losses: Part[tuple[Code, ...]]
    load: Part[Callable[[BinaryIO, Place, Report], Any]]
    rules: Part[tuple[Rule, ...]]
    codes: Part[tuple[Code, ...]]
    count: Part[Callable[[Trace], Mapping[str, JSON]]]
    kept: Part[Kept]
    streams: Part[tuple[str, ...]]
    words: Part[Words]
    lined: Part[Lined]
    options: Part[Mapping[str, Sequence[str]]]


class Format(Struct, frozen=True, eq=False, dict=True):
    """A trace format or an agent's log: what it is called, and what it is made of.

    `Parts` says which parts a format needs.  To ask for one imports that one and no other.
    """

    name: str
    """The word on the command line."""
    title: str
    parts: Parts
    summary: str = ""
    """One sentence for the table of formats."""
    letters: str = ""
    """The three with which the codes of its rules begin: they are found without loading the rules of others."""
    needs: tuple[str, ...] = ()
    """The passes that must have run before the trace is redacted."""
    derives: tuple[str, ...] = ()
    """The passes that run after that: what they compute comes from what is masked already."""
    lossless: tuple[str, ...] = ()
    """The options under which the writer gives back all of what was read from this format."""
    placeholders: Style = Style.OPEN_TOKEN
    """How it wants to see what was taken out."""
    suffixes: Mapping[str, str] = {}
    """How the names of its files end, by the option that makes them so; empty for an agent's, which are written back.
    """
    holds: tuple[bytes, ...] = ()
    """Texts of which one stands in the beginning of every file: `sniff` is imported and asked only where one does."""

    def knows(self, head: bytes) -> bool:
        """Whether a file that begins so is of this format."""
        if self.holds and not any(each in head for each in self.holds):
            return False
        return self.sniff is not None and self.sniff(head)

    def suffix(self, words: Sequence[str]) -> str:
        """How the name of a file ends that is written under these options; empty for the ending of what was read."""
        asked = (self.suffixes[word] for word in reversed(words) if word in self.suffixes)
        return next(asked, self.suffixes.get("", ""))

    def written_by(self, writer: MakeWriter) -> Format:
        """The same format with another writer."""
        return replace(self, parts={**self.parts, "writer": writer})

    @cached_property
    def sniff(self) -> Callable[[bytes], bool] | None:
        """Whether a file that begins so is of this format; None where it is not read.

        It is shown 64 KiB or, where no format knows its own by that, 1 MiB.
        """
        return loaded(self.parts["sniff"]) if "sniff" in self.parts else None

    @cached_property
    def reader(self) -> Reader | None:
        """None where Steno does not read the format."""
        return loaded(self.parts["reader"]) if "reader" in self.parts else None

    @cached_property
    def writer(self) -> MakeWriter | None:
        """None where Steno does not write the format."""
        return loaded(self.parts["writer"]) if "writer" in self.parts else None

    @cached_property
    def options(self) -> Mapping[str, Sequence[str]]:
        """The writer's own options with their values, the usual one first; none where any value may stand."""
        return loaded(self.parts.get("options", {}))

    @cached_property
    def losses(self) -> tuple[Code, ...]:
        """What the writer may have to leave out."""
        return loaded(self.parts.get("losses", ()))

    @cached_property
    def load(self) -> Callable[[BinaryIO, Place, Report], Any] | None:
        """What the rules read: the document as it stands, not as a trace."""
        return loaded(self.parts["load"]) if "load" in self.parts else None

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The sentences of the format's specification."""
        return loaded(self.parts.get("rules", ()))

    @cached_property
    def codes(self) -> tuple[Code, ...]:
        """What else reading and writing may report."""
        return loaded(self.parts.get("codes", ()))

    @cached_property
    def count(self) -> Callable[[Trace], Mapping[str, JSON]] | None:
        """What a file of this format holds, in the format's own terms."""
        return loaded(self.parts["count"]) if "count" in self.parts else None

    @cached_property
    def kept(self) -> Kept:
        """Where its records hold ids, hashes and sealed bytes, which redaction leaves alone."""
        return loaded(self.parts.get("kept", {}))

    @cached_property
    def streams(self) -> tuple[str, ...]:
        """Where in a record a piece of a text stands that goes on in the next: `payload.delta`."""
        return loaded(self.parts.get("streams", ()))

    @cached_property
    def lined(self) -> Lined | None:
        """How its lines hang together, where each is a record that is written back by itself."""
        return loaded(self.parts["lined"]) if "lined" in self.parts else None

    @cached_property
    def words(self) -> Words:
        """What its records are made of beside content, by which a masked file is read as before."""
        return loaded(self.parts.get("words", NO_WORDS))


class Pass(Protocol):
    """From trace to trace.  Says which facts it needs, makes and unmakes."""

    @property
    def name(self) -> str: ...
    @property
    def needs(self) -> frozenset[str]: ...
    @property
    def makes(self) -> frozenset[str]: ...
    @property
    def unmakes(self) -> frozenset[str]: ...
    def run(self, trace: Trace, report: Report) -> Trace: ...


class GoesOn(Struct, frozen=True):
    """What it takes to read on in a log of lines that are only added to."""

    reads: tuple[str, ...] = ()
    """The lifecycle records of which the last says something of all that follow: it is read with them."""
    repeats: bool = False
    """Whether a text may stand in several records that are matched by it alone."""
