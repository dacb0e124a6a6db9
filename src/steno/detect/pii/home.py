"""The user's name in paths of home directories, as people and agents write them."""

import re

from steno.detect.rule import Level, detector

_NOBODY = frozenset(
    {
        "user", "users", "username", "name", "you", "me", "root", "admin", "runner", "ubuntu", "debian", "ec2-user",
        "node", "vscode", "codespace", "app", "default", "public", "shared", "all", "guest", "sandbox", "agent",
        "build", "builder", "ci", "jenkins", "travis", "circleci", "git", "www-data", "docker", "linuxbrew",
        "gitpod", "oai", "containeradministrator", "runneradmin",
    }
)  # fmt: skip
"""Accounts of machines and of documentation."""


def _name(match: re.Match[str]) -> tuple[int, int] | None:
    name = match["secret"].rstrip(".")
    start = match.start("secret")
    if name.lower() in _NOBODY or not any(c.isalnum() for c in name):
        return None
    return start, start + len(name)


def _folder(match: re.Match[str]) -> tuple[int, int] | None:
    """`/home` begins a path; `Users` may follow a drive, as in `/mnt/c/Users`."""
    before = match.string[match.start() - 1 : match.start()]
    return None if before.isalnum() and match[0].startswith("/home") else _name(match)


def _slug(match: re.Match[str]) -> tuple[int, int] | None:
    """A folder name made of a path, as Claude Code makes them, begins its path segment."""
    before = match.string[match.start() - 1 : match.start()]
    return _name(match) if before in ("", "/", "\\", '"', "'", "`") else None


RULES = (
    detector(
        "SEC503",
        "home-directory-user",
        "The user's name in the path of a home directory: `/home/<name>`, `/Users/<name>`, `C:\\Users\\<name>`, also"
        " with escaped backslashes. Names of machine accounts (`runner`, `ubuntu`, `vscode`) stay.",
        type="person",
        level=Level.PII,
        anchors=("/home/", "/Users/", "\\Users\\"),
        pattern=r"[/\\](?:home|Users)[/\\]{1,4}(?P<secret>[A-Za-z0-9._@-]{1,64})",
        extent=_folder,
        glued=True,
        source="Filesystem Hierarchy Standard; Apple and Microsoft, documentation of user folders",
        positives=("cd /home/nobody7/src", "open /Users/nobody7", r'"C:\\Users\\nobody7\\Desktop"'),
        negatives=("/home/runner/work", "/Users/Shared/x", "/home/<name>/x", "src/home/index.html"),
    ),
    detector(
        "SEC504",
        "home-directory-slug",
        "The user's name in a folder name that an agent made of a path: `-Users-<name>-project`.",
        type="person",
        level=Level.PII,
        anchors=("-home-", "-Users-"),
        pattern=r"-(?:home|Users)-(?P<secret>[A-Za-z0-9._@]{1,64})",
        extent=_slug,
        glued=True,
        source="Claude Code, documentation of its project folders",
        positives=("projects/-Users-nobody7-site/x.jsonl", "-home-nobody7-site", "'-Users-nobody7-site'"),
        negatives=("a take-home-test", "-home-runner-work", "work-from-home-day"),
    ),
)
