"""Absolute paths, which tell how a machine is set up."""

import re

from steno.detect.declare import config

_ROOTS = (
    "Applications", "Library", "Users", "Volumes", "bin", "boot", "dev", "etc", "home", "lib", "media", "mnt", "nix",
    "opt", "private", "proc", "root", "run", "sbin", "snap", "srv", "sys", "tmp", "usr", "var", "workspace",
    "workspaces",
)  # fmt: skip
"""Not every `/a/b` is a path of this machine: routes, pointers and commands look the same."""


def _path(match: re.Match[str]) -> tuple[int, int]:
    """The path, without the full stop of its sentence."""
    return match.start(), match.start() + len(match[0].rstrip(".,"))


def _drive(match: re.Match[str]) -> tuple[int, int] | None:
    """The letter before the colon belongs to it."""
    letter = match.string[match.start() - 1 : match.start()]
    return (match.start() - 1, match.start() + len(match[0].rstrip("., "))) if letter.isalpha() else None


RULES = (
    config(
        "SEC505 absolute-path: An absolute path below a well-known root (`/home`, `/etc`, `/var`, ...).",
        r"/[A-Za-z]{2,12}/[A-Za-z0-9._@+~%=,/-]{1,4096}",
        anchors=tuple(f"/{root}/" for root in _ROOTS),
        extent=_path,
        source="Filesystem Hierarchy Standard; Apple, File System Programming Guide",
        positives=("cat /etc/steno/keys.toml", '"/home/nobody7/src"', "file:///var/lib/x"),
        negatives=("/message/content/0", "src/etc/keys.toml", "/api/v1/users"),
    ),
    config(
        "SEC506 windows-path: An absolute Windows path with a drive letter, also with escaped backslashes.",
        r":\\{1,4}[A-Za-z0-9._@+~%=,()\\ -]{2,1024}",
        anchors=":\\",
        inside_words=True,
        extent=_drive,
        source="Microsoft, documentation of file path formats",
        positives=(r"C:\Users\nobody7\x.txt", r'"D:\\work\\site"', r"open c:\temp\log"),
        negatives=("a:\\", r"\\server", r"::\x", "C:/work"),
    ),
)
