"""How programs of the command line fail: which of them say so in a line of their own, and which answer with 1.

Knows nothing of what they do beyond that.
"""

from __future__ import annotations

from typing import Final

from steno.base.patterns import deferred
from steno.shell.parse import Command


def _names(names: str) -> frozenset[str]:
    return frozenset(names.split())


SHOWING: Final = _names(
    "ls cat head tail sed awk gawk grep egrep fgrep rg ag fd find wc sort uniq cut tr tree stat file du df nl tac "
    "less more column comm join paste jq yq xxd hexdump od strings diff cmp basename dirname realpath readlink date "
    "env printenv whoami id uname hostname ps pwd cal sha256sum shasum md5sum md5 bat exa eza xargs tee rev fold fmt "
    "expand split curl wget journalctl zcat gunzip tar unzip sw_vers sysctl history defaults plutil lsof pgrep which "
    "type whereis seq yes nproc free uptime"
)
"""Programs that print what others wrote, or a fact, and name themselves in a line where they fail."""
QUIET: Final = _names(
    "mkdir cp mv rm rmdir touch chmod chown ln cd pushd popd echo printf export set unset true : sleep kill test [ "
    "[[ read local declare source . wait ulimit shopt alias trap exit return install mktemp rsync scp umask let "
    "break continue"
)
"""Programs that print nothing unless they fail, or only what they are told to; they name themselves, too."""
_SURE: Final = _names("echo printf set unset export true : local declare shopt")
_GIT_SHOWING: Final = _names(
    "log show diff status branch ls-files ls-tree ls-remote rev-parse rev-list blame grep remote config reflog tag "
    "describe cat-file shortlog symbolic-ref merge-base name-rev for-each-ref show-ref worktree check-ignore "
    "check-attr var version count-objects diff-tree diff-index diff-files whatchanged check-ref-format verify-pack "
    "range-diff notes help archive"
)
_GIT_QUIET: Final = _names("add stash checkout switch restore reset rm mv clean init fetch apply")
_GH_SHOWING: Final = frozenset({"view", "list", "diff", "status", "api", "checks", "search"})
_GO_SHOWING: Final = frozenset({"doc", "env", "list", "version", "help"})
_ASKING: Final = frozenset({"--version", "--help"})
_ASKING_ALONE: Final = frozenset({"-v", "-V", "-h", "version", "help"})
"""A program that is asked for this does nothing else; these may mean something else among other words."""

ANSWERING: Final = _names("grep egrep fgrep rg ag ack diff cmp test [ [[ zgrep colordiff")
"""They end with 1 to say no: nothing was found, or there is a difference.  Where they fail they end with 2 or more."""
DOUBTFUL: Final = _names("which type whereis command pgrep pidof lsof false expr bc")
"""They end with 1 to say no, and also where they fail."""
SILENT: Final = _names(
    "tsc eslint flake8 pyflakes shellcheck py_compile vue-tsc go-vet go-build mix-compile gofmt compileall oxlint"
)
"""They print something where they find anything wrong, and nothing otherwise."""
FILTERS: Final = frozenset({"cat", "tee", "nl"})
"""They pass on everything."""

_OWN: Final = {
    "git": deferred(r"fatal: |error: |git: '"),
    "gh": deferred(
        r"gh: |GraphQL: |HTTP \d{3}: |[Ee]rror|failed to |could not |no pull requests|unknown (?:flag|command)|X "
    ),
    "go": deferred(r"go: |doc: |no such "),
}
"""Programs that do not begin such a line with their name."""
_ALIASES: Final = {
    "ugrep": "grep",
    "ggrep": "grep",
    "bfs": "find",
    "gsed": "sed",
    "mawk": "awk",
    "eza": "ls",
    "exa": "ls",
}
"""Programs that are run under another name, and use their own where they complain."""
_NAMED = deferred(
    r"(?:\S*/)?([\w.+\[-]+): (?=.*(?i:no such |cannot|can['’]t|could ?n[o']t|not found|denied|not permitted|invalid"
    r"|illegal|unrecogni|unknown|missing|extra operand|error|failed|unable|bad |unexpected|exists|is a directory"
    r"|not a directory|usage|only one|unterminated|ambiguous|not recognized|no matches|\(\d+\)))"
)


def shows(command: Command) -> bool:
    """Whether it prints what others wrote, so that its output may be anybody's words."""
    first = _first(command)
    if command.program in SHOWING:
        return True
    if command.program == "git":
        return first in _GIT_SHOWING
    if command.program == "gh":
        return any(word in _GH_SHOWING for word in command.arguments[:2])
    return _asks(command) or (command.program == "go" and first in _GO_SHOWING)


def cannot_fail(command: Command) -> bool:
    return command.program in _SURE


def complains(command: Command) -> bool:
    """Whether it says in a line of its own when it fails."""
    if shows(command) or command.program in QUIET or not command.words or "command" in command.wrappers:
        return True
    return command.program == "git" and _first(command) in _GIT_QUIET


def _asks(command: Command) -> bool:
    given = command.arguments
    return bool(given) and (given[-1] in _ASKING or (len(given) == 1 and given[0] in _ASKING_ALONE))


def _first(command: Command) -> str:
    """The first argument that is no option and no value of one that stands before a subcommand."""
    given = iter(command.arguments)
    for word in given:
        if word in ("-C", "-c", "-R", "--repo", "--git-dir", "--work-tree"):
            next(given, None)
        elif not word.startswith("-"):
            return word
    return ""


def silent(command: Command) -> bool:
    """Whether it prints nothing if and only if all is well."""
    name = f"{command.program}-{_first(command)}" if command.program in ("go", "mix") else command.program
    return name in SILENT


def answers(command: Command) -> bool:
    """Whether its exit code 1 is an answer."""
    return command.program in ANSWERING or (command.program == "git" and _first(command) == "grep")


def doubtful(command: Command) -> bool:
    """Whether its exit code 1 may be an answer."""
    if command.program == "git":
        return (
            bool({"--quiet", "--exit-code", "--is-ancestor", "-q"} & set(command.arguments))
            or _first(command) == "check-ignore"
        )
    return command.program in DOUBTFUL or "command" in command.wrappers


def speaks(output: str, names: frozenset[str]) -> bool:
    """Whether a line of one of these programs may be in an output at all."""
    called = (*names, *(alias for alias, name in _ALIASES.items() if name in names))
    return bool(_OWN.keys() & names) or any(f"{name}: " in output for name in called)


def own_error(line: str, names: frozenset[str]) -> bool:
    """Whether one of these programs says in this line that it failed."""
    found = _NAMED().match(line)
    if found and (found[1] in names or _ALIASES.get(found[1]) in names):
        return True
    return any(_OWN[name]().match(line) is not None for name in _OWN.keys() & names)
