"""Says on which packages a session's project depends: by the manifests that it saw, and by what it installed.

Reads the manifests and install commands of the usual package managers.  A name is as the manifest or command has it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator

import msgspec

from steno import shell
from steno.base.exact import JSON
from steno.model import Note
from steno.model.steps import derived
from steno.passes.enrich.seen import Done, Seen, code

DEPENDENCIES = code(
    "040", "dependencies",
    "The packages named in a manifest that the session read in full or wrote, and those that it installed with "
    "a command that did not fail; without versions, in alphabetical order.  Manifests are `package.json`, "
    "`pyproject.toml`, `requirements*.txt`, `Cargo.toml`, `go.mod`, `Gemfile` and `composer.json`.  Imports in code "
    "and packages in folders do not count.",
)  # fmt: skip
CODES = (DEPENDENCIES,)

_NAME = re.compile(r"@?[A-Za-z0-9][A-Za-z0-9._/-]{0,213}", re.ASCII)
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(?:[<>=!~;@ ].*)?", re.ASCII)
_MODULE = re.compile(r"^[ \t]*(?:require[ \t]+)?([a-z0-9.-]+\.[a-z]{2,}/\S+)[ \t]+v\d", re.MULTILINE | re.ASCII)
_GEM = re.compile(r"^[ \t]*gem[ \t]+['\"]([A-Za-z0-9_-]+)['\"]", re.MULTILINE)
_CAT = re.compile(r"\s*cat\s+(['\"]?)([^\s'\"|;&<>]+)\1\s*")
_LONGEST = 1 << 20


def notes(seen: Seen) -> Iterator[Note]:
    found: dict[str, tuple[str, ...]] = {}
    for done in seen.calls:
        if done.failed:
            continue
        for names, uid in _manifest(done):
            for name in names:
                found.setdefault(name, uid)
    for command, done in seen.commands:
        if not done.failed:
            for name in installed(command):
                found.setdefault(name, done.uids)
    if found:
        of = tuple(dict.fromkeys(uid for uids in found.values() for uid in uids))
        yield derived(DEPENDENCIES.name, "dependencies", sorted(found), of=of)


# Manifests


def _manifest(done: Done) -> Iterator[tuple[list[str], tuple[str, ...]]]:
    path, text = _file(done)
    if path is None or text is None or len(text) > _LONGEST:
        return
    name = path.replace("\\", "/").rpartition("/")[2]
    reader = next((read for pattern, read in _MANIFESTS if pattern.fullmatch(name)), None)
    if reader is not None:
        yield [each for each in reader(text) if _NAME.fullmatch(each)], done.uids


def _file(done: Done) -> tuple[str | None, str | None]:
    """A file that a call read or wrote whole, and what it held."""
    detail = done.detail
    if isinstance(file := detail.get("file"), dict) and isinstance(file.get("content"), str):
        whole = file.get("numLines") == file.get("totalLines") and file.get("startLine") in (None, 0, 1)
        return (done.path, file["content"]) if whole else (None, None)
    content = done.arguments.get("content")
    if isinstance(content, str) and done.path is not None:
        return done.path, content
    command = done.command
    if command is not None and (printed := _CAT.fullmatch(command)):
        return printed[2], done.output.rpartition("Output:\n")[2]
    return None, None


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


_MANIFESTS: tuple[tuple[re.Pattern[str], Callable[[str], Iterator[str]]], ...] = (
    (re.compile(r"package\.json"), _package_json),
    (re.compile(r"composer\.json"), _composer),
    (re.compile(r"pyproject\.toml"), _pyproject),
    (re.compile(r"Cargo\.toml"), _cargo),
    (re.compile(r"requirements[\w.-]*\.txt"), _requirements),
    (re.compile(r"go\.mod"), _go),
    (re.compile(r"Gemfile"), _gems),
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


# Commands

_INSTALLERS = {
    ("pip", "install"), ("pip3", "install"), ("uv", "add"), ("uv", "pip", "install"), ("poetry", "add"),
    ("pipenv", "install"), ("npm", "install"), ("npm", "i"), ("npm", "add"), ("yarn", "add"), ("pnpm", "add"),
    ("pnpm", "install"), ("bun", "add"), ("cargo", "add"), ("go", "get"), ("gem", "install"), ("bundle", "add"),
    ("composer", "require"),
}  # fmt: skip
_VERBS = re.compile(r"\s(?:install|i|add|get|require)\s")
_VALUED = frozenset(
    {"-r", "--requirement", "-c", "--constraint", "-e", "--editable", "-i", "--index-url", "--extra-index-url", "-t",
     "--target", "--group", "-G", "--optional", "--features", "-F", "--prefix", "-C", "--registry", "--tag", "-v",
     "--version", "--path", "--git", "--branch", "-p", "--package", "--python"}
)  # fmt: skip
"""Options whose next word is no package."""


def installed(command: str) -> Iterator[str]:
    """The packages that a command line installs by name."""
    if not _VERBS.search(command):
        return
    for each in shell.parse(command).commands:
        words = (each.program, *each.arguments)
        size = next((size for size in (3, 2) if words[:size] in _INSTALLERS), 0)
        if size:
            yield from _packages(words[size:])


def _packages(words: tuple[str, ...]) -> Iterator[str]:
    skip = False
    for word in words:
        if skip or word.startswith("-"):
            skip = not skip and word in _VALUED
        elif (name := _bare(word)) is not None:
            yield name


def _bare(word: str) -> str | None:
    """A package's name without its version; None for a path, an address, or a variable."""
    if word.startswith((".", "/", "~", "$", "file:", "git+")) or "://" in word:
        return None
    name = re.split(r"[<>=!~\[;]", word, maxsplit=1)[0]
    name = name[:1] + name[1:].partition("@")[0]
    return name if _NAME.fullmatch(name) else None
