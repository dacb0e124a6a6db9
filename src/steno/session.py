"""From a user's word to a trace: finds the files that are meant and reads them, sub-agents included."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from msgspec import UNSET, Struct, UnsetType

from steno import pipeline, registry, sources
from steno.base.counts import number_of
from steno.base.files import Unreadable, ahead, decompressed, opened, peek
from steno.base.patterns import deferred
from steno.diagnostics import Place, Report
from steno.errors import NotFound as NotFound
from steno.family import holder, near
from steno.formats.heads import DATABASE
from steno.model import Artifact, Event, Kind, Trace
from steno.model.replay import marked
from steno.notes import sidecar
from steno.passes.attach import attach, elsewhere
from steno.passes.join import join
from steno.passes.prefix import ABSENT, prefix
from steno.sources import UNREAD, Places, Session

STDIN = "-"
LATEST = "@latest"
CURRENT = "@current"
"""The session in which the caller runs: only who knows the machine can tell."""

Find = Callable[[], list[Session]]
"""The sessions of this machine, newest first; called only where a word needs them."""

_NTH = deferred(r"@-([1-9]\d{0,8})", re.ASCII)
_FILE = deferred(r".*(?:/|\\|\.(?:jsonl?|ndjson|gz|zst)$)", re.DOTALL)


class Input(Struct, frozen=True):
    """What a word means: a file, or standard input where there is no path."""

    name: str
    """For messages."""
    path: Path | None
    agent: str | None = None
    """Whose session it is, where that is known without looking into it."""
    notes: Path | None = None
    """Where notes on it are kept, whether or not there are any."""
    inner: str = ""
    """Which of the sessions in the file is meant; without it, all of them."""


class Overview(Struct, frozen=True, omit_defaults=True):
    """What a list of sessions says of one."""

    turns: int
    tools: int
    """Tool calls."""
    project: str | UnsetType = UNSET
    """The working directory in which it began."""
    started: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    """Its title, or the first line of its first prompt."""


def resolve(word: str, find: Find) -> Input:
    """The input that a word names: `-`, a path, `@latest`, `@-2`, `agent:id`, or the beginning of an id."""
    if word == STDIN:
        return Input("<stdin>", None)
    path = Path(word)
    if word and (_exists(path) or _FILE().match(word)):
        return Input(word, path)
    agent, colon, rest = word.partition(":")
    sessions = find()
    if colon and agent in sources.names():
        sessions, word = [each for each in sessions if each.agent == agent], rest
    found = _nth(word, sessions) if word.startswith("@") else _by_id(word, sessions)
    return Input(str(found.path), found.path, found.agent, inner=found.inner)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long for a name, or with a NUL
        return False


def _nth(word: str, sessions: Sequence[Session]) -> Session:
    nth = _NTH().fullmatch(word)
    if word != LATEST and not nth:
        hint = "@-1 is the newest session, @-2 the one before; @current is the one that you run in"
        raise NotFound(f"{word!r} is neither @latest, @current nor @-N", hint)
    number = int(nth[1]) if nth else 1
    if number > len(sessions):
        raise NotFound(f"{word}: sessions on this machine: {len(sessions)}", "give a path, or - for standard input")
    return sessions[number - 1]


def _by_id(word: str, sessions: Sequence[Session]) -> Session:
    matches = [each for each in sessions if word and each.id.startswith(word)]
    exact = [each for each in matches if each.id == word]
    if len(exact) == 1 or len(matches) == 1:
        return (exact or matches)[0]
    if not matches:
        raise NotFound(
            f"no file {word!r}, and no session id begins with it" if word else "the name of the session is empty",
            "`steno ls` lists the sessions; give a path for any other file, or - for standard input",
        )
    shown = ", ".join(f"{each.agent}:{each.id}" for each in matches[:5])
    more = f" and {len(matches) - 5} more" if len(matches) > 5 else ""
    hint = "give more of the id" if not exact else "name the file: " + ", ".join(str(each.path) for each in exact[:5])
    raise NotFound(f"{len(matches)} session ids begin with {word!r}: {shown}{more}", hint)


Watch = Callable[[BinaryIO, int], None]
"""Called with each file that is opened, and its size."""


@contextmanager
def stream(source: Input, stdin: BinaryIO) -> Iterator[BinaryIO]:
    """An input's bytes, decompressed; raises `Unreadable`."""
    if source.path is None:
        try:
            data = stdin.read()
        except OSError as error:
            raise Unreadable(f"{source.name}: {(error.strerror or str(error)).lower()}") from None
        yield decompressed(io.BytesIO(data))
    else:
        with opened(source.path) as file:
            yield file


