"""Reads the packages that a manifest names: whole, or from the part of one that an edit shows.  Knows no session."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from steno.base.exact import JSON

NAME = re.compile(r"@?[A-Za-z0-9][A-Za-z0-9._/-]{0,213}", re.ASCII)
"""What a package may be called."""
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(?:[<>=!~;@ ].*)?", re.ASCII)
_MODULE = re.compile(r"^[ \t]*(?:require[ \t]+)?([a-z0-9.-]+\.[a-z]{2,}/\S+)[ \t]+v\d", re.MULTILINE | re.ASCII)
_GEM = re.compile(r"^[ \t]*gem[ \t]+['\"]([A-Za-z0-9_-]+)['\"]", re.MULTILINE)
_HEX = re.compile(
    r"^[^#\n]{0,200}?\{[ \t]*:([a-z][a-z0-9_]*),[ \t]*(?:\"[~>=< 0-9.]|(?:git|github|path|in_umbrella|only):)",
    re.MULTILINE,
)
_LONGEST = 1 << 20
_JSON_SECTIONS = re.compile(r'\s*"(dependencies|devDependencies|peerDependencies|optionalDependencies)"\s*:\s*\{\s*')
_PHP_SECTIONS = re.compile(r'\s*"(require|require-dev)"\s*:\s*\{\s*')
_JSON_ENTRY = re.compile(r'\s*"([^"\s]{1,214})"\s*:\s*"[^"]*"\s*,?\s*')
_CARGO_SECTIONS = re.compile(r"\s*\[(?:workspace\.|target\..{1,200}\.)?(?:dev-|build-)?dependencies\]\s*")
_POETRY_SECTIONS = re.compile(r"\s*\[tool\.poetry\.(?:group\.[\w-]{1,80}\.)?(?:dev-)?dependencies\]\s*")
_TOML_ENTRY = re.compile(r"\s*([A-Za-z0-9][\w.-]{0,213})\s*=\s*[\"{'].*")
_TABLE = re.compile(r"\s*\[")
_LIST = re.compile(r"\s*dependencies\s*=\s*\[\s*")
_QUOTED = re.compile(r"\s*([\"'])([^\"']{1,300})\1\s*,?\s*(?:#.*)?")
_CLOSED = re.compile(r"\s*[}\]]\s*,?\s*")


class Manifest(NamedTuple):
    """How one kind of manifest is read."""

    name: re.Pattern[str]
    whole: Callable[[str], Iterator[str]]
    part: Callable[[str], Iterator[str]]
    """Of lines that are only some of its lines: what they alone prove."""


def packages(path: str, text: str, *, whole: bool) -> list[str] | None:
    """The packages that a manifest, or a part of one, names; None for a file that is none."""
    name = path.replace("\\", "/").rpartition("/")[2]
    found = next((each for each in _MANIFESTS if each.name.fullmatch(name)), None)
    if found is None:
        return None
    read = found.whole if whole else found.part
    return [each for each in read(text) if NAME.fullmatch(each)] if len(text) <= _LONGEST else []


def is_manifest(path: str) -> bool:
    return packages(path, "", whole=False) is not None


def _package_json(text: str) -> Iterator[str]:
    tree = _json(text)
    for key in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies"):
        yield from _keys(tree.get(key))


def _composer(text: str) -> Iterator[str]:
    tree = _json(text)
    for key in ("require", "require-dev"):
        yield from (name for name in _keys(tree.get(key)) if "/" in name)


def _pyproject(text: str) -> Iterator[str]:
    tree = _toml(text)
    project = _table(tree, "project")
    groups = [project.get("dependencies"), *_table(project, "optional-dependencies").values()]
    groups += _table(tree, "dependency-groups").values()
    for group in groups:
        for line in group if isinstance(group, list) else ():
            if isinstance(line, str):
                yield from _requirements(line)
    poetry = _table(_table(tree, "tool"), "poetry")
    tables = [poetry, *(each for each in _table(poetry, "group").values() if isinstance(each, dict))]
    for table in tables:
        for key in ("dependencies", "dev-dependencies"):
            yield from (name for name in _keys(table.get(key)) if name != "python")


def _cargo(text: str) -> Iterator[str]:
    tree = _toml(text)
    for table in (tree, _table(tree, "workspace")):
        for key in ("dependencies", "dev-dependencies", "build-dependencies"):
            yield from _keys(table.get(key))


def _requirements(text: str) -> Iterator[str]:
    for line in text.splitlines():
        bare = line.partition("#")[0].strip()
        if bare and not bare.startswith("-") and "://" not in bare and (found := _REQUIREMENT.fullmatch(bare)):
            yield found[1]


def _go(text: str) -> Iterator[str]:
    return (found[1] for found in _MODULE.finditer(text))


def _gems(text: str) -> Iterator[str]:
    return (found[1] for found in _GEM.finditer(text))


def _hex(text: str) -> Iterator[str]:
    return (found[1] for found in _HEX.finditer(text))


# Parts


def _within(
    text: str, opens: re.Pattern[str], closes: re.Pattern[str], entry: Callable[[str], str | None]
) -> Iterator[str]:
    """The entries of sections that begin in these lines: without its heading, a line proves nothing."""
    inside = False
    for line in text.splitlines():
        if opens.fullmatch(line):
            inside = True
        elif closes.match(line):
            inside = False
        elif inside and (name := entry(line)) is not None:
            yield name


def _key(line: str) -> str | None:
    found = _JSON_ENTRY.fullmatch(line)
    return found[1] if found else None


def _assigned(line: str) -> str | None:
    found = _TOML_ENTRY.fullmatch(line)
    return found[1] if found and found[1] != "python" else None


def _listed(line: str) -> str | None:
    found = _QUOTED.fullmatch(line)
    return next(_requirements(found[2]), None) if found else None


def _package_json_part(text: str) -> Iterator[str]:
    return _within(text, _JSON_SECTIONS, _CLOSED, _key)


def _composer_part(text: str) -> Iterator[str]:
    return (name for name in _within(text, _PHP_SECTIONS, _CLOSED, _key) if "/" in name)


def _cargo_part(text: str) -> Iterator[str]:
    return _within(text, _CARGO_SECTIONS, _TABLE, _assigned)


def _pyproject_part(text: str) -> Iterator[str]:
    yield from _within(text, _LIST, _CLOSED, _listed)
    yield from _within(text, _POETRY_SECTIONS, _TABLE, _assigned)


_MANIFESTS = (
    Manifest(re.compile(r"package\.json"), _package_json, _package_json_part),
    Manifest(re.compile(r"composer\.json"), _composer, _composer_part),
    Manifest(re.compile(r"pyproject\.toml"), _pyproject, _pyproject_part),
    Manifest(re.compile(r"Cargo\.toml"), _cargo, _cargo_part),
    Manifest(re.compile(r"requirements[\w.-]*\.txt"), _requirements, _requirements),
    Manifest(re.compile(r"go\.mod"), _go, _go),
    Manifest(re.compile(r"Gemfile"), _gems, _gems),
    Manifest(re.compile(r"mix\.exs"), _hex, _hex),
)


def _json(text: str) -> dict[str, JSON]:
    try:
        tree = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return {}  # the session wrote it so: it is no manifest
    return tree if isinstance(tree, dict) else {}


def _toml(text: str) -> dict[str, JSON]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}


def _table(tree: dict[str, JSON], key: str) -> dict[str, JSON]:
    value = tree.get(key)
    return value if isinstance(value, dict) else {}


def _keys(value: JSON) -> list[str]:
    return [key for key in value if isinstance(key, str)] if isinstance(value, dict) else []
