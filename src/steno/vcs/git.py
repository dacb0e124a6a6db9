"""The git command line, asked only what reads.  Every setting that changes an answer is pinned; nothing is executed.

Neither the user's configuration nor the repository's has a say in how a diff looks, no program that they name is run,
replacements and grafts are not followed, and nothing is fetched.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from steno.base import proc
from steno.base.files import Unreadable
from steno.contracts import UsageError
from steno.vcs.pins import PINNED

_KEPT = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
"""What git needs of the environment; any other variable may name a program or another repository."""

_ENVIRON = {
    "GIT_ADVICE": "0",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "HOME": os.devnull,
    "LC_ALL": "C",
}

DIFF = (
    "--no-ext-diff", "--no-textconv", "--no-color", "--full-index", "--src-prefix=a/", "--dst-prefix=b/", "-M50%",
    "--no-relative", "--ignore-submodules=none", "--submodule=short", "--ws-error-highlight=none", "--no-color-moved",
    "--diff-algorithm=histogram", "--indent-heuristic", "--inter-hunk-context=0", "-l1000", "-O/dev/null",
)  # fmt: skip
"""For a diff that is read here."""

_PATCH_ID = (
    "-p", "-U3", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index", "-M50%",
    "--src-prefix=a/", "--dst-prefix=b/", "--diff-algorithm=myers", "--indent-heuristic", "--inter-hunk-context=0",
    "-O/dev/null",
)  # fmt: skip


class Repository:
    """One repository, open as long as the block."""

    def __init__(self, path: Path, environ: Mapping[str, str]) -> None:
        self.path = path
        kept = {name: environ[name] for name in _KEPT if name in environ}
        self._environ = kept | _ENVIRON
        self._git = ["git", "--no-pager", "--literal-pathspecs", *PINNED, "-C", str(path)]
        self._stack = ExitStack()
        self._objects: proc.Piped | None = None

    def __enter__(self) -> Repository:
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    @contextmanager
    def stream(self, *args: str, given: bytes = b"") -> Iterator[proc.Piped]:
        """A running command, whose output is read from `child.stdout`."""
        with proc.piped([*self._git, *args], self._environ, given) as child:
            yield child

    def lines(self, *args: str, given: bytes = b"") -> list[str]:
        """What a command prints; raises `Unreadable`."""
        with self.stream(*args, given=given) as child:
            text = _out(child).read()
            if child.wait():
                raise Unreadable(f"{self.path}: {reason(child)}")
        return text.decode("utf-8", "surrogateescape").splitlines()

    def blob(self, name: str) -> bytes | None:
        """The contents of an object such as `<id>` or `<commit>:<path>`; None where it is missing or no file."""
        if "\n" in name:
            return None  # the one name that the protocol of `cat-file` has no way to say
        if self._objects is None or self._objects.poll() is not None:
            command = [*self._git, "cat-file", "--batch"]
            self._objects = self._stack.enter_context(proc.piped(command, self._environ))
        pipe, out = self._objects.stdin, _out(self._objects)
        try:
            pipe.write(name.encode("utf-8", "surrogateescape") + b"\n")  # type: ignore[union-attr]
            pipe.flush()  # type: ignore[union-attr]
        except BrokenPipeError:
            return None
        head = out.readline().split()
        if len(head) != 3 or not head[2].isdigit():
            return None
        data = out.read(int(head[2]) + 1)[:-1]
        return data if head[1] == b"blob" else None

    def patch_ids(self, commits: Sequence[str]) -> dict[str, str]:
        """The stable patch id of each commit that has one."""
        if not commits:
            return {}
        given = "".join(f"{commit}\n" for commit in commits).encode()
        with self.stream("diff-tree", "--stdin", "-r", "--root", *_PATCH_ID, given=given) as child:
            diffs = _out(child).read()
        found = {}
        for line in self.lines("patch-id", "--stable", given=diffs):
            id, _, commit = line.partition(" ")
            found[commit] = id
        return found

    def tips(self) -> dict[str, str]:
        """The commits that branches, remote branches and tags point to, and HEAD, by name."""
        found = {}
        kinds = ("refs/heads", "refs/remotes", "refs/tags")
        for line in self.lines("for-each-ref", "--format=%(objectname) %(*objectname) %(refname)", *kinds):
            id, peeled, name = line.split(" ", 2)
            found[name] = peeled or id
        if head := self.head():
            found["HEAD"] = head
        return found

    def head(self) -> str | None:
        """The commit that is checked out; None where there is none yet."""
        found = self.quiet("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        return found[0] if found else None

    def quiet(self, *args: str) -> list[str]:
        """What a command prints; nothing where it fails."""
        try:
            return self.lines(*args)
        except Unreadable:
            return []

    def reachable(self, commits: Iterable[str]) -> set[str]:
        """Those commits that some branch, remote branch or tag has."""
        wanted = set(commits)
        if not wanted:
            return wanted
        with self.stream("rev-list", "--branches", "--remotes", "--tags", "HEAD", "--") as child:
            have = set(_out(child).read().decode().split()) if self.head() else set()
        return wanted & have

    def shallow(self) -> set[str]:
        """The commits at which a shallow clone ends: their parents are missing, so nobody knows what they added."""
        named = self.quiet("rev-parse", "--git-path", "shallow")
        try:
            return set((self.path / named[0]).read_text("ascii").split()) if named else set()
        except (OSError, UnicodeDecodeError):
            return set()

    def roots(self) -> list[Path]:
        """The work trees; none in a bare repository without any."""
        found = self.quiet("worktree", "list", "--porcelain", "-z")
        names = "\n".join(found).split("\0")
        trees = [Path(name.removeprefix("worktree ")) for name in names if name.startswith("worktree ")]
        # Of a submodule the list has the folder that git keeps it in, and not the work tree.
        here = [Path(name) for name in self.quiet("rev-parse", "--show-toplevel")]
        return list(dict.fromkeys([*here, *trees]))

    def folder(self) -> Path:
        """Where git keeps the repository itself, the same for all its work trees."""
        return Path(os.path.realpath(self.path / self.lines("rev-parse", "--git-common-dir")[0]))


def opened(path: Path, environ: Mapping[str, str]) -> Repository:
    """The repository that a folder is in; raises `UsageError` with one clear line."""
    if not path.is_dir():
        raise UsageError(f"{path}: no such folder; --repo names the folder of a git repository")
    repository = Repository(path, environ)
    try:
        repository.folder()
    except Unreadable as error:
        raise UsageError(f"not a readable git repository: {error}") from None
    except proc.NotStarted as error:
        raise UsageError(f"{error}; install git") from None
    return repository


_REASONS = (
    ("not a git repository", "no git repository"),
    ("dubious ownership", "it belongs to another user; `sudo -u` that user, or copy it"),
    ("no such path", "no such file in this commit"),
    ("no such ref", "no such reference"),
    ("bad config", "its configuration cannot be read; `git config --list` shows where"),
    ("bad numeric config", "its configuration cannot be read; `git config --list` shows where"),
    ("unknown repository extension", "this git does not know one of its extensions; try a newer git"),
    ("repository format version", "this git does not know its format; try a newer git"),
    ("object file", "an object is damaged; `git fsck` names it"),
    ("loose object", "an object is damaged; `git fsck` names it"),
    ("packed object", "an object is damaged; `git fsck` names it"),
    ("unable to read", "an object is missing or damaged; `git fsck` names it"),
    ("could not read", "an object is missing or damaged; `git fsck` names it"),
    ("bad object", "an object is missing; `git fsck` names it"),
    ("missing blob", "an object is missing; `git fsck` names it"),
    ("promisor", "an object was never fetched; run `git fetch --refetch`"),
    ("permission denied", "permission denied"),
)


def reason(child: proc.Piped) -> str:
    """Why git has failed, in words of ours: its own may quote a file that the repository's configuration names."""
    said = child.complaint().lower()
    known = next((ours for theirs, ours in _REASONS if theirs in said), "git fails here; `git fsck` may say why")
    return f"{known} (exit {child.returncode})" if known.startswith("git fails") else known


def _out(child: proc.Piped) -> IO[bytes]:
    if child.stdout is None:
        raise ValueError("a child whose output goes elsewhere")
    return child.stdout
