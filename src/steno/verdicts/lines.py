"""Chooses the line of an output that names the error.  Looks at one line after the other, once; says no more than it.

A kind of line is a row of a table, with examples that are tests.  The best kind in an output wins, and of several
lines of a kind the first, but of the exceptions at the end of a traceback the last: that is the one which ended it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from steno.base.patterns import deferred


class Rank(IntEnum):
    """How much a line tells, the best first."""

    RAISED = 0
    """The exception at the end of a traceback."""
    NAMED = 1
    """It says that it is an error, and which."""
    HINTED = 2
    """It speaks of a failure: a test that failed, a place in the source."""
    WORDED = 3
    """A word in it does: something was not found, or could not be done."""
    SUMMED = 4
    """It counts what failed, or says which part of the whole did."""
    WRAPPED = 5
    """Whoever ran the program reports that it failed."""
    PLAIN = 6
    """It says something, for all one knows."""
    WARNED = 7
    SKIPPED = 8
    """It never names an error: a stack frame, an echo of the command, a line of source, decoration."""


class Kind(NamedTuple):
    """Lines of one look, without what a task runner put before them and without blanks at the ends."""

    name: str
    rank: Rank
    expression: str
    examples: tuple[str, ...]


KINDS: Final = (
    Kind("decoration", Rank.SKIPPED, r"[\W_]+\Z", ("-----", "~~~^^^", "═══ ═══", "  |", "}")),
    Kind(
        "echo",
        Rank.SKIPPED,
        r"(?:[$%❯+]{1,3}|>) \S",
        ("> garden@1.0.0 test", "> vitest run", "$ tsc --noEmit", "+ make all"),
    ),
    Kind(
        "frame",
        Rank.SKIPPED,
        r"at \S.*[)\d]\Z|at (?:async |new |Object\.|<)|File \".*\", line \d+|\S+\.\w{1,5}:\d+ \+0x|goroutine \d+ \["
        r"|\(\w+ [\d.]+\) \S+:\d+|\.\.\. \d+ more|\d+: +0x|stack ?backtrace:|stacktrace:|Stack trace:|\S+:\d+: in "
        r"|\S+:\d+:in [`']|During handling of the above|The above exception was|node:internal/|created by "
        r"|\S+:\d+: \(test\)|from \S+:\d+",
        (
            "at plant (/srv/bed.js:3:7)",
            'File "/srv/bed.py", line 3, in plant',
            "goroutine 1 [running]:",
            "/srv/bed.go:12 +0x1d",
            "(phoenix 1.7.0) lib/x.ex:3: anonymous",
            "tests/test_bed.py:3: in test_bed",
        ),
    ),
    Kind(
        "source",
        Rank.SKIPPED,
        r">? ?\d+ *[|│]|[|│] |//|throw new |raise \w"
        r"|(?:func|type|const|let|var|class|export|fn|pub|async|import|package|interface) .*[{(;)]\Z"
        r"|def \w+\(|return\b.*[;)]\Z|(?:if|for) \(|[a-z]\w*\.\w+\(.*[){,;]\Z",
        (
            "> 12 | throw new Error('dry')",
            "3 | let bed = 1;",
            "throw new Error('dry');",
            "raise ValueError('dry')",
            't.Error("dry")',
            "func plant() error {",
        ),
    ),
    Kind(
        "progress",
        Rank.SKIPPED,
        r"=== (?:RUN|PAUSE|CONT|NAME)|--- (?:PASS|SKIP)|ok +\t|\?  +\t|PASS\b|[✓✔√] |.*\bPASSED\b|# |Compiling "
        r"|Download|Finished |Running |Generated |Getting |Checking |Installing |Resolving |Collecting "
        r"|Using cached |Building |Auto-merging |On branch |Your branch |[Uu]sage:|Flags:|Options:|total \d+\Z"
        r"|Traceback \(most recent|collected \d|platform |rootdir: |plugins: |\S+ \.+[.FEsx]* +\[ *\d+%\]"
        r"|Node\.js v\d|Updating files|warning: in the working|Next\.js |▲ |Creating an|RUN +v\d|Test run "
        r"|Randomized with|npm (?:ERR!|error) (?:A complete log|code|errno|syscall|path|Log files|At least)",
        (
            "=== RUN   TestBed",
            "ok  \tbeds\t0.1s",
            "Compiling 4 files (.ex)",
            "total 56",
            "usage: bed [-h]",
            "Traceback (most recent call last):",
            "On branch main",
            "npm ERR! code ELIFECYCLE",
            "Node.js v22.1.0",
        ),
    ),
    Kind(
        "warning",
        Rank.WARNED,
        r"(?i:\W*(?:\(node:\d+\) )?\[?warn(?:ing)?\b|npm warn|hint:|note:|help:|deprecated|\S*deprecationwarning)"
        r"|\S+:\d+: \w*Warning:|info:|INFO\b|DEBUG\b",
        (
            "warning: unused bed",
            "(node:12) Warning: x is deprecated",
            "⚠ Warning: no root",
            "hint: pull first",
            "npm warn old lockfile",
            "bed.py:3: DeprecationWarning: no more",
        ),
    ),
    Kind("place alone", Rank.SKIPPED, r"\S+:\d+(?::\d+)?\Z", ("./bed.tsx:3:5", "/srv/bed.js:3")),
    Kind("bare", Rank.PLAIN, r"FAIL(?:ED)?\Z", ("FAIL", "FAILED")),
    Kind(
        "wrapper",
        Rank.WRAPPED,
        r"make(?:\[\d+\])?: \*\*\*|ERROR task failed|error: Recipe |error Command failed|error: script "
        r"|exit status \d|(?:error: )?(?:Process|Command) .*(?:exit(?:ed)?|code)|ELIFECYCLE|.*ELIFECYCLE|npm (?:ERR!"
        r"|error)|.*exited with code|(?:error|Error|ERROR):?\Z|error: could not compile|error: aborting due to"
        r"|error: test failed",
        (
            "make: *** [Makefile:3: test] Error 1",
            "ERROR task failed",
            "exit status 1",
            "npm ERR! Lifecycle script",
            "error: could not compile `bed` (bin) due to 1 previous error",
        ),
    ),
    Kind(
        "count",
        Rank.SUMMED,
        r"=* ?\d+ (?:failed|errors?|failures?|failing|issues?|problems?|tests?|examples?)\b|Tests?:? .*\d+ failed"
        r"|Test (?:Suites|Files)|Found \d+|FAILED \(|FAIL +\S+\Z|✖ \d+ problem|FAIL\t|Summary",
        (
            "1 failed, 3 passed in 0.1s",
            "5 tests, 2 failures",
            "Tests:       1 failed, 2 total",
            "FAILED (errors=1)",
            "✖ 2 problems (2 errors, 0 warnings)",
            "Found 3 errors in 1 file",
        ),
    ),
    Kind(
        "named error",
        Rank.NAMED,
        r"(?i:fatal(?: error)?|panic|(?:[a-z]+ )?error|critical)(?:\[\w+\])?(?: \[\w+\])?(?: \(\w+\))?:|\[?(?:ERROR"
        r"|FATAL)\]?[ :]|(?:Uncaught |Unhandled |Caused by: |\[\w+\] )?[\w.$:/]*(?:Error|Exception|Panic"
        r"|Interrupt)(?: \[\w+\])?(?: \(\w+\))?:|(?:Uncaught )?\w+(?:Error|Exception)\Z|[✘✗×✖] \[ERROR\]|ERR_\w+"
        r"|ERR! |Failure/Error:|CONFLICT \(|! \[",
        (
            "fatal: not a git repository",
            "error[E0308]: mismatched types",
            "error: no bed",
            "Error: no bed",
            "panic: dry",
            "ValueError: dry",
            "Error [ERR_MODULE_NOT_FOUND]: no bed",
            "java.io.IOException: dry",
            "✘ [ERROR] no bed",
            "CONFLICT (content): Merge conflict in bed",
            "! [rejected] main -> main",
            "KeyboardInterrupt:",
        ),
    ),
    Kind(
        "error at a place",
        Rank.NAMED,
        r"\S+[:(]\d+(?:[:,]\d+\)?)?:?(?: -)?(?: fatal)? (?i:\w*error)\b|.{0,300}?\berror (?:TS|CS|MSB|NU|FS)\d+:"
        r"|\d+:\d+ +error ",
        (
            "bed.c:3:5: error: no water",
            "bed.ts(3,5): error TS2304: no bed",
            "bed.ts:3:5 - error TS2304: no bed",
            "3:5  error  no bed  no-undef",
            "bed.py:3: SyntaxError",
        ),
    ),
    Kind(
        "assertion",
        Rank.NAMED,
        r"E {2,}\S|\*\* \(\w|Assertion with|[Aa]ssert(?:ion)?\b.*\bfailed|AssertionError|.*\bpanicked at "
        r"|Expected .*\bgot\b",
        (
            "E   assert 1 == 2",
            "** (KeyError) no bed",
            "Assertion with == failed",
            "AssertionError",
            "thread 'main' panicked at 'dry', src/main.rs:2:5",
        ),
    ),
    Kind(
        "assertion of a Go test",
        Rank.NAMED,
        r"(?i:\S+_test\.go:\d+: .{0,300}?\b(?:want|expected|should|must|got|not|nil|error|fail\w*|mismatch|missing"
        r"|unexpected)\b)",
        ("bed_test.go:12: got 1, want 2", "bed_test.go:12: Dig() error = dry"),
    ),
    Kind(
        "error of a program",
        Rank.NAMED,
        r"(?:\S*sh|\(eval\)):(?: line)? ?\d+: |[\w./+-]+: .*(?:[Nn]o such file|[Nn]ot [Ff]ound|[Pp]ermission denied"
        r"|cannot |can't |invalid option|illegal option|unrecognized |[Nn]ot a directory|[Ii]s a directory)"
        r"|command not found|curl: \(\d+\)|command timed out|[A-Z]{4,}: [a-z]",
        (
            "bash: line 1: bed: command not found",
            'zsh:1: unmatched "',
            "(eval):1: no matches found: *.bed",
            "sed: can't read bed: No such file or directory",
            "curl: (7) Failed to connect",
            "EISDIR: illegal operation",
        ),
    ),
    Kind(
        "failed test",
        Rank.HINTED,
        r"--- FAIL: |FAIL(?:ED)?:? +\S|● \S|[✕✗✘×✖] \S|\d+\) \S|test .* \.\.\. FAILED|not ok \d",
        (
            "--- FAIL: TestBed (0.00s)",
            "FAILED tests/test_bed.py::test_dry - dry",
            "● bed › is dry",
            "✕ is dry (3 ms)",
            "1) test is dry (Bed)",
            "test bed::dry ... FAILED",
            "not ok 3 - bed",
        ),
    ),
    Kind(
        "place",
        Rank.HINTED,
        r"(?![\w-]+\.go:\d+: )\S+\.\w+:\d+(?::\d+)?:? [^\s:#]",
        ("bed.go:3:5: undefined: water", "bed.py:3: no bed"),
    ),
    Kind(
        "word",
        Rank.WORDED,
        r"(?i:(?!.*\b(?:0|no) (?:errors?|failures?|failed|issues?|problems?)\b).{0,400}?\b(?:errors?|not found"
        r"|no such|cannot|can['’]t|couldn['’]t|could not|unable to|failed|failure|fails|denied|refused|rejected"
        r"|invalid|illegal|unknown|unrecogni[sz]ed|unexpected|undefined|unbound|unmatched|unsupported|missing"
        r"|timed out|timeout|does not exist|doesn['’]t exist|already exists|not allowed|not permitted|forbidden"
        r"|unauthori[sz]ed|conflicts?|nothing to commit|abort(?:ed|ing)?|killed|overwritten|mismatch|exceeds"
        r"|segmentation fault|out of memory|not supported|only supports|are ignored by)\b)",
        ("nothing to commit, working tree clean", "Couldn't connect to server", "The bed does not exist."),
    ),
    Kind("plain", Rank.PLAIN, r"", ("The roses are dry.",)),
)
"""In the order in which they are tried: the first that fits is the line's kind."""