def known_as(source: Input, file: BinaryIO, format: str | None) -> tuple[str | None, BinaryIO]:
    """The format to read an input as, None where its content alone decides, and its bytes from the beginning.

    What lies among an agent's sessions is a session if its content says so, if nothing is in it yet, or if it is JSON
    of a kind that nobody here knows: then it is one of that agent's.  So is a file of protocol buffers, of which the
    agent's reader says why there is nothing to read.  Anything else raises `UnknownFormat`.
    """
    if format is not None or source.agent is None:
        return format, file
    file = ahead(file, pipeline.HEAD)
    head = peek(file, pipeline.HEAD)
    own = registry.formats[source.agent]
    unknown = not head.strip() or head.lstrip().startswith(b"{") or head.startswith(DATABASE)
    unknown = unknown or source.name.endswith(".pb")
    if own.sniff is not None and own.sniff(head):
        return own.name, file
    try:
        return pipeline.sniffed(head, source.name).name, file
    except pipeline.UnknownFormat:
        if not unknown:
            raise
        return own.name, file


def read(
    source: Input,
    stdin: BinaryIO,
    report: Report,
    *,
    format: str | None = None,
    subagents: bool = False,
    watch: Watch = lambda stream, size: None,
) -> Iterator[Trace]:
    """The traces of an input, with the notes on it; with `subagents`, the runs it started joined into it."""
    traces = _traces(source, stdin, report, format, subagents=subagents, watch=watch)
    entries = [] if source.notes is None else sidecar.read(source.notes, report)
    return _noted(traces, entries, source, report) if entries else traces


def _noted(traces: Iterator[Trace], entries: list[sidecar.Entry], source: Input, report: Report) -> Iterator[Trace]:
    """The trace of an input with the notes on it; several traces stay without them, as nobody knows whose they are."""
    from steno.notes.merge import SEVERAL, merge  # costs start-up, and few sessions have notes

    place = Place(str(source.notes))
    first, second = next(traces, None), next(traces, None)
    if first is None:
        return
    if second is None:
        yield merge(first, entries, place, report, with_steps)
    else:
        report(SEVERAL.at(place, f"{number_of(len(sidecar.live(entries)), 'note')} on a file with several traces"))
        yield from (first, second)
        yield from traces


def with_notes(trace: Trace, notes: Path, report: Report) -> Trace:
    """A trace with the notes in a file, all of which are on it."""
    from steno.notes.merge import merge  # costs start-up, and few sessions have notes

    entries = sidecar.read(notes, report)
    return merge(trace, entries, Place(str(notes)), report, with_steps) if entries else trace


def with_steps(trace: Trace) -> Trace:
    """A trace with its steps, as every view of them counts them."""
    return pipeline.apply([registry.passes["pair"], registry.passes["derive"]], trace, lambda each: None)


def enriched(trace: Trace) -> Trace:
    """A trace with its steps, and with everything else that its log shows."""
    return pipeline.apply([registry.passes["enrich"]], with_steps(trace), lambda each: None)


def _traces(
    source: Input, stdin: BinaryIO, report: Report, format: str | None, *, subagents: bool, watch: Watch
) -> Iterator[Trace]:
    with stream(source, stdin) as file:
        if source.path is not None:
            watch(file, source.path.stat().st_size)
        named, file = known_as(source, file, format)
        for trace in pipeline.read(file, Place(source.name), report, named):
            if source.inner and own_id(trace) != source.inner:
                continue
            places = sources.places(trace.header.sources[0].format) if trace.header.sources else None
            yield _whole(trace, source.path, places, report) if subagents and places is not None else trace


_OWN = ("thread", "session", "conversation", "run")


def own_id(trace: Trace) -> str:
    """The id of a trace among those in one file, as it states it; empty where it states none."""
    return next((values[0] for name in _OWN if (values := trace.header.ids.get(name))), "")


def _whole(trace: Trace, path: Path | None, places: Places, report: Report) -> Trace:
    """A session's trace with what lies around its file: trails, sub-agents, large outputs."""
    if path is None:
        return join(trace, [], report)
    trace = _audited(trace, path, places, report)
    trace = _continued(trace, path, places, report, frozenset({path}))
    trace = join(trace, list(_children(trace, path, places, report)), report)
    return attach(trace, list(_outputs(trace, path, places, report)))


def _children(trace: Trace, path: Path, places: Places, report: Report) -> Iterator[Trace]:
    """The traces of a session's sub-agents; one that cannot be read is a diagnostic."""
    if places.is_child(path):
        return
    format, ids = trace.header.sources[0].format, trace.header.ids.get("session", ())
    for child in places.children(path, report):
        yield from _child(child, format, (), report)
    if ids:
        for child in places.beside(path, report):
            yield from _child(child, format, ids, report)
    if places.kin is not None:
        yield from _threads(trace, path, places, report, {path})


