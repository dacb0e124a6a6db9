"""What git, GitHub's program and package managers say they have done, in the lines that they print.

A line counts only if the command runs the program that prints it: a log or a file may hold the same words.  What a
program does without a word, such as `git tag`, is not known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec import Struct

from steno import idioms, tools
from steno.base.patterns import deferred
from steno.model import ToolCall, ToolResult
from steno.model.calls import as_object, command_of, text_of

_PARTS: Final = deferred(r"[|;&\n()]+|\$\(|`")
_SHA: Final = r"[0-9a-f]{7,40}"
_COMMIT: Final = rf"\[(?P<branch>[^\[\]\n]{{1,200}}?) (?:\(root-commit\) )?(?P<sha>{_SHA})\] "
_PROGRESS: Final = r"(?:Rebasing \(\d{1,6}/\d{1,6}\)\s?){0,100}"
"""What a rebase writes again and again on the line that ends with its result."""
_WHERE: Final = r"[^\s'\[\]]{1,200}"


class Printed(Struct, frozen=True):
    """One thing that was done."""

    what: str
    """`commit`, `merge`, `push`, `branch`, `checkout`, `stash`, `tag`, `pull_request`, `packages`, ..."""
    text: str
    """A sentence."""
    sha: str = ""
    """Of a commit that was made, or of the one that a merge went on to, as git prints it."""


Says = Callable[[re.Match[str]], Printed]


class Line(Struct, frozen=True):
    """What one program prints on one line."""

    program: str
    verbs: frozenset[tuple[str, str]]
    """The program and the subcommands that print it."""
    pattern: Callable[[], re.Pattern[str]]
    says: Says


def _commit(found: re.Match[str]) -> Printed:
    branch, sha = found["branch"], found["sha"]
    where = "with no branch checked out" if branch == "detached HEAD" else f"on {branch}"
    return Printed("commit", f"Commit {sha} was made {where}.", sha)


def _picked(found: re.Match[str]) -> Printed:
    """A commit on the way to another state: what it leads to is not its own."""
    told = _commit(found)
    return Printed("rebase", told.text)


def _fetched(found: re.Match[str]) -> Printed:
    return Printed("pull", _moved(found).text)


def _moved(found: re.Match[str]) -> Printed:
    return Printed("merge", f"The branch went on from {found['old']} to {found['new']}.", found["new"])


def _pushed(found: re.Match[str]) -> Printed:
    forced = " by force" if found["sign"] == "+" else ""
    return Printed("push", f"{found['from']} was pushed to {found['to']}{forced}: {found['range']}.")


def _pushed_new(found: re.Match[str]) -> Printed:
    return Printed("push", f"{found['from']} was pushed as the new {found['kind']} {found['to']}.")


def _fixed(what: str, template: str) -> Says:
    return lambda found: Printed(what, template.format(**found.groupdict()))


def _line(program: str, verbs: tuple[str, ...], pattern: str, says: Says) -> Line:
    return Line(program, frozenset((program, verb) for verb in verbs), deferred("^" + pattern, re.MULTILINE), says)


def _git(verbs: str, pattern: str, says: Says) -> Line:
    return _line("git", tuple(verbs.split()), pattern, says)


def _packages(program: str, verbs: str, pattern: str) -> Line:
    return _line(program, tuple(verbs.split()), pattern, _told)


def _told(found: re.Match[str]) -> Printed:
    told = found["told"]
    return Printed("packages", f"{told[:1].upper()}{told[1:]}.")


_LINES: Final = (
    _git("commit cherry-pick revert merge am", _COMMIT, _commit),
    _git("rebase pull", _COMMIT, _picked),
    _git("merge", rf"Updating (?P<old>{_SHA})\.\.(?P<new>{_SHA})\nFast-forward", _moved),
    _git("pull", rf"Updating (?P<old>{_SHA})\.\.(?P<new>{_SHA})\nFast-forward", _fetched),
    _git(
        "merge pull",
        r"Merge made by the '(?P<how>[\w-]{1,40})' strategy\.$",
        _fixed("merge", "A merge commit was made."),
    ),
    _git(
        "push",
        rf" (?P<sign>[ +]) +(?P<range>{_SHA}\.{{2,3}}{_SHA}) +(?P<from>{_WHERE}) +-> +(?P<to>{_WHERE})(?: |$)",
        _pushed,
    ),
    _git(
        "push",
        rf" \* \[new (?P<kind>branch|tag)\] +(?P<from>{_WHERE}) +-> +(?P<to>{_WHERE})(?: |$)",
        _pushed_new,
    ),
    _git(
        "push", rf" - \[deleted\] +(?P<name>{_WHERE})$", _fixed("push", "{name} was deleted in the remote repository.")
    ),
    _git(
        "checkout switch",
        rf"Switched to a new branch '(?P<name>{_WHERE})'$",
        _fixed("branch", "The branch {name} was made and checked out."),
    ),
    _git(
        "checkout switch", rf"Switched to branch '(?P<name>{_WHERE})'$", _fixed("checkout", "{name} was checked out.")
    ),
    _line(
        "gh",
        ("pr checkout",),
        rf"Switched to (?:a new )?branch '(?P<name>{_WHERE})'$",
        _fixed("checkout", "{name} was checked out."),
    ),
    _git(
        "merge pull cherry-pick revert stash",
        r"Automatic merge failed; fix conflicts",
        _fixed("merge", "The merge stopped at conflicts, which are in the work tree."),
    ),
    _git(
        "rebase pull cherry-pick revert am",
        rf"{_PROGRESS}error: could not apply (?P<sha>{_SHA})\b",
        _fixed("rebase", "The commit {sha} could not be applied, and its conflicts are in the work tree."),
    ),
    _git(
        "checkout switch reset stash worktree",
        rf"HEAD is now at (?P<sha>{_SHA})(?: |$)",
        lambda found: Printed("checkout", f"HEAD is now at {found['sha']}."),
    ),
    _git(
        "worktree",
        rf"Preparing worktree \(new branch '(?P<name>{_WHERE})'\)$",
        _fixed("branch", "The branch {name} was made, with a work tree of its own."),
    ),
    _git("branch", rf"Deleted branch (?P<name>{_WHERE}) \(was {_SHA}\)\.$", _fixed("branch", "{name} was deleted.")),
    _git("tag", rf"Deleted tag '(?P<name>{_WHERE})' \(was {_SHA}\)$", _fixed("tag", "The tag {name} was deleted.")),
    _git(
        "stash",
        rf"Saved working directory and index state (?:WIP on|On) (?P<name>{_WHERE}):",
        _fixed("stash", "Changes on {name} were put into a stash."),
    ),
    _git(
        "stash",
        rf"Dropped (?P<name>\S{{1,80}}) \({_SHA}\)$",
        _fixed("stash", "The stash {name} was taken off the list."),
    ),
    _git(
        "rebase pull",
        rf"{_PROGRESS}Successfully rebased and updated refs/heads/(?P<name>{_WHERE}?)\.$",
        _fixed("rebase", "{name} was rebased."),
    ),
    _git(
        "init",
        r"Initialized empty Git repository in (?P<name>[^\n]{1,300}?)/?$",
        _fixed("repository", "A repository was made in {name}."),
    ),
    _git("rm", r"rm '(?P<name>[^'\n]{1,300})'$", _fixed("index", "{name} was removed from git's index.")),
    _line(
        "gh",
        ("pr create",),
        r"(?P<url>https://[\w.-]{1,100}/[\w.-]{1,100}/[\w.-]{1,100}/pull/\d{1,9})$",
        lambda found: Printed("pull_request", f"The pull request {found['url']} was opened."),
    ),
    _line(
        "gh",
        ("pr merge",),
        r"\S{0,3} ?(?:Merged|Squashed and merged|Rebased and merged) pull request (?P<name>\S{0,200}#\d{1,9})\b",
        _fixed("pull_request", "The pull request {name} was merged."),
    ),
    _packages(
        "npm", "install i add ci uninstall remove rm update", r"(?P<told>(?:added|removed|changed) \d{1,7} packages?)\b"
    ),
    _line("npm", ("init",), r"Wrote to (?P<name>[^\n]{1,300}):$", _fixed("file", "{name} was written.")),
    _packages("pip", "install uninstall", r"(?P<told>Successfully (?:un)?installed [^\n]{1,2000}?)$"),
    _packages("uv", "pip sync add remove", r"(?P<told>(?:Installed|Uninstalled) \d{1,7} packages?) in "),
)
_ALIASES: Final = {"pip3": "pip", "pnpm": "npm"}
_PROGRAMS: Final = frozenset(line.program for line in _LINES)
_VALUED: Final = frozenset({"-C", "-c", "--git-dir", "--work-tree", "--prefix", "--repo", "-R"})
"""Options before a subcommand that take the next word."""
_GATE: Final = deferred(r"\b(?:git|gh|p?npm|pip3?|uv)\b")
_HEADING: Final = deferred(r"^(?P<way>To|From) \S+$", re.MULTILINE)
"""What comes before the branches that were pushed, or fetched."""


def command_line(call: ToolCall) -> str:
    """The command line that a call of the shell runs; of a script, its text; empty where it is no such call."""
    if call.tool not in tools.shells():
        return ""
    given = call.arguments
    return command_of(as_object(given)) or (given if isinstance(given, str) else "")


def of_call(call: ToolCall, result: ToolResult | None) -> list[Printed]:
    """What the result of a call says was done by the programs that it ran."""
    command = command_line(call)
    if result is None or _GATE().search(command) is None:
        return []
    output = text_of(result.content)
    return printed(command, idioms.output(output)) if output else []


def committed(told: Iterable[Printed]) -> str | None:
    """The last commit that was made or merged; None where none was made."""
    found = [each for each in told if each.sha]
    return found[-1].sha if any(each.what == "commit" for each in found) else None


def printed(command: str, output: str) -> list[Printed]:
    """What the lines of an output say was done by the programs that a command runs, in their order."""
    if not output or _GATE().search(command) is None:
        return []
    runs = frozenset(_runs(command))
    lines = [line for line in _LINES if not runs.isdisjoint(line.verbs)]
    if not lines:
        return []
    text = output.replace("\r\n", "\n")
    found = [(match.start(), line.says(match)) for line in lines for match in line.pattern().finditer(text)]
    headings: list[tuple[int, Printed | None]] = []
    if ("git", "push") in runs:
        headings = [(match.start(), None) for match in _HEADING().finditer(text) if match["way"] == "From"]
        headings += [(match.start(), _TO) for match in _HEADING().finditer(text) if match["way"] == "To"]
    return list(_sent(sorted(found + headings, key=lambda each: each[0])))


_TO: Final = Printed("", "")


def _sent(found: list[tuple[int, Printed | None]]) -> Iterator[Printed]:
    """Without branches that were fetched, which git lists in the same way as those that it pushed."""
    away = False
    for _, each in found:
        if each is None or each is _TO:
            away = each is _TO
        elif each.what != "push" or away:
            yield each


def _runs(command: str) -> Iterator[tuple[str, str]]:
    """The programs that a command runs, each with its subcommand."""
    for part in _PARTS().split(command):
        words = part.split()
        at = next((number for number, word in enumerate(words) if _named(word) in _PROGRAMS), None)
        if at is not None:
            program, rest = _named(words[at]), _arguments(words[at + 1 :])
            verb = next(rest, "")
            yield program, f"{verb} {next(rest, '')}" if program == "gh" else verb


def _arguments(words: list[str]) -> Iterator[str]:
    """Words that are no options."""
    skip = False
    for word in words:
        if skip or word.startswith("-"):
            skip = not skip and word in _VALUED
        else:
            yield word.strip("'\"")


def _named(word: str) -> str:
    name = word.strip("'\"").rpartition("/")[2]
    return _ALIASES.get(name, name)