_LEADS = deferred(
    r"thread '.*' panicked at .*:|(?:Error|error|ERROR):|error during build:|Failed to compile\."
    r"|An unexpected error occurred:"
)
"""After such a line stands the error."""
_ANSI = deferred(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_BREAK = deferred(r"[\r\n]+")
_TASK = deferred(r"\[[\w:./@-]{1,40}\] (?=\S)")
"""What a runner of several tasks puts before each line."""
_TRACEBACK = "Traceback (most recent call last):"
_LONG = 300
"""A longer line is not quoted, so any other one tells more."""
_FEW = 8
"""An output of more lines, none of which speaks of a failure, names no error: what it begins with is something else."""


def plain(text: str) -> str:
    """A text without the codes that colour it."""
    return _ANSI().sub("", text) if "\x1b" in text else text


def lines_of(text: str) -> Iterator[str]:
    """The lines that are not blank; a line that was written over on the screen is one, too."""
    return (line for each in _BREAK().split(plain(text)) if (line := each.strip()))


def error_line(text: str, *, message: bool = False, shown: bool = False) -> str | None:
    """The line of an output that names the error, where one does.

    Args:
        text: What a program printed, or returned as its error.
        message: It is nothing but the error, so that its first line will do where no other is better.
        shown: It may hold what others wrote, in which a word proves nothing.
    """
    best, found, count, opening = Rank.SKIPPED, None, 0, ""
    for line, stated in _ranked(text):
        rank = Rank.PLAIN if shown and stated is Rank.WORDED else stated
        if rank is Rank.WARNED and not count:
            opening = opening or line  # what begins with a warning, and names no error, failed for that
        count += rank <= Rank.PLAIN
        if rank < best or (rank is Rank.RAISED is best):
            best, found = rank, line
    if best is Rank.PLAIN and opening:
        return opening
    if best is Rank.PLAIN and count > _FEW and not message:
        return None
    return found if best < Rank.SKIPPED or not message else next(lines_of(text), None)


def advice_line(text: str) -> str | None:
    """The line of an output that says what to do instead, where one does."""
    return next((line for line in lines_of(text) if len(line) <= _LONG and _ADVICE().match(line)), None)


_ADVICE = deferred(
    r"(?i:\W*(?:hint|help|suggestion|tip)\b:|.{0,200}\bdid you mean\b|.{0,200}\buse .{1,80} instead\b|"
    r"please (?:make sure|run|use|install|specify|set|provide|add|remove|check|try)\b|"
    r"(?:try|run) [`'\"]|"
    r"to (?:fix|resolve|continue|force|override) (?:this|it|them|anyway)\b)"
)
ADVICE: Final = (
    "hint: Updates were rejected because the tip is behind",
    "help: consider borrowing here: `&bed`",
    "error: unknown bed 'nort'. Did you mean 'north'?",
    "Please make sure you have `water` in the plan.",
    "Use --force instead",
    "try 'bed --help' for more",
)
"""Lines that say what to do."""


def rank_of(line: str) -> Rank:
    """How much a line tells when it stands alone."""
    if len(line) > _LONG:
        return Rank.PLAIN
    prefix = _TASK().match(line) if line[0] == "[" else None
    found = _ONE().match(line, prefix.end() if prefix else 0)
    return KINDS[(found.lastindex or 1) - 1].rank if found else Rank.PLAIN


_ONE = deferred("|".join(f"({kind.expression})" for kind in KINDS))


def _ranked(text: str) -> Iterator[tuple[str, Rank]]:
    """Each line with its rank, given those before it."""
    traceback, before = -1, ""
    for raw in _BREAK().split(plain(text)):
        line = raw.strip()
        if not line:
            continue
        indent = len(raw) - len(raw.lstrip())
        if line == _TRACEBACK:
            traceback = indent
        elif traceback < 0:
            rank = _after(before, line)
            yield line, rank
            before = before if rank is Rank.SKIPPED else line
        elif indent <= traceback:
            traceback, before = -1, line
            yield line, Rank.RAISED


def _after(before: str, line: str) -> Rank:
    rank = rank_of(line)
    if rank is Rank.SKIPPED:
        return rank
    if rank > Rank.NAMED:
        return Rank.NAMED if _leads(before) else rank
    return Rank.SUMMED if _leads(line) else rank


def _leads(line: str) -> bool:
    return line[-1:] in (":", ".") and _LEADS().fullmatch(line) is not None
