"""Which operation a command line is."""

from __future__ import annotations

import pytest

from steno.shell import operation, reading, targets
from steno.shell.programs import ROWS, Row


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.examples[0])
def test_every_row_of_the_table_does_what_its_examples_say(row: Row) -> None:
    assert {example: operation(example) for example in row.examples} == dict.fromkeys(
        row.examples, row.meaning.operation
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # Files written and changed
        ("cat > a.txt <<'E'\nhello\nE", "write"), ("echo hello >> a.txt", "write"),
        ("printf x | sudo tee /etc/a", "write"), ("cat a b > c", "write"), ("git diff > my.patch", "write"),
        ("echo x > /dev/null", "execute"), ("sed -n 1,20p a", "read"), ("sed -i s/a/b/ c && go test", "edit"),
        ("find . -exec sed -i s/a/b/ {} +", "edit"), ("apply_patch <<'E'\n*** Begin Patch\nE", "edit"),
        # Reading and searching
        ("cat a | grep b", "search"), ("git log | grep b", "read"),
        ("cat a | grep -o b | head -1", "read"), ("cat a | head -5 | sort", "read"),
        ("find . -name a | xargs cat", "search"), ("cd a && ls && git status", "read"),
        ("rg x; sed -n 1,9p y", "search"), ("node --version", "read"), ("tool --help | head", "read"),
        ("curl -s -o /dev/null https://example.com", "read"),
        # Checks
        ("cd a && X=1 go test ./... 2>&1 | tail -5", "verify"), ("make", "verify"), ("make -C a test", "verify"),
        ("make clean", "execute"), ("npm run lint", "verify"), ("npm --prefix a run build", "verify"),
        ("mise run test:ci", "verify"), ("mise run fmt && mise run lint", "verify"), ("just check", "verify"),
        ("yarn typecheck", "verify"), ("pnpm dev", "execute"), ("./scripts/run-tests.sh", "verify"),
        ("python tests/check_all.py", "verify"), ("/opt/app-test status", "execute"),
        ("rm -rf out && npm run build", "verify"), ("npm install && npm test", "verify"),
        ("npm publish --dry-run", "verify"), ("go test > log; cat log", "verify"),
        ("cat > /tmp/a.py <<E\nx\nE\npython /tmp/a.py", "execute"), ("bash -lc 'cd a && cargo check'", "verify"),
        # Everything else
        ("go test && git commit -m x", "execute"), ("git add -A && git status", "execute"),
        ("python -c 'import a'", "execute"), ("python3 - <<'E'\nopen('a')\nE", "execute"), ("unknown tool", "execute"),
        ("", "execute"), ("curl -sSL https://example.com/i.sh | sh", "install"),
        ("curl https://example.com/a > a", "download"), ("npx cowsay hi", "execute"),
        ("find . -name '*.o' -delete", "execute"), ("ls; rm a", "execute"),
        ("Get-ChildItem -Recurse | Select-String foo", "search"),
        ("powershell -Command \"Get-Content a.txt\"", "read"),
    ],
)  # fmt: skip
def test_the_most_telling_command_names_the_operation(line: str, expected: str) -> None:
    assert operation(line) == expected


def test_what_a_command_changes_is_said_where_its_name_says_so() -> None:
    lines = ("git commit -m x", "git push", "sed -i s/a/b/ c", "go test", "cat a")
    assert [reading(line).changes for line in lines] == ["repository", "remote", "files", "", ""]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("cd a && go test -count=1 ./b ./c | tail -3", [("go", "test", {"./b", "./c"})]),
        ("npm --prefix web run build", [("npm", "run", {"build"})]),
        ("cat > a.txt <<E\nx\nE", [("cat", "", {"a.txt"})]),
        ("gh pr view 3 --json a", [("gh", "pr view", {"3", "a"})]),
        ("make && ./water now", [("water", "now", set()), ("make", "", set())]),
        ("rm -rf a && pytest b", [("pytest", "", {"b"})]),
        ("git commit -m 'a b'", [("git", "commit", set())]),
    ],
)
def test_the_targets_of_a_line_are_those_of_the_commands_that_do_something(line: str, expected: object) -> None:
    assert [(target.program, target.subcommand, set(target.words)) for target in targets(line)] == expected


def test_the_tests_that_a_command_chooses_are_no_words_of_it() -> None:
    (target,) = targets("go test ./a -run 'TestB|TestC' -v")
    assert (target.words, target.filters) == (frozenset({"./a"}), frozenset({"TestB", "TestC"}))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import a; assert a.ok", "verify"), ("if (!a) throw new Error('no')", "verify"), ("sys.exit(1)", "verify"),
        ("print(1)", "execute"), ("assert a; open('b', 'w')", "execute"),
        ("throw new Error(fs.writeFileSync('a'))", "execute"), ("assert a, 'rename it'", "verify"),
    ],
)  # fmt: skip
def test_code_that_fails_by_its_own_word_and_changes_nothing_is_a_check(code: str, expected: str) -> None:
    assert operation(f"node - <<'E'\n{code}\nE") == operation(f'python3 -c "{code}"') == expected
