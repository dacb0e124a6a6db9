"""Says on which packages a session's project depends: by the manifests that it saw or changed, and what it installed.

Reads the install commands of the usual package managers.  A name is as the manifest or command has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from steno import idioms, shell
from steno.model import Note
from steno.model.steps import derived
from steno.passes.enrich.manifests import NAME, is_manifest, packages
from steno.passes.enrich.seen import Done, Seen, code
from steno.passes.enrich.snippets import written

DEPENDENCIES = code(
    "040", "dependencies",
    "The packages named in a manifest that the session read in full, wrote or changed, and those that it installed "
    "with a command that did not fail; without versions, in alphabetical order.  Manifests are `package.json`, "
    "`pyproject.toml`, `requirements*.txt`, `Cargo.toml`, `go.mod`, `Gemfile`, `composer.json` and `mix.exs`.  Of an "
    "edit, the whole file counts as it became, where the log has it; otherwise only the lines that it shows, and of "
    "those only what they prove: an entry of a section counts if the heading of the section is among them.  Imports "
    "in code and packages in folders do not count.",
)  # fmt: skip
CODES = (DEPENDENCIES,)

_CAT = re.compile(r"\s*cat\s+(['\"]?)([^\s'\"|;&<>]+)\1\s*")


def notes(seen: Seen) -> Iterator[Note]:
    found: dict[str, tuple[str, ...]] = {}
    for done in seen.calls:
        if done.failed:
            continue
        for path, text, whole in _manifests(done):
            for name in packages(path, text, whole=whole) or ():
                found.setdefault(name, done.uids)
    for command, done in seen.commands:
        if not done.failed:
            for name in installed(command):
                found.setdefault(name, done.uids)
    if found:
        of = tuple(dict.fromkeys(uid for uids in found.values() for uid in uids))
        yield derived(DEPENDENCIES.name, "dependencies", sorted(found), of=of)


# Manifests


def _manifests(done: Done) -> Iterator[tuple[str, str, bool]]:
    """What a call shows of manifests: which, its text, and whether that is all of it."""
    path, text = _file(done)
    if path is not None and text is not None:
        yield path, text, True
    elif done.path is not None and is_manifest(done.path):
        yield from _edited(done, done.path)
    elif done.patch is not None:
        for each in written(done):
            path = each["file_path"]
            if is_manifest(path):
                yield path, each["text"], each.get("start_line") == 1


def _edited(done: Done, path: str) -> Iterator[tuple[str, str, bool]]:
    """A manifest as an edit left it; where the log does not have it, the parts that the program reports."""
    for report in idioms.file_reports(done.detail):
        if (after := report.after if report.after is not None else _applied(done, report.before)) is not None:
            yield path, after, True
            return
        for hunk in report.hunks or ():
            yield path, "\n".join(line[1:] for line in hunk.lines if line[:1] in ("+", " ")), False
        if report.hunks:
            return
    yield from ((path, each["text"], False) for each in written(done))


def _applied(done: Done, before: str | None) -> str | None:
    """A file after the one replacement that a call asked for."""
    old, new = done.arguments.get("old_string"), done.arguments.get("new_string")
    if before is None or not isinstance(old, str) or not isinstance(new, str) or not old or old not in before:
        return None
    return before.replace(old, new) if done.arguments.get("replace_all") is True else before.replace(old, new, 1)


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
    return name if NAME.fullmatch(name) else None
