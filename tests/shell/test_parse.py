"""How a command line is split, and which of its commands its exit code speaks of."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.shell import operation, parse, proves_exit, reading, targets
from tests.given.timing import linear


def programs(line: str) -> list[list[tuple[str, ...]]]:
    return [[command.words for command in pipeline.commands] for pipeline in parse(line).pipelines]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a b && c || d; e & f\ng", [[("a", "b")], [("c",)], [("d",)], [("e",)], [("f",)], [("g",)]]),
        ("a 'b c' \"d \\\"e\\\"\" f\\ g", [[("a", "b c", 'd "e"', "f g")]]),
        ("a | b |& c", [[("a",), ("b",), ("c",)]]),
        ("(a; b) | { c; }", [[("a",)], [("b",)], [("c",)]]),
        ("a $(b | c; d) `e f`", [[("a", "$(b | c; d)", "`e f`")]]),
        ("say \"$(cat <<'E'\nit's (\"\nE\n)\" && b", [[("say", "$(cat <<'E'\nit's (\"\nE\n)")], [("b",)]]),
        ("cat > f <<-'X Y'\na | b\n\tX Y\nc", [[("cat",)], [("c",)]]),
        ("a \\\n  b # c ; d\ne", [[("a", "b")], [("e",)]]),
        ("for f in a b; do c $f; done; d", [[("c", "$f")], [("d",)]]),
        ("if [ -f a ]; then b; else c; fi", [[("[", "-f", "a", "]")], [("b",)], [("c",)]]),
        ("case $a in b|c) d ;; *) e ;; esac", [[("d",)], [("e",)]]),
        ("f() { a; }; f", [[("a",)], [("f",)]]),
        ("X=$(a b) && Y=(c d) e", [[("a", "b")], [("e",)]]),
        ("$x = Get-Content C:\\a\\b.txt | Out-Null", [[("Get-Content", "C:\\a\\b.txt"), ("Out-Null",)]]),
        ("$env:A = 'b c'; d", [[()], [("d",)]]),
        ("bash -lc 'a && b' | c", [[("a",)], [("b",)], [("c",)]]),
        ("ssh -p 22 me@host \"cd d && make\"", [[("cd", "d")], [("make",)]]),
        ("bash <<E\na; b\nE", [[("a",)], [("b",)]]),
        ("A=1 sudo -u me env B=2 timeout -s 9 30 nice a b", [[("a", "b")]]),
        ("find . | xargs -n 1 -I{} a {}", [[("find", "."), ("a", "{}")]]),
        ("docker exec -it -e A=1 web a b; docker run --rm -v x:y image c", [[("a", "b")], [("c",)]]),
        ("uv run --with x a; npx -p y b; python3.12 -W error -m c d", [[("a",)], [("b",)], [("c", "d")]]),
    ],
)  # fmt: skip
def test_a_line_is_split_into_pipelines_and_commands(line: str, expected: object) -> None:
    assert programs(line) == expected


def test_a_command_knows_its_variables_its_files_and_what_starts_it() -> None:
    (command,) = parse("A=1 time /usr/bin/sort -u < in >> out 2>&1").commands
    assert (command.program, command.arguments, command.assignments) == ("sort", ("-u",), ("A=1",))
    assert command.wrappers == ("time",)
    arrows = [(each.descriptor, each.sign, each.target) for each in command.redirections]
    assert arrows == [("", "<", "in"), ("", ">>", "out"), ("2", ">&", "1")]


@pytest.mark.parametrize(
    "line",
    [
        "go test ./...", "cd a && go test ./...", "go build && go test", "cd a; go test", "go test > log 2>&1",
        "set -o pipefail; go test | tail", "set -euo pipefail\ngo test | tee log\necho done", "go test || exit 1",
        "go test || { echo no; exit 1; }", "bash -c 'go test'", "cat list | grep name", "(cd a && go test)",
        "go test; exit $?", "X=$(go test)", "echo begin; go test",
    ],
)  # fmt: skip
def test_an_exit_code_proves_the_command_that_decides_it(line: str) -> None:
    assert proves_exit(line)


@pytest.mark.parametrize(
    "line",
    [
        "go test | tail", "go test 2>&1 | head -5", "go test | grep FAIL", "go test | tee log", "go test || true",
        "go test; echo done", "go test &", "go vet; go test", "(go test) | tail", "bash -c 'go test | tail'",
        "for d in a b; do go test; done", "if go test; then echo yes; fi", "set -e; set +e; go test; echo done",
        "bash -c 'set -o pipefail'; go test | tail", "go test || echo failed",
    ],
)  # fmt: skip
def test_an_exit_code_proves_nothing_of_a_command_that_another_one_hides(line: str) -> None:
    assert not proves_exit(line)


@given(st.text(alphabet="ab -'\"\\`$(){}<>|&;\n=E#[]!~", max_size=60) | st.text(max_size=60))
def test_whatever_is_given_is_read_without_an_error_and_always_alike(line: str) -> None:
    assert operation(line) and isinstance(proves_exit(line), bool)
    assert parse(line) == parse.__wrapped__(line)
    assert all(isinstance(target.words, frozenset) for target in targets(line))


@given(
    st.sampled_from(["ls", "rg x", "go test", "make a", "sed -i s/a/b/ c", "npm ci", "git push", "unknown"]), st.data()
)
def test_what_only_starts_a_command_does_not_change_what_it_is(line: str, data: st.DataObject) -> None:
    around = [
        "cd a && {}",
        "A=1 {}",
        "sudo {}",
        "bash -lc '{}'",
        "ssh host '{}'",
        "timeout 9 {}",
        "({})",
        "{} 2>&1 | tail",
    ]
    wrapped = line
    for shape in data.draw(st.lists(st.sampled_from(around), max_size=2, unique=True)):
        wrapped = shape.replace("{}", wrapped) if "'" not in wrapped else wrapped
    assert operation(wrapped) == operation(line)


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=5))
def test_a_quoted_word_comes_back_as_it_was(words: list[str]) -> None:
    quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)
    (command,) = parse("x " + quoted).commands
    assert command.arguments == tuple(words)


_PIECES = [
    "a | b && ",
    "$(",
    "(",
    "'",
    '"',
    "<<E\n",
    "a<<E\nE\n",
    "`",
    "{ ",
    "if ",
    "bash -c '",
    "\\",
    "x=(",
    "$(a <<E\n",
]


@pytest.mark.parametrize("piece", _PIECES)
def test_a_long_line_takes_no_more_than_its_length(piece: str) -> None:
    def work(size: int) -> Callable[[], object]:
        line = piece * (size // len(piece)) + str(size)

        def read() -> object:
            parse.cache_clear()
            reading.cache_clear()
            return operation(line)

        return read

    work(1000)()
    assert linear(work, 10_000, times=8)
