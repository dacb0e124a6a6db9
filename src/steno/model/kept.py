"""Where in a trace stands what redaction leaves alone, and in which shape.  Knows paths and shapes, no secrets."""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Iterable, Mapping

from steno.base.patterns import deferred


class Shape:
    """What a value at a path must look like; one that does not is an ordinary text."""

    __slots__ = ("fits", "name", "sealed")

    def __init__(self, name: str, fits: Callable[[str], object], *, sealed: bool = False) -> None:
        """`fits` says whether a value is as promised; `sealed` are bytes that nobody here can read, and that are worth
        nothing when one of them is missing.
        """
        self.name, self.fits, self.sealed = name, fits, sealed


_BASE64 = deferred(r"[A-Za-z0-9+/]+={0,2}")
_BASE64_URL = deferred(r"[A-Za-z0-9_-]+={0,2}")
_DATA_URL = deferred(r"data:image/[a-z0-9.+-]{1,40};base64,")
_HASH = deferred(r"(?:sha(?:1|256|384|512)[:-])?[0-9A-Fa-f]{7,128}")
_SHORTEST = 64
"""A shorter one may be a key."""
_SAMPLE = 192
_GLANCE = 16
_BEGINS = deferred(rf"[A-Za-z0-9+/_-]{{{_GLANCE}}}")
_CONTROL = deferred(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_IMAGE = deferred(
    rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|RIFF.{4}WEBP|BM.{4}\0\0\0\0|II\*\0|MM\0\*|\0\0\x01\0|.{4}ftyp", re.DOTALL
)


def _sealed(value: str) -> bool:
    """Base64 of bytes that are no text."""
    if len(value) < _SHORTEST or not _whole(value):
        return False
    sample = _decoded(value)
    return _binary(sample) or _binary(_decoded(sample.decode("latin-1")))  # some proxies encode a signature twice


def _whole(value: str) -> bool:
    """Whether it is base64 in one of its alphabets, with all of its last group."""
    if not (_BASE64().fullmatch(value) or _BASE64_URL().fullmatch(value)):
        return False
    return len(value.rstrip("=")) % 4 != 1 and ("=" not in value or len(value) % 4 == 0)


def _binary(sample: bytes) -> bool:
    if _CONTROL().search(sample):
        return True
    try:
        sample[:-4].decode()  # the last character may be cut
    except UnicodeDecodeError:
        return True
    return False


def _image(value: str) -> bool:
    """Base64 of an image, by its first bytes, or a `data:` URL of it."""
    bare = payload(value)
    if len(bare) > _GLANCE and not _BEGINS().match(bare):
        return False  # most texts: before anything is decoded
    return _IMAGE().match(_decoded(bare)) is not None and _whole(bare)


def payload(value: str) -> str:
    """The base64 of a `data:` URL, or the value itself."""
    address = _DATA_URL().match(value)
    return value[address.end() :] if address else value


def _decoded(value: str) -> bytes:
    sample = value[:_SAMPLE].rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return binascii.a2b_base64(sample[: len(sample) // 4 * 4], strict_mode=True)
    except (binascii.Error, ValueError):
        return b""


ID = Shape("id", re.compile(r"[A-Za-z0-9_#][A-Za-z0-9_.:|#~-]{0,127}").fullmatch)
"""An id of any make, a UUID too: short, of one word, with nothing in it that a mail address or a path has."""
HASH = Shape("hash", lambda value: _HASH().fullmatch(value))
SEALED = Shape("sealed", _sealed, sealed=True)
"""A signature, encrypted content."""
IMAGE = Shape("image", _image, sealed=True)

Kept = Mapping[str, Shape]
"""Paths from the trace, such as `events[].residue.message.id`, each with the shape of what stands there.

`[]` is every item of a list, `*` every value of an object, `{}` at the end the keys of an object.
"""

_STEP = deferred(r"\[\]|\{\}|[^.\[\]{}]+")


class Paths(dict[str, "Paths"]):
    """Paths as a tree: the next step leads to what stands there."""

    shape: Shape | None = None

    @classmethod
    def of(cls, kept: Iterable[Kept]) -> Paths:
        root = cls()
        for path, shape in (item for each in kept for item in each.items()):
            node = root
            for step in _STEP().findall(path):
                node = node.setdefault(step, cls())
            node.shape = shape
        return root

    def down(self, *steps: str) -> Paths | None:
        """What stands some steps further, where any path goes there."""
        node: Paths | None = self
        for step in steps:
            node = None if node is None else node.get(step)
        return node


def under(prefixes: Iterable[str], kept: Kept) -> dict[str, Shape]:
    """The same paths below each prefix."""
    return {prefix + path: shape for prefix in prefixes for path, shape in kept.items()}


def paths(*names: str, shape: Shape) -> dict[str, Shape]:
    return dict.fromkeys(names, shape)


_EVENT_IDS = (
    "uid", "native", "parent", "replies_to", "echo_of", "call", "call_ids.*", "response", "span", "parallel",
    "child_run", "context", "origin.of[]",
)  # fmt: skip

MODEL: Kept = {
    **under(["events[]."], paths(*_EVENT_IDS, shape=ID)),
    "events[].body.sha256": HASH,
    # A tool may return an image in the shape of any provider.
    **under(["events[].body.content[]."], paths("data", "image_url", "image_url.url", "source.data", shape=IMAGE)),
    "header.ids.*[]": ID,
    "header.sources[].ids.*[]": ID,
    "header.actors.*.instance": ID,
    "header.sources[].sha256": HASH,
    "header.system_prompts{}": HASH,
    "notes[].target": ID,
    "notes[].evidence[]": ID,
    "patches[].id": ID,
    "patches[].event": ID,
    "patches[].before": HASH,
    "patches[].after": HASH,
    "patches[].content": ID,
    "patches[].superseded_by[]": HASH,
    **under(["patches[].anchor."], paths("commit", "blob", "patch_id", shape=HASH)),
    "git_links[].commit": HASH,
    "git_links[].patches[]": ID,
    "attributions[].commit": HASH,
    "attributions[].event": ID,
    "attributions[].hash": ID,
    "attributions[].original.hash": ID,
    "artifacts[].event": ID,
    "artifacts[].sha256": HASH,
}
"""The model's own fields, whatever format a trace was read from."""