def _threads(trace: Trace, path: Path, places: Places, report: Report, seen: set[Path]) -> Iterator[Trace]:
    """The traces of the sub-agents that a session started itself, and of theirs, where they lie among all others."""
    started = (event.child_run for event in trace.events if not event.signs.replayed)
    for child in near(path, places, (run for run in started if isinstance(run, str)), report):
        if child not in seen:
            seen.add(child)
            for run in _child(child, trace.header.sources[0].format, (), report):
                yield run
                yield from _threads(run, child, places, report, seen)


def _continued(trace: Trace, path: Path, places: Places, report: Report, seen: frozenset[Path]) -> Trace:
    """A trace with its beginning, where that stands in another log; what it copies from one is marked as that one's."""
    format = trace.header.sources[0].format
    if (base := places.base(trace.header)) is not None:
        found = holder(path, places, base, report)
        before = next(_child(found, format, (), report), None) if found is not None and found not in seen else None
        if found is None or before is None:
            report(ABSENT.at(Place(str(path)), f"the beginning is in the log {base.log!r}, which was not found"))
            return trace
        before = _continued(before, found, places, report, seen | {found})
        return prefix(trace, before, base.length(before.events), base.log)
    if not any(event.signs.replayed for event in trace.events):
        for origin in near(path, places, trace.header.ids.get("forked_from", ()), report):
            for other in _child(origin, format, (), report):
                return marked(trace, other)
    return trace


def _audited(trace: Trace, path: Path, places: Places, report: Report) -> Trace:
    """The trace with what the trails that others keep of its runs say of them."""
    if places.audited is None:
        return trace
    for trail in places.audits(path):
        try:
            with opened(trail) as file:
                trace = places.audited(trace, file, Place(str(trail)), report)
        except Unreadable as error:
            report(UNREAD.at(Place(str(trail)), str(error)))
    return trace


def _outputs(trace: Trace, path: Path, places: Places, report: Report) -> Iterator[Artifact]:
    """The files that results name as holding their full output, by size and hash."""
    if not (wanted := set(elsewhere(trace).values())):
        return
    for file in places.outputs(path, report):
        if file.name in wanted:
            try:
                yield Artifact(name=file.name, media_type="text/plain", size=file.stat().st_size, sha256=digest(file))
            except OSError as error:
                report(UNREAD.at(Place(str(file)), str(error)))


def digest(path: Path) -> str:
    """The SHA-256 of a file as it lies there."""
    import hashlib  # costs start-up, and few results lie in files of their own

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _child(path: Path, format: str, ids: Sequence[str], report: Report) -> Iterator[Trace]:
    """The run in a sub-agent's file; where ids are given, only if it is of one of these sessions."""
    marks = [id.encode("utf-8", "surrogatepass") for id in ids]
    try:
        with opened(path) as file:
            if marks and not any(mark in peek(file, pipeline.HEAD) for mark in marks):
                return  # a cheap look, before the whole is read
            for run in pipeline.read(file, Place(str(path)), report, format):
                if not ids or set(ids) & set(run.header.ids.get("session", ())):
                    yield run
    except Unreadable as error:
        report(UNREAD.at(Place(str(path)), str(error)))


def project(trace: Trace) -> str | UnsetType:
    """The directory in which a session began."""
    cwd = trace.header.environment.get("cwd")
    first = cwd[0] if isinstance(cwd, list) and cwd else cwd
    return first if isinstance(first, str) else UNSET


def overview(trace: Trace) -> Overview:
    """What a list of sessions says of a trace."""
    header = trace.header
    times = (event.time for event in trace.events if isinstance(event.time, str))
    own = [event for event in trace.events if not event.signs.replayed]
    calls = [event for event in own if event.kind is Kind.TOOL_CALL and event.echo_of is UNSET]
    unnamed = sum(not isinstance(event.call, str) for event in calls)
    return Overview(
        turns=_turns(trace.events) - _turns(event for event in trace.events if event.signs.replayed),
        tools=len({event.call for event in calls if isinstance(event.call, str)}) + unnamed,
        project=project(trace),
        started=header.started if isinstance(header.started, str) else next(times, UNSET),
        title=header.title if isinstance(header.title, str) else _first_prompt(trace),
    )


def _turns(events: Iterable[Event]) -> int:
    return max((event.turn for event in events if isinstance(event.turn, int)), default=0)


def belongs(seen: Overview, project: str) -> bool:
    """Whether a session began in a directory or below it, or in one of that name."""
    if not isinstance(seen.project, str):
        return False
    where = Path(seen.project)
    return where.name == project or where.is_relative_to(Path(project).absolute())


def _first_prompt(trace: Trace) -> str | UnsetType:
    from steno.speech import joined, request  # costs start-up, and most files are read without a title

    words = joined(request(trace.header, trace.events)) or ""
    return next((line.strip() for line in words.splitlines() if line.strip()), UNSET)
