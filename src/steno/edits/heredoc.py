"""Finds the files that a shell command writes word for word: quoted here-documents.  Runs and emulates nothing."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from steno.base.patterns import deferred
from steno.edits.patchtext import is_program

_OPEN = deferred(r"<<(?P<dash>-?)[ \t]*(?P<quote>['\"])(?P<word>[^'\"\n]+)(?P=quote)")
_CAT = deferred(r"(?:^|[;&|]|&&|\|\|)[ \t]*cat[ \t]*$")
_TARGET = r"(?P<arrow>>>?)[ \t]*(?P<target>'[^'\n]+'|\"[^\"$`\n]+\"|[^\s;&|<>'\"$`*?~()]+)"
_BEFORE = deferred(r"(?:^|[;&|(])[ \t]*cat[ \t]*" + _TARGET + r"[ \t]*$")
_AFTER = deferred(r"^[ \t]*" + _TARGET + r"[ \t]*(?:$|[;&|])")
_TEE = deferred(
    r"(?:^|[;&|(])[ \t]*tee[ \t]+(?P<append>-a[ \t]+)?(?P<target>'[^'\n]+'|[^\s;&|<>'\"$`*?~()-]\S*)[ \t]*$"
)
_PATCH = deferred(r"(?:^|[;&|(])[ \t]*(?P<program>[a-z_]+)[ \t]*$")
_CHANGES_FOLDER = deferred(r"(?:^|[;&|(\n])[ \t]*(?:cd|pushd)[ \t]+(?P<folder>[^\s;&|]+)")
_QUOTED = deferred(r"'[^']*'|\"[^\"]*\"")
_STOPS = deferred(r"[ \t]*set -[a-z]*e[a-z]*(?:[ \t]|$)")
_HIDES = deferred(r"\|\||;|\||(?<![&><])&(?![&>])|^[ \t]*(?:if|for|while|until|case)\b")
"""What lets a command go on after a failure, or keeps the failure out of its exit code."""


def written(command: str) -> Iterator[tuple[str, str, str]]:
    """Target, text and how: `write`, `append`, or `patch` where the text is a patch in an envelope.

    The first line of a command may go to another folder; later ones that do end what is known.
    """
    if "<<" not in command:
        return
    lines = command.split("\n")
    at, folder = 0, ""
    while at < len(lines):
        line = lines[at]
        at += 1
        opening = _OPEN().search(line)
        if opening is None:
            if moved := _CHANGES_FOLDER().search(line):
                if not _plain(moved["folder"]):
                    return
                folder = joined(folder, moved["folder"])
            continue
        body, at, closed = _body(lines, at, opening["word"], dashed=bool(opening["dash"]))
        if not closed or len(_OPEN().findall(line)) > 1:
            return
        before, after = line[: opening.start()], line[opening.end() :]
        if moved := _CHANGES_FOLDER().search(before):
            if not _plain(moved["folder"]):
                return
            folder = joined(folder, moved["folder"])
        if (found := _target(before, after)) is not None:
            target, how = found
            yield (joined(folder, target) if how != "patch" else folder), body, how


def is_proved(command: str) -> bool:
    """Whether exit code 0 of a command says that its here-documents were written.

    So it is where the line that opens one is all there is, with nothing but `&&` between its parts, or where a first
    line makes the shell stop at the first failure.
    """
    lines, rest, at = command.split("\n"), [], 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if (opening := _OPEN().search(line)) is not None:
            _, at, closed = _body(lines, at, opening["word"], dashed=bool(opening["dash"]))
            if not closed:
                return False
        if line.strip() and not line.lstrip().startswith("#"):
            rest.append(_QUOTED().sub("", line))
    stops = bool(rest) and _STOPS().match(rest[0]) is not None
    return (stops or len(rest) == 1) and not any(_HIDES().search(line) for line in rest)


def _body(lines: list[str], at: int, word: str, *, dashed: bool) -> tuple[str, int, bool]:
    body: list[str] = []
    while at < len(lines):
        line = lines[at].lstrip("\t") if dashed else lines[at]
        at += 1
        if line == word:
            return "".join(each + "\n" for each in body), at, True
        body.append(line)
    return "", at, False


def _target(before: str, after: str) -> tuple[str, str] | None:
    program = _PATCH().search(before)
    if program is not None and is_program(program["program"]):
        return "", "patch"
    direct = _BEFORE().search(before) if not after.strip(" \t)") or after.lstrip()[:1] in "&;" else None
    if direct is None and _CAT().search(before):
        direct = _AFTER().search(after)
    if direct is not None:
        return _bare(direct["target"]), "append" if direct["arrow"] == ">>" else "write"
    tee = _TEE().search(before)
    if tee is not None and after.lstrip()[:1] in ("", ">", "&", ";"):
        return _bare(tee["target"]), "append" if tee["append"] else "write"
    return None


def _bare(word: str) -> str:
    try:
        parts = shlex.split(word)
    except ValueError:
        return word
    return parts[0] if len(parts) == 1 else word


def _plain(word: str) -> bool:
    """Whether a folder is spelled out: no variable, no pattern, no home."""
    return not any(sign in word for sign in "$`*?~(") and word != "-"


def joined(folder: str, path: str) -> str:
    """A path as a command in a folder means it."""
    path = _bare(path)
    return path if path.startswith("/") or not folder else f"{folder.rstrip('/')}/{path}"
