"""Which line of an output names the error."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.verdicts.lines import ADVICE, KINDS, advice_line, error_line, lines_of, rank_of


@pytest.mark.parametrize(("kind", "example"), [(kind, example) for kind in KINDS for example in kind.examples])
def test_an_example_of_a_kind_has_its_rank(kind: object, example: str) -> None:
    assert rank_of(example.strip()) is kind.rank  # type: ignore[attr-defined]


PYTHON = """\
Traceback (most recent call last):
  File "/srv/bed.py", line 3, in plant
    water(bed)
    ~~~~~^^^^^
KeyError: 'tap'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/bed.py", line 9, in <module>
    main()
ValueError: the bed is dry
"""
PYTEST = """\
============================= test session starts ==============================
collected 2 items

tests/test_bed.py .F                                                     [100%]

=================================== FAILURES ===================================
    def test_bed():
>       assert water() == 2
E       assert 1 == 2

tests/test_bed.py:3: AssertionError
=========================== short test summary info ============================
FAILED tests/test_bed.py::test_bed - assert 1 == 2
========================= 1 failed, 1 passed in 0.02s ==========================
"""
NODE = """\
/srv/bed.js:3
    throw new Error('the bed is dry')
    ^

Error: the bed is dry
    at plant (/srv/bed.js:3:11)
    at Object.<anonymous> (/srv/bed.js:7:1)

Node.js v22.1.0
"""
NPM = """\

> garden@1.0.0 build
> tsc --noEmit

src/bed.ts(3,5): error TS2304: Cannot find name 'tap'.
npm ERR! code ELIFECYCLE
npm ERR! A complete log of this run can be found in: /tmp/x
"""
GO = """\
=== RUN   TestBed
--- FAIL: TestBed (0.00s)
    bed_test.go:12: got 1, want 2
FAIL
FAIL\tgarden/bed\t0.1s
FAIL
"""
RUST = """\
   Compiling bed v0.1.0 (/srv/bed)
warning: unused variable: `tap`
 --> src/main.rs:2:9
error[E0308]: mismatched types
 --> src/main.rs:3:5
  |
3 |     1
  |     ^ expected `()`, found integer
error: could not compile `bed` (bin "bed") due to 1 previous error
"""
JEST = """\
FAIL src/bed.test.js
  ● bed › is watered

    expect(received).toBe(expected) // Object.is equality

      3 | test('is watered', () => {
    > 4 |   expect(water()).toBe(2)
        |                   ^
"""
TASKS = """\
[lint] $ golangci-lint run ./...
bed.go:3:5: undefined: tap (typecheck)
\ttap()
\t^
1 issues:
* typecheck: 1
[lint] ERROR task failed
"""


@pytest.mark.parametrize(
    ("output", "line"),
    [
        (PYTHON, "ValueError: the bed is dry"),
        (PYTEST, "E       assert 1 == 2"),
        (NODE, "Error: the bed is dry"),
        (NPM, "src/bed.ts(3,5): error TS2304: Cannot find name 'tap'."),
        (GO, "bed_test.go:12: got 1, want 2"),
        (RUST, "error[E0308]: mismatched types"),
        (JEST, "● bed › is watered"),
        (TASKS, "bed.go:3:5: undefined: tap (typecheck)"),
        ("On branch main\nnothing to commit, working tree clean\n", "nothing to commit, working tree clean"),
        ("thread 'main' panicked at src/main.rs:2:5:\nthe bed is dry\n", "the bed is dry"),
        ("Rebasing (1/2)\rRebasing (2/2)\rerror: could not apply 1234abc\n", "error: could not apply 1234abc"),
        ("\x1b[31m\x1b[1mError:\x1b[22m\x1b[39m no bed\n", "Error: no bed"),
        ("warning: the tap drips\nfatal: no bed\n", "fatal: no bed"),
        ("warning: the tap drips\n", "warning: the tap drips"),
        ("Warning: dig 3 has no tap\n\nTo learn more, look here:\n", "Warning: dig 3 has no tap"),
        ("Failed to compile.\n\n./bed.tsx:3:5\nType error: no bed\n", "Type error: no bed"),
        ("-----\n\n", None),
        ("", None),
    ],
)
def test_the_line_is_the_one_that_names_the_error(output: str, line: str | None) -> None:
    assert error_line(output) == line


def test_a_long_output_that_speaks_of_no_failure_names_no_error() -> None:
    listing = "\n".join(f"rose {number}" for number in range(20))
    assert error_line(listing) is None
    assert error_line(listing, message=True) == "rose 0"


def test_a_word_proves_nothing_in_what_others_wrote() -> None:
    log = "\n".join(f"{number}234abc Fix a missing rose" for number in range(9))
    assert error_line(log) == "0234abc Fix a missing rose"
    assert error_line(log, shown=True) is None
    assert error_line(log + "\nfatal: no bed", shown=True) == "fatal: no bed"


@given(st.text(alphabet=st.sampled_from("aE: \t\n\r\x1b[0m(.|>^-'\"Tr0"), max_size=200), st.booleans())
def test_whatever_is_printed_a_line_of_it_is_chosen_or_none(output: str, message: bool) -> None:
    found = error_line(output, message=message)
    assert found is None or found in list(lines_of(output))


@pytest.mark.parametrize("piece", ["a", "a.", "error ", " ", "\n", "a\n", "  File x\n", "E  \n", "\x1b[", "a:1: "])
def test_a_megabyte_takes_a_moment(piece: str) -> None:
    begin = time.process_time()
    error_line(piece * (1_000_000 // len(piece)))
    assert time.process_time() - begin < 10


@pytest.mark.parametrize("line", ADVICE)
def test_a_line_that_says_what_to_do_is_found_behind_the_error(line: str) -> None:
    assert advice_line(f"error: no water\nThe bed is dry.\n{line}\nbye") == line


@pytest.mark.parametrize("line", ["The bed is dry.", "run the tests", "you can go", "use strict", "trying again"])
def test_a_line_that_says_nothing_to_do_is_no_advice(line: str) -> None:
    assert advice_line(line) is None
