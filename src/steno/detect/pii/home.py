"""The user's name in paths of home directories, as people and agents write them."""

import re
from functools import lru_cache

from steno.detect.declare import person
from steno.detect.pii.account import NOBODY
from steno.detect.pii.context import after

_LETTER = "A-Za-z0-9\u00c0-\u024f\u0370-\u04ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3"
_WORD = f"[{_LETTER}_][{_LETTER}._@+-]{{0,63}}"
_PAGES = (
    ".html", ".htm", ".tsx", ".ts", ".jsx", ".js", ".vue", ".svelte", ".css", ".py", ".md", ".php", ".json", ".png",
    ".svg",
)  # fmt: skip


@lru_cache(4096)
def _person(name: str) -> bool:
    return name.lower() not in NOBODY and not name.endswith(_PAGES) and any(map(str.isalpha, name))


def _name(match: re.Match[str]) -> tuple[int, int] | None:
    name, start = match["secret"], match.start("secret")
    if " " in name and after(match) not in ("/", "\\"):
        name = name.partition(" ")[0]  # the words after it belong to a sentence
    name = name.rstrip(".,")
    return (start, start + len(name)) if _person(name) else None


_ROOTS = (
    "/var", "/export", "/usr", "/mnt", "/nfs", "/rootfs", "/host", "localhost", "/wsl",
)  # fmt: skip


def _folder(match: re.Match[str]) -> tuple[int, int] | None:
    """`/home` begins a path; `Users` may follow a drive, as in `/mnt/c/Users`."""
    text, at = match.string, match.start()
    inside = match[0].startswith("/h") and at > 0 and text[at - 1].isalnum()
    return None if inside and not text.endswith(_ROOTS, max(0, at - 9), at) else _name(match)


_FOLDERS = frozenset(
    {
        "desktop", "documents", "downloads", "developer", "development", "dev", "library", "movies", "music",
        "pictures", "public", "sites", "applications", "work", "works", "workspace", "workspaces", "code", "codes",
        "coding", "source", "sources", "src", "project", "projects", "repo", "repos", "repository", "git", "github",
        "gitlab", "go", "dropbox", "onedrive", "icloud", "tmp", "temp", "data", "notes", "scratch", "build",
    }
)  # fmt: skip
"""What people keep in their home directories: where a name has dashes, it ends before one of these."""


def _slug(match: re.Match[str]) -> tuple[int, int] | None:
    """A folder name made of a path, as Claude Code makes them, begins its path segment."""
    before = match.string[match.start() - 1 : match.start()]
    if before not in ("", "/", "\\", '"', "'", "`", " ", "\n", "(", "=", ":") or not (span := _name(match)):
        return None
    parts = match["more"].split("-")[1:]
    ends = next((place for place, part in enumerate(parts) if part.lower() in _FOLDERS), 0)
    return span[0], span[1] + sum(len(part) + 1 for part in parts[:ends])


RULES = (
    person(
        "SEC503 home-directory-user: The user's name in the path of a home directory: `/home/<name>`,"
        " `/Users/<name>`, `C:\\Users\\<name>`, also with escaped backslashes, below a drive (`/c/Users/<name>`),"
        " in WSL (`\\\\wsl$\\Ubuntu\\home\\<name>`) and in `file://` addresses. Names of machine accounts"
        " (`runner`, `ubuntu`, `vscode`) are not masked.",
        rf"[/\\](?:home|Users)[/\\]{{1,8}}(?P<secret>{_WORD}(?: {_WORD}){{0,2}})",
        anchors="/home/|/Users/|\\Users\\|\\home\\",
        inside_words=True,
        extent=_folder,
        source="Filesystem Hierarchy Standard; Apple and Microsoft, documentation of user folders",
        positives=(
            "cd /home/nobody7/src",
            "open /Users/nobody7",
            r'"C:\\Users\\nobody7\\Desktop"',
            r"C:\Users\No Body\Desktop",
            "file:///home/nobody7/x",
            "/mnt/c/Users/nobody7/x",
            r"\\wsl$\Ubuntu\home\nobody7",
        ),
        negatives=(
            "/home/runner/work",
            "/Users/Shared/x",
            "/home/<name>/x",
            "src/home/index.html",
            "/home/jovyan/work",
        ),
    ),
    person(
        "SEC504 home-directory-slug: The user's name in a folder name that an agent made of a path: "
        "`-Users-<name>-project`. A name with dashes is found whole if a well-known folder follows "
        "(`-Users-<first>-<last>-src`), and otherwise up to the first dash.",
        r"-(?:home|Users)-(?P<secret>[A-Za-z0-9._@]{1,64})(?P<more>(?:-[A-Za-z0-9._@]{1,64}){0,3})",
        inside_words=True,
        extent=_slug,
        source="Claude Code, documentation of its project folders",
        positives=(
            "projects/-Users-nobody7-site/x.jsonl",
            "-home-nobody7-site",
            "'-Users-nobody7-site'",
            "-Users-no-body-src-site",
        ),
        negatives=("a take-home-test", "-home-runner-work", "work-from-home-day"),
    ),
    person(
        "SEC535 home-directory-tilde: The user's name in a path that begins with the home directory of a named"
        " user: `~<name>/`.",
        r"[ \"'=:(>]~(?P<secret>[a-z][a-z0-9_.-]{1,31})/",
        gates=("[ \"'=:(>]~[a-z][a-z0-9]",),
        inside_words=True,
        extent=_name,
        source="GNU Bash manual, tilde expansion",
        positives=("ls ~nobody7/src", 'open("~nobody7/x")', "HOME=~nobody7/"),
        negatives=("ls ~/src", "about ~ten of them", "cd ~root/"),
    ),
)
