"""The folder of one trace: `trace.json`, `manifest.json`, `artifacts/`, `README.md`, and the proof that they agree.

Contents of artifacts are those that the trace itself holds, each in a file named by the SHA-256 of its bytes.  No file
of the machine is looked for: what a trace only names stays where it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from steno.base.exact import JSON, BadJSON, decode, encode, said
from steno.base.files import Unreadable, opened, written
from steno.base.ids import sha256
from steno.contracts import Code
from steno.diagnostics import Diagnostic, Place
from steno.formats.forsy import layout
from steno.formats.forsy.artifacts import listed
from steno.formats.forsy.manifest import manifest
from steno.formats.forsy.upgrade import repaired
from steno.formats.forsy.wire import HASH

Object = dict[str, JSON]

TRACE: Final = "trace.json"
MANIFEST: Final = "manifest.json"
README: Final = "README.md"
ARTIFACTS: Final = "artifacts"

UNLIKE = Code(
    "SRC121",
    "bundle-is-not-what-it-says",
    "A file of the bundle is missing, is not listed, or does not match the manifest: its hash, the id of its trace, "
    "the number of its steps. Somebody changed it, or it was not copied completely.",
)


class Content(NamedTuple):
    """What a trace holds of an artifact."""

    path: str
    data: bytes
    stated: JSON
    """The hash that the trace states for it."""

    @property
    def sha256(self) -> str:
        return sha256(self.data)

    def entry(self) -> Object:
        """What the manifest says of it: whether it is the artifact itself, or what is left of it."""
        own = f"{HASH}{self.sha256}"
        verified = None if self.stated is None else self.stated == own
        return {
            "path": self.path,
            "file": f"{ARTIFACTS}/{self.sha256}",
            "hash": own,
            "size": len(self.data),
            "verified": verified,
        }


def contents(document: Object) -> list[Content]:
    """What the trace holds of its artifacts, apart from diffs and from what is not for release."""
    return [
        Content(each["path"], content.encode("utf-8", "surrogatepass"), each.get("hash"))
        for each in listed(repaired(document.get("static_output")))
        if type(content := each.get("content")) is str and each.get("release_sensitivity") != "exclude"
    ]


def describe(document: Object, name: str, now: str, digest: str) -> Object:
    """The manifest of a bundle: that of its trace, and which files it has."""
    found = contents(document)
    suffixes = {Path(each.path).suffix.removeprefix(".") for each in found} | {"json", "md"}
    files = {"trace": TRACE, "manifest": MANIFEST}
    usual: Object = {
        "captured_at": now,
        "original_folder_name": name,
        "source_folder_names": [name],
        "source_trace_id": document.get("trace_id"),
        "source_files": files,
        "trace_slug": name,
    }
    said = manifest(document)
    whole = said | {key: value for key, value in usual.items() if said[key] is None}
    whole |= {
        "formats_available": sorted(suffixes - {""}),
        "artifacts": [each.entry() for each in found],
        "trace_hash": f"{HASH}{digest}",
    }
    return dict(sorted(whole.items()))


def write(folder: Path, document: Object, readme: str, name: str, now: str, out: BinaryIO) -> Object:
    """The files of a bundle, into an empty folder; the trace goes through `out`, which stands for its file.

    Returns the manifest.
    """
    digest = hashlib.sha256()
    for piece in layout.indented(document):
        digest.update(piece)
        out.write(piece)
    about = describe(document, name, now, digest.hexdigest())
    with written(folder / MANIFEST) as stream:
        stream.writelines(layout.indented(about))
    with written(folder / README) as stream:
        stream.write(readme.encode("utf-8", "replace"))
    for each in contents(document):
        (folder / ARTIFACTS).mkdir(mode=0o700, exist_ok=True)
        with written(folder / ARTIFACTS / each.sha256) as stream:
            stream.write(each.data)
    return about


# Reading


def load(folder: Path, name: str) -> Object:
    """A JSON object of the folder; raises `Unreadable`."""
    path = folder / name
    with opened(path) as stream:
        data = stream.read()
    try:
        value = decode(data).value
    except BadJSON as error:
        raise Unreadable(f"{path}: not JSON: {error}") from None
    if type(value) is not dict:
        raise Unreadable(f"{path}: not an object, expected a {name.removesuffix('.json')}")
    return value


def verify(folder: Path) -> Iterator[Diagnostic]:
    """Everything in which a bundle is not what its manifest says; raises `Unreadable` where it is none."""
    trace, about = load(folder, TRACE), load(folder, MANIFEST)
    yield from _differing(folder, trace, about)
    listed_files = about.get("artifacts")
    known: set[str] = set()
    for index, each in enumerate(listed_files if type(listed_files) is list else ()):
        place = Place(str(folder / MANIFEST), pointer=f"/artifacts/{index}")
        file, stated = (each.get("file"), each.get("hash")) if type(each) is dict else (None, None)
        if type(file) is not str or file != f"{ARTIFACTS}/{str(stated).removeprefix(HASH)}":
            yield UNLIKE.at(place, f"the file is {said(file)}, expected one in {ARTIFACTS}/ named after its hash")
            continue
        known.add(file)
        if (found := _digest(folder / file)) != stated:
            yield UNLIKE.at(place, f"{file} is {found or 'missing'}, expected {stated}")
    yield from _unlisted(folder, known)


def _differing(folder: Path, trace: Object, about: Object) -> Iterator[Diagnostic]:
    """What the manifest says of the trace, and the trace does not."""
    place = Place(str(folder / MANIFEST))
    if "trace_hash" in about and (found := _digest(folder / TRACE)) != about["trace_hash"]:
        yield UNLIKE.at(place, f"{TRACE} is {found}, expected {said(about['trace_hash'])}")
    now = manifest(trace)
    for key in ("trace_id", "schema_version", "total_steps", "total_turns"):
        if key in about and encode(about[key]) != encode(now[key]):
            yield UNLIKE.at(place, f"{key} is {said(about[key])}, but the trace says {said(now[key])}")


def _unlisted(folder: Path, known: set[str]) -> Iterator[Diagnostic]:
    inner = folder / ARTIFACTS
    for path in sorted(inner.iterdir()) if inner.is_dir() else ():
        if f"{ARTIFACTS}/{path.name}" not in known:
            yield UNLIKE.at(Place(str(path)), "the manifest does not list this file")


def _digest(path: Path) -> str | None:
    """The hash of a file's bytes; None where there is no such file."""
    try:
        # A link could lead out of the bundle.
        if path.is_symlink() or not path.is_file():
            return None
        with path.open("rb") as stream:
            return HASH + hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None
