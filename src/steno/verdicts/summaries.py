"""What test runners, linters, compilers and package managers print of how they fared.  A table, with its examples.

A row fits only what the program itself prints at the beginning of a line.  Who prints other people's words, such as
`cat` or `git log`, must not be asked: what it shows may be anybody's verdict on anything.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final, NamedTuple

from steno.base.patterns import deferred


class View(IntEnum):
    """How much of what a program printed can be seen."""

    PART = 0
    """Some lines, chosen by what stands in them, or the first ones."""
    END = 1
    """The last lines."""
    WHOLE = 2


class Summary(NamedTuple):
    """How one kind of program says that it failed or that all is well.  An empty expression: it does not."""

    name: str
    failed: str
    passed: str
    failures: tuple[str, ...]
    successes: tuple[str, ...]
    neither: tuple[str, ...] = ()
    total: bool = True
    """One line speaks of everything; otherwise it takes the end of the output to know that nothing failed."""


_COUNT: Final = r"[1-9]\d*"

SUMMARIES: Final = (
    Summary(
        "pytest",
        rf"(?:=+ )?(?:\d+ [a-z]+, )*{_COUNT} (?:failed|errors?)\b(?:, \d+ [a-z]+)* in [\d.]+s|FAILED \S+\.py::"
        rf"|ERROR \S+\.py(?:::| - )",
        r"(?:=+ )?(?:\d+ (?:skipped|deselected|xfailed|xpassed|warnings?), )*\d+ passed(?:, \d+ (?:skipped"
        r"|deselected|xfailed|xpassed|warnings?|rerun|subtests passed))* in [\d.]+s",
        ("=== 1 failed, 2 passed in 0.12s ===", "2 errors in 0.30s", "FAILED tests/test_bed.py::test_dry - assert 0"),
        ("=== 3 passed, 1 skipped in 0.12s ===", "3 passed in 0.12s"),
        ("no tests ran in 0.01s", "tests/test_bed.py ...   [100%]"),
    ),
    Summary(
        "unittest",
        r"FAILED \((?:failures|errors)=",
        r"Ran [1-9]\d* tests? in [\d.]+s\s+OK\b",
        ("FAILED (failures=1)", "FAILED (errors=2, skipped=1)"),
        ("Ran 3 tests in 0.001s\n\nOK",),
        ("OK", "Ran 0 tests in 0.0s\n\nOK"),
    ),
    Summary(
        "jest",
        rf"Tests?(?: Suites)?: +(?:\d+ [a-z]+, )*{_COUNT} failed",
        r"Tests: +(?:\d+ (?:skipped|todo), )*\d+ passed, \d+ total",
        ("Tests:       1 failed, 2 passed, 3 total", "Test Suites: 1 failed, 1 total"),
        ("Tests:       3 passed, 3 total",),
    ),
    Summary(
        "vitest",
        rf"Test(?:s| Files)  +{_COUNT} failed|Unhandled Errors",
        r"Tests  +\d+ passed(?: \| \d+ (?:skipped|todo))* \(\d+\)",
        (" Tests  1 failed | 2 passed (3)", " Test Files  1 failed (1)"),
        ("      Tests  3 passed (3)",),
    ),
    Summary(
        "mocha",
        rf"{_COUNT} failing\Z|{_COUNT} failing$",
        r"\d+ passing \(",
        ("  1 failing",),
        ("  3 passing (12ms)",),
        total=False,
    ),
    Summary(
        "node test",
        rf"[#ℹ] fail {_COUNT}\b|not ok \d+ ",
        r"[#ℹ] fail 0$",
        ("# fail 2", "ℹ fail 1", "not ok 3 - dry"),
        ("# fail 0", "ℹ fail 0"),
    ),
    Summary(
        "go test",
        r"FAIL(?:\t|$)|--- FAIL: |panic: ",
        r"ok +\t\S|PASS$|ok  +\S+ +(?:\d+\.\d+s|\(cached\))",
        ("FAIL\tbeds\t0.1s", "--- FAIL: TestBed (0.00s)", "FAIL"),
        ("ok  \tbeds\t0.1s", "ok  \tbeds\t(cached)", "PASS"),
        ("?   \tbeds\t[no test files]", "FAILURE is not an option"),
        total=False,
    ),
    Summary(
        "go build",
        r"\S+\.go:\d+:\d+: \S|# \S+/\S+$\n\S+\.go:\d+",
        "",
        ("bed.go:3:5: undefined: water",),
        (),
        ("bed.go: 3 lines",),
    ),
    Summary(
        "cargo",
        r"test result: FAILED\.|error(?:\[E\d+\])?: |warning: build failed|Diff in \S+:\d+:$",
        r"test result: ok\.|Finished (?:`\w+` profile|\w+) .*target\(s\) in ",
        ("test result: FAILED. 1 passed; 1 failed", "error[E0308]: mismatched types", "Diff in /srv/bed.rs:3:"),
        ("test result: ok. 3 passed; 0 failed", "    Finished `dev` profile [unoptimized] target(s) in 0.1s"),
        total=False,
    ),
    Summary(
        "dotnet",
        rf"Failed! +- Failed: |Build FAILED\.|.{{0,300}}\): error (?:CS|MSB|NU|FS)\d+: |{_COUNT} Error\(s\)",
        r"Passed! +- Failed: +0,|Build succeeded\.",
        ("Failed!  - Failed:     1, Passed:     2", "Build FAILED."),
        ("Passed!  - Failed:     0, Passed:     3", "Build succeeded."),
        total=False,
    ),
    Summary(
        "maven and gradle",
        rf"(?:\[INFO\] )?BUILD (?:FAILURE|FAILED)|(?:\[\w+\] )?Tests run: \d+, Failures: (?:{_COUNT}"
        rf"|0, Errors: {_COUNT})",
        r"(?:\[INFO\] )?BUILD SUCCESS(?:FUL)?",
        ("[INFO] BUILD FAILURE", "BUILD FAILED in 3s", "Tests run: 3, Failures: 1, Errors: 0"),
        ("[INFO] BUILD SUCCESS", "BUILD SUCCESSFUL in 3s"),
        ("Tests run: 3, Failures: 0, Errors: 0",),
    ),
    Summary(
        "rspec and exunit",
        rf"(?:\d+ \w+, )*\d+ (?:examples?|tests?), {_COUNT} failures?",
        r"(?:\d+ (?:doctests?|properties|property), )*[1-9]\d* (?:examples?|tests?), 0 failures",
        ("5 tests, 2 failures", "3 examples, 1 failure", "1 doctest, 3 tests, 1 failure"),
        ("5 tests, 0 failures", "1 doctest, 3 tests, 0 failures"),
        ("0 tests, 0 failures",),
    ),
    Summary(
        "mix",
        r"\*\* \(\w[\w.]*\) |== Compilation error in ",
        "",
        ("** (Mix) no task", "== Compilation error in file bed.ex =="),
        (),
    ),
    Summary(
        "credo",
        r"\d+ mods/funs, found \d",
        r"\d+ mods/funs, found no issues\.",
        ("40 mods/funs, found 1 warning, 2 refactoring opportunities.",),
        ("114 mods/funs, found no issues.",),
    ),
    Summary(
        "phpunit",
        r"FAILURES!$|ERRORS!$",
        r"OK \(\d+ tests?, ",
        ("FAILURES!",),
        ("OK (3 tests, 4 assertions)",),
    ),
    Summary(
        "tsc",
        r"\S.{0,300}?\berror TS\d+: |error TS\d+: ",
        "",
        ("bed.ts(3,5): error TS2304: no bed", "bed.ts:3:5 - error TS2304: no bed"),
        (),
        ("about error TS2304",),
    ),
    Summary(
        "eslint",
        rf"✖ \d+ problems? \({_COUNT} error",
        r"✖ \d+ problems? \(0 errors",
        ("✖ 2 problems (1 error, 1 warning)",),
        ("✖ 1 problem (0 errors, 1 warning)",),
    ),
    Summary(
        "ruff",
        rf"Found {_COUNT} errors?\.$|Found \d+ errors? \(\d+ fixed, {_COUNT} remaining\)|Would reformat: "
        rf"|error: Failed to parse",
        r"All checks passed!|Found \d+ errors? \(\d+ fixed, 0 remaining\)|\d+ files? (?:already formatted"
        r"|left unchanged)$",
        ("Found 3 errors.", "Would reformat: bed.py"),
        ("All checks passed!", "3 files already formatted"),
    ),
    Summary(
        "mypy and pyright",
        rf"Found {_COUNT} errors? in |{_COUNT} errors?, \d+ warnings?",
        r"Success: no issues found|0 errors, \d+ warnings?",
        ("Found 3 errors in 1 file (checked 2 source files)", "2 errors, 0 warnings, 0 informations"),
        ("Success: no issues found in 2 source files", "0 errors, 0 warnings, 0 informations"),
    ),
    Summary(
        "black", r"Oh no! 💥|error: cannot format ", r"All done! ✨", ("Oh no! 💥 💔 💥",), ("All done! ✨ 🍰 ✨",)
    ),
    Summary(
        "golangci-lint",
        rf"{_COUNT} issues?:$|ERROR task failed|The command is terminated due to an error",
        r"0 issues\.$",
        ("1 issues:", "[lint] ERROR task failed"),
        ("0 issues.", "[lint:go] 0 issues."),
    ),
    Summary(
        "prettier",
        r"\[warn\] Code style issues|\[error\] ",
        r"All matched files use Prettier code style!",
        ("[warn] Code style issues found in 2 files.",),
        ("All matched files use Prettier code style!",),
    ),
    Summary(
        "npm",
        r"npm (?:ERR!|error) |.{0,80}ELIFECYCLE|.{0,20}ERR_PNPM_\w+|error Command failed with exit code",
        r"(?:added|removed|changed) \d+ packages?\b|up to date,|found 0 vulnerabilities|✨ +Done in|Done in [\d.]+m?s",
        (
            "npm ERR! code ELIFECYCLE",
            'npm error Missing script: "dig"',
            " ELIFECYCLE  Command failed with exit code 1.",
        ),
        ("added 3 packages, and audited 4 packages in 2s", "up to date, audited 3 packages in 1s", "Done in 1.2s"),
        ("npm warn deprecated bed@1.0.0",),
        total=False,
    ),
    Summary(
        "pip and uv",
        r"ERROR: |error: Failed |  × No solution found",
        r"Successfully installed \S|Audited \d+ packages? in",
        ("ERROR: No matching distribution found for bed",),
        ("Successfully installed bed-1.0",),
        total=False,
    ),
    Summary(
        "bundlers",
        r"Failed to compile\.|error during build:|✘ \[ERROR\] |.{0,40}compiled with \d+ errors?|Build failed\b"
        r"|> Build error occurred",
        r"✓ built in [\d.]+m?s|webpack .*compiled successfully|⚡ Done in|○ +\(Static\) ",
        ("Failed to compile.", "error during build:", '✘ [ERROR] Could not resolve "bed"'),
        ("✓ built in 1.23s", "⚡ Done in 12ms"),
    ),
    Summary(
        "make",
        r"make(?:\[\d+\])?: \*\*\* |error: Recipe `",
        "",
        ("make: *** [Makefile:3: test] Error 1",),
        (),
        ("make: Nothing to be done for 'all'.",),
    ),
    Summary(
        "compilers",
        r"\S+:\d+:\d+: (?:fatal )?error: |(?:collect2|clang|ld): error: |.{0,200}: undefined reference to ",
        "",
        ("bed.c:3:5: error: no water", "bed.cpp:3:5: fatal error: bed.h: No such file"),
        (),
    ),
    Summary(
        "git",
        r"fatal: |error: (?:failed to push|pathspec|could not|Your local changes|cannot)|CONFLICT \("
        r"| ! \[(?:remote )?rejected\]",
        r"\[\S+ (?:\(root-commit\) )?[0-9a-f]{7,40}\] ",
        (
            "fatal: not a git repository",
            "CONFLICT (content): Merge conflict in bed",
            " ! [rejected] main -> main (fetch first)",
        ),
        ("[main 1234abc] Water the roses",),
    ),
    Summary(
        "docker",
        r"ERROR: failed to solve|Error response from daemon|Cannot connect to the Docker daemon|ERROR: failed to build",
        "",
        ("ERROR: failed to solve: bed", "Cannot connect to the Docker daemon at unix:///x."),
        (),
    ),
    Summary(
        "shell",
        r"(?:/\S*/)?(?:ba|z|da|k)?sh: (?:line )?\d+: |(?:ba|z|da|k)?sh:\d+: |(?:ba|z)?sh: \S+: command not found"
        r"|\(eval\):\d+: ",
        "",
        ("bash: line 1: bed: command not found", "zsh:1: no matches found: *.bed", "(eval):1: parse error near `)'"),
        (),
    ),
    Summary(
        "usage",
        r"(?:[Ee]rror: )(?:unrecognized subcommand|unexpected argument|unknown (?:shorthand )?(?:flag|option|command"
        r"|subcommand)|no such (?:option|command)|invalid (?:option|argument|choice)|[Uu]nrecognized"
        r"|the following required arguments|accepts \d|required flag)|\S+: error: (?:unrecognized arguments"
        r"|the following arguments are required|argument )|Unknown (?:command|option|argument)s?: "
        r"|\S+: (?:unrecognized|invalid|illegal|unknown) option",
        "",
        (
            "error: unrecognized subcommand 'dig'",
            "Error: unknown flag: --dig",
            "bed: error: unrecognized arguments: -x",
            "Unknown option: --dig",
        ),
        (),
        ("unknown",),
    ),
    Summary(
        "connection",
        r"curl: \(\d+\) |.{0,60}(?:ECONNREFUSED|Couldn't connect to server)|ssh: connect to host ",
        "",
        ("curl: (7) Failed to connect to localhost", "connect ECONNREFUSED 127.0.0.1:3000"),
        (),
    ),
)

_TASK: Final = r"^(?:\[[\w:./@-]{1,40}\] )?[ \t]{0,20}"
"""A line may begin with what a runner of several tasks puts there."""


def _any(expressions: list[str]) -> str:
    return f"{_TASK}(?:{'|'.join(each for each in expressions if each)})"


_FAILED = deferred(_any([each.failed for each in SUMMARIES]), re.MULTILINE)
_TOTAL = deferred(_any([each.passed for each in SUMMARIES if each.total]), re.MULTILINE)
_EACH = deferred(_any([each.passed for each in SUMMARIES]), re.MULTILINE)
_HEAD, _TAIL = 8_000, 20_000
"""Of a long output, a summary is looked for at its beginning and its end."""


def verdict(output: str, view: View) -> bool | None:
    """Whether a program failed or all was well, where its output says so."""
    if len(output) > _HEAD + _TAIL:
        output, view = f"{output[:_HEAD]}\n{output[-_TAIL:]}", View.PART
    if _FAILED().search(output) or crashed(output):
        return False
    return True if (_TOTAL if view is View.PART else _EACH)().search(output) else None


def crashed(output: str) -> bool:
    """Whether it ends with the exception that ended the program."""
    end = output[-_TAIL:].rstrip()
    last = end.rfind("Traceback (most recent call last):")
    if last >= 0:
        return _ends_raised(end[last:])
    last = end.rfind("\nNode.js v")
    return last >= 0 and "\n" not in end[last + 1 :] and "\n    at " in end


def _ends_raised(text: str) -> bool:
    """Whether nothing but one exception, and its words, follows the frames."""
    lines = text.split("\n")[1:]
    after = next((at for at, line in enumerate(lines) if line and line[0] not in " \t"), None)
    return after is not None and len(lines) - after <= _WORDS and _RAISED().match(lines[after]) is not None


_WORDS = 3
"""So many lines may an exception have to say."""
_RAISED = deferred(r"[\w.]+(?:Error|Exception|Interrupt|Exit|Warning|Failure)\b|[\w.]+: ")
