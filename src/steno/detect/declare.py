"""The words in which Steno's own detectors are declared: one for each type of finding, judges, and kinds of examples.

What a finding is, as in `api_key(...)` or `person(...)`, decides from which level on it is masked.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Unpack

from steno.detect.examples import around, made, shown, unlike
from steno.detect.judge import SEP, apart, checksummed, mixed, opaque, tail, token, value
from steno.detect.patterns import deferred
from steno.detect.rule import OBSERVED, Detector, Examples, Traits, detector, level_of, varied

__all__ = [
    "SEP",
    "UUID",
    "address",
    "apart",
    "api_key",
    "around",
    "auth_token",
    "checksummed",
    "config",
    "cookie",
    "email",
    "identifier",
    "mixed",
    "opaque",
    "password",
    "person",
    "phone",
    "private_key",
    "secret",
    "shown",
    "tail",
    "token",
    "unlike",
    "value",
    "varied",
]

UNPUBLISHED = OBSERVED + "no public specification found"
UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"


def _declared(
    type: str,
    title: str,
    pattern: str,
    *,
    anchors: str | tuple[str, ...] = (),
    source: str = UNPUBLISHED,
    tokens: str | tuple[str, ...] = (),
    positives: Examples = (),
    negatives: Examples = (),
    **traits: Unpack[Traits],
) -> Detector:
    """A detector; `title` says its code, its name and what it finds: `SEC081 aws-appsync-key: A key of AWS AppSync.`

    Its anchors are what every match of the pattern begins with, unless it names others, with `|` between them, or has
    gates.  Its examples are templates: the `tokens` that it finds, which are shown where tokens stand, or whole texts.
    """
    head, _, what = title.partition(": ")
    code, name = head.split(" ")
    if not anchors and not traits.get("gates"):
        anchors = beginnings(pattern)
    elif isinstance(anchors, str):
        anchors = tuple(anchors.split("|"))
    if tokens:
        tokens = (tokens,) if isinstance(tokens, str) else tokens
        positives = positives or shown(name.upper().replace("-", "_"), *tokens)
        negatives = negatives or unlike((anchors or beginnings(pattern))[0], tokens[0])
    return detector(
        code, name, what, type=type, level=level_of(type), anchors=anchors, pattern=pattern, source=source,
        positives=made(*positives) if isinstance(positives, tuple) else positives,
        negatives=made(*negatives) if isinstance(negatives, tuple) else negatives, **traits,
    )  # fmt: skip


api_key = partial(_declared, "api_key")
auth_token = partial(_declared, "auth_token")
password = partial(_declared, "password")
cookie = partial(_declared, "cookie")
secret = partial(_declared, "secret")
private_key = partial(_declared, "private_key")
email = partial(_declared, "email")
phone = partial(_declared, "phone")
address = partial(_declared, "address")
person = partial(_declared, "person")
identifier = partial(_declared, "identifier")
config = partial(_declared, "config")

_LITERAL = r"(?:\\[^A-Za-z0-9|]|[^\\\[\](){}.?*+|^$])+"
_PART = deferred(rf"(?:\(\?:({_LITERAL}(?:\|{_LITERAL})*)\)|({_LITERAL}))(?![?*+{{])")
_ESCAPE = deferred(r"\\(.)")


def beginnings(pattern: str) -> tuple[str, ...]:
    """The literals that matches begin with: `lin_(?:api|oauth)_[a-z]+` begins with `lin_api_` or `lin_oauth_`."""
    parts: list[list[str]] = []
    at = 0
    while part := _PART().match(pattern, at):
        parts.append([_ESCAPE().sub(r"\1", each) for each in (part[1] or part[2]).split("|")])
        at = part.end()
    return tuple(map("".join, product(*parts))) if parts else ()
