"""Every door masks: whatever command writes whatever format from whatever source, no secret leaves by default."""

from __future__ import annotations

import ast
import json
from importlib import import_module
from pathlib import Path

import click
import pytest

import steno as library
from steno.cli import COMMANDS
from steno.formats import losses
from steno.redaction import LEVELS, Redaction
from steno.registry import formats
from steno.views import VIEWS
from tests.given.agents import ALIKE
from tests.given.machine import claude, dialogue, steno
from tests.given.single import blocks, everything_in
from tests.given.token import TOKEN, planted_line

FIXTURES = Path(__file__).parent / "fixtures"
SOURCE = {
    "open-token": "rich.json",
    "awf": "run.jsonl",
    "forsy": "clean.json",
    "opentraces": "v0_7.jsonl",
    "claude-code": "every_record.jsonl",
    "codex": "wrapped.jsonl",
    "hooks": "claude_code.jsonl",
    "pi": "tree.jsonl",
}
EVERY = [each for each in formats if each.name not in ALIKE]
READ = [each.name for each in EVERY if each.reader is not None]
WRITTEN = [each.name for each in EVERY if each.writer is not None]
NATIVE = [each.name for each in EVERY if each.losses == losses.NATIVE]
"""Agents' own logs, which are written back and not made up of anything else."""
OFF = "NOTHING: redaction is off (redact=none)"

LEAVE = {"export", "convert", "bundle", "view-as", "redact", "html", "md"}
"""Commands that write a trace, or what is made of one, for somebody else."""
PUBLISH = {"dataset"}
"""Commands that write rows for everybody, at the level of a policy of their own; `tests/dataset` has their laws."""
RECORD = {"tap"}
"""Commands that write a trace of what they see."""
LOCAL = {
    "show", "tail", "ls", "info", "tree", "explain", "diff", "outline", "files", "archive", "search", "sql", "stats",
}  # fmt: skip
"""Commands that show the record to whoever owns it."""
SERVE = {"mcp"}
"""Commands that answer others, each tool of which masks: `tests/mcp/test_laws.py` holds every one to it."""
SERVED = {"view"}
"""Commands that show it on a page, until they are stopped: `tests/web/test_masks.py` holds every answer to the same."""
NO_TRACE = {
    "cost", "scan", "note", "review", "check", "policy", "rule", "link", "blame", "commit", "log", "record", "hook",
    "doctor", "formats", "completion", "skill", "sync",
}  # fmt: skip
"""Commands that write no trace: counts, findings, judgements and lines of commits, each under laws of its own."""


def command(name: str) -> click.Command:
    found = import_module(f"steno.cli.{name.replace('-', '_')}").command
    assert isinstance(found, click.Command)
    return found


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """For every format that is read, a document with a token in each of its texts."""
    folder = tmp_path_factory.mktemp("sources")
    made = {}
    for name in READ:
        original = FIXTURES / name.replace("-", "_") / SOURCE[name]
        made[name] = folder / f"{name}{original.suffix}"
        data = original.read_bytes()
        documents = data.splitlines() if original.suffix == ".jsonl" else [data]
        made[name].write_bytes(b"".join(planted_line(each) + b"\n" for each in documents if each.strip()))
        assert TOKEN.encode() in made[name].read_bytes()
    return made


def everything(path: Path) -> str:
    files = [path] if path.is_file() else sorted(each for each in path.rglob("*") if each.is_file())
    return "".join(each.read_text("utf-8", "replace") for each in files)


def test_every_command_is_known_by_what_it_lets_out() -> None:
    assert {*LEAVE, *PUBLISH, *RECORD, *LOCAL, *SERVE, *SERVED, *NO_TRACE} == set(COMMANDS)


def test_every_format_that_is_read_is_a_source_here() -> None:
    assert set(READ) == set(SOURCE)


@pytest.mark.parametrize("name", sorted(LEAVE | RECORD))
def test_what_writes_a_trace_masks_secrets_unless_told_otherwise(name: str) -> None:
    option = next(each for each in command(name).params if each.name in ("level", "redact"))
    asked = option.get_default(click.Context(command(name)))
    assert (asked if isinstance(asked, str) else Redaction().level) == "secrets"


@pytest.mark.parametrize("target", WRITTEN)
@pytest.mark.parametrize("source", READ)
@pytest.mark.parametrize("verb", ["export", "convert"])
def test_no_target_lets_a_secret_out(
    verb: str, source: str, target: str, sources: dict[str, Path], tmp_path: Path
) -> None:
    made = tmp_path / "out"
    code, out, said = steno(verb, str(sources[source]), "-t", target, "-o", str(made), home=tmp_path)
    assert TOKEN not in (everything(made) if made.exists() else "") + out + said
    if code == 2 and "more than one trace" in said:
        return  # the source holds several, and the target one
    assert code in (0, 1), said
    assert "masked   1 value: 1 auth token" in said or "withheld" in said or "masked   nothing: no secrets" in said


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("target", WRITTEN)
def test_every_target_takes_every_level(target: str, level: str, sources: dict[str, Path], tmp_path: Path) -> None:
    made = tmp_path / "out"
    source = str(sources[target if target in NATIVE else "claude-code"])
    asked = ("export", source, f"redact={level}", "-t", target, "-o", str(made))
    code, _, said = steno(*asked, home=tmp_path)
    assert code in (0, 1), said
    assert (TOKEN in everything(made)) is (level == "none")
    assert (OFF in said) is (level == "none")
    other = tmp_path / "other"
    said = steno("convert", source, "--redact", level, "-t", target, "-o", str(other), home=tmp_path).err
    assert (TOKEN in everything(other)) is (level == "none")
    assert (OFF in said) is (level == "none")


@pytest.mark.parametrize("source", READ)
@pytest.mark.parametrize("view", list(VIEWS))
def test_no_view_lets_a_secret_out(view: str, source: str, sources: dict[str, Path], tmp_path: Path) -> None:
    code, out, said = steno("view-as", view, str(sources[source]), home=tmp_path)
    assert code in (0, 1), said
    assert TOKEN not in out + said


@pytest.mark.parametrize("source", READ)
@pytest.mark.parametrize("more", [(), ("--dataset",)])
def test_no_bundle_lets_a_secret_out(
    more: tuple[str, ...], source: str, sources: dict[str, Path], tmp_path: Path
) -> None:
    folder = tmp_path / "bundle"
    code, out, said = steno("bundle", str(sources[source]), *more, "-o", str(folder), home=tmp_path)
    assert code in (0, 1, 2), said  # several traces are no bundle
    assert TOKEN not in everything(folder) + out + said


@pytest.mark.parametrize("source", READ)
def test_redact_lets_no_secret_out_of_any_format(source: str, sources: dict[str, Path], tmp_path: Path) -> None:
    code, out, said = steno("redact", str(sources[source]), home=tmp_path)
    assert code in (0, 1), said
    assert TOKEN not in out + said


@pytest.mark.parametrize("source", READ)
def test_no_page_lets_a_secret_out(source: str, sources: dict[str, Path], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    code, out, said = steno("html", str(sources[source]), "-o", str(page), home=tmp_path)
    assert TOKEN not in (everything_in(page) if page.exists() else "") + out + said
    if code == 2 and "more than one trace" in said:
        return
    assert code in (0, 1), said
    assert set(blocks(page)) >= {"head", "lists", "rows-0", "full-0", "outline-3", "map-time", "rules"}
    assert "masked   1 value: 1 auth token" in said or "withheld" in said


@pytest.mark.parametrize("source", READ)
def test_no_markdown_lets_a_secret_out(source: str, sources: dict[str, Path], tmp_path: Path) -> None:
    code, out, said = steno("md", str(sources[source]), "--full", home=tmp_path)
    assert TOKEN not in out + said
    if code == 2 and "more than one trace" in said:
        return
    assert code in (0, 1), said
    assert "masked   1 value: 1 auth token" in said or "withheld" in said
    assert out.startswith("# ")


@pytest.mark.parametrize("level", LEVELS)
def test_pages_and_markdown_take_every_level(level: str, sources: dict[str, Path], tmp_path: Path) -> None:
    source, page = str(sources["claude-code"]), tmp_path / "page.html"
    code, _, said = steno("html", source, "--redact", level, "-o", str(page), home=tmp_path)
    assert code in (0, 1), said
    assert blocks(page)["head"]["level"] == level
    assert (TOKEN in everything_in(page)) is (level == "none")
    assert (OFF in said) is (level == "none")
    code, out, said = steno("md", source, "--redact", level, home=tmp_path)
    assert code in (0, 1), said
    assert (TOKEN in out) is (level == "none")
    assert (OFF in said) is (level == "none")


def test_what_the_guard_finds_in_a_page_stops_it(
    sources: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A block that would hold a bare text is packed, where nobody could see it: it is looked at before."""
    from steno.viewer import blocks as made

    page = tmp_path / "page.html"
    monkeypatch.setattr(made, "summary", lambda view, key, problems: {"title": f"is {TOKEN}", "key": key, "id": None})
    code, _, said = steno("html", str(sources["claude-code"]), "-o", str(page), home=tmp_path)
    assert (code, page.exists()) == (1, False)
    assert "the output still holds" in said


@pytest.mark.parametrize("target", WRITTEN)
def test_the_library_masks_for_every_target(target: str, sources: dict[str, Path], tmp_path: Path) -> None:
    source = sources[target if target in NATIVE else "claude-code"]
    done = library.convert(library.read(source), target, tmp_path / "out")
    assert TOKEN not in everything(tmp_path / "out")
    assert (done.level, dict(done.masked)) == ("secrets", {"auth_token": 1})
    library.convert(library.read(source), target, tmp_path / "raw", redact="none")
    assert TOKEN in everything(tmp_path / "raw")


def test_the_sdk_masks_unless_told_otherwise(tmp_path: Path) -> None:
    with library.run("review", directory=tmp_path) as run:
        run.user(f"The token is {TOKEN} here.")
    with library.run("review", directory=tmp_path / "raw", masker="none") as run:
        run.user(f"The token is {TOKEN} here.")
        with library.run("child") as child:
            child.user(f"And {TOKEN} here.")
    assert TOKEN not in "".join(each.read_text() for each in tmp_path.glob("*.jsonl"))
    assert all(TOKEN in each.read_text() for each in (tmp_path / "raw").glob("*.jsonl"))


def test_nobody_but_the_pipeline_makes_a_writer() -> None:
    """A writer that somebody else calls would be a door without a lock."""
    top = Path(library.__file__).parent
    callers = {
        str(path.relative_to(top))
        for path in top.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "writer"
    }
    assert callers == {"pipeline.py", "testing/conformance.py"}


def test_the_summary_tells_three_things_apart(sources: dict[str, Path], tmp_path: Path) -> None:
    clean = tmp_path / "clean.jsonl"
    record = {"type": "user", "uuid": "u1", "sessionId": "s1", "message": {"role": "user", "content": "Hello, world."}}
    clean.write_text(json.dumps(record) + "\n")
    masked = steno("export", str(sources["awf"]), home=tmp_path)[2]
    nothing = steno("export", str(clean), "-f", "claude-code", home=tmp_path)[2]
    off = steno("export", str(clean), "-f", "claude-code", "--redact", "none", home=tmp_path)[2]
    assert "masked   1 value: 1 auth token\n" in masked
    assert "masked   nothing: no secrets found in " in nothing
    assert f"masked   {OFF}\n" in off


def test_a_level_that_does_not_exist_is_named_with_those_that_do(sources: dict[str, Path], tmp_path: Path) -> None:
    code, _, said = steno("export", str(sources["awf"]), "redact=structur", home=tmp_path)
    assert (code, said) == (2, "steno: redact cannot be 'structur'; did you mean 'structure'?\n")


def test_a_policy_file_may_ask_for_more_and_never_for_less(sources: dict[str, Path], tmp_path: Path) -> None:
    config = tmp_path / "steno.toml"
    asked = ("export", str(sources["awf"]), "--config", str(config))
    config.write_text('[redaction]\nlevel = "none"\n')
    assert steno(*asked, home=tmp_path).code == 2
    config.write_text('[redaction]\nlevel = "strict"\n')
    assert '"mode": "strict"' in steno(*asked, home=tmp_path)[1]


@pytest.mark.parametrize("name", sorted(LOCAL))
def test_a_local_view_says_that_it_shows_the_record_as_it_is(name: str) -> None:
    said = " ".join((command(name).help or "").split())
    assert "shown as it is; --redact masks it" in said or "shown as they are; --redact masks them" in said


@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize("name", sorted(LOCAL))
def test_a_local_view_masks_on_request(
    name: str, form: tuple[str, ...], sources: dict[str, Path], tmp_path: Path
) -> None:
    id = "11111111-2222-4333-8444-555555555555"
    session = claude(tmp_path, id, dialogue(id, prompt=f"The token is {TOKEN} here.", cwd=f"/{TOKEN}"))
    other = claude(tmp_path, id[::-1], dialogue(id[::-1], output=f"It is {TOKEN}."))
    words: dict[str, tuple[str, ...]] = {
        "ls": (), "tail": (str(session), "--all"), "tree": (str(sources["awf"]),), "diff": (str(session), str(other)),
        "search": ("token",), "sql": ("select title, project from sessions",),
    }  # fmt: skip
    shown = steno(name, *words.get(name, (str(session),)), *form, home=tmp_path)
    masked = steno(name, *words.get(name, (str(session),)), *form, "--redact", "secrets", home=tmp_path)
    assert (shown.code, masked.code) in ((0, 0), (1, 1)), masked.err
    assert TOKEN not in masked.out
    if name in ("show", "tail", "ls", "diff", "outline", "search", "sql"):
        assert TOKEN in shown.out
        assert "[REDACTED:auth_token:" in masked.out


def places(home: Path) -> dict[str, list[tuple[str, ...]]]:
    """For each local view, what is asked of it: every action that it has."""
    id = "11111111-2222-4333-8444-555555555555"
    session, other = str(claude(home, id)), str(claude(home, id[::-1]))
    usual: dict[str, list[tuple[str, ...]]] = {each: [(session,)] for each in LOCAL}
    return usual | {
        "ls": [()], "tail": [(session, "--all")], "diff": [(session, other)], "search": [("roses",)], "stats": [()],
        "sql": [("select * from sessions",)],
        "archive": [(), ("list",), ("verify",), ("diff", id), ("restore", id, "-o", str(home / "restored"))],
    }  # fmt: skip


@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize("name", sorted(LOCAL))
def test_a_local_view_masks_where_a_session_lies_too(name: str, form: tuple[str, ...], tmp_path: Path) -> None:
    home = tmp_path / TOKEN
    for words in places(home)[name]:
        masked = steno(name, *words, *form, "--redact", "secrets", home=home)
        assert masked.code in (0, 1), masked.err
        assert TOKEN not in masked.out, words


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_what_proves_that_sessions_can_be_read_quotes_no_secret_of_them(form: tuple[str, ...], tmp_path: Path) -> None:
    session = claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", prompt=f"The token is {TOKEN} here."))
    twice = f'{{"{TOKEN}":1,"{TOKEN}":2}}\n{{oops {TOKEN}\n'
    session.write_bytes(session.read_bytes() + twice.encode())
    code, out, said = steno("doctor", *form, home=tmp_path)
    assert code == 1, said
    assert "appears twice" in out
    assert TOKEN not in out + said


def test_the_levels_on_the_command_line_are_those_of_the_redaction() -> None:
    (option,) = [each for each in command("convert").params if each.name == "level"]
    assert isinstance(option.type, click.Choice)
    assert tuple(option.type.choices) == LEVELS


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_tail_that_masks_reads_what_a_tail_reads(form: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps({"text": f"is {TOKEN}"}).encode() + b'\n{"a":1,"a":2}\nno JSON\n')
    code, out, _ = steno("tail", str(path), "--all", *form, "--redact", "secrets", home=tmp_path)
    assert (code, TOKEN in out, "no JSON" in out) == (0, False, False)
    assert len(out.splitlines()) == 3


@pytest.mark.parametrize("words", [("tail", "--all"), ("show",)])
def test_local_views_know_the_machine_as_exports_do(words: tuple[str, ...], tmp_path: Path) -> None:
    id = "11111111-2222-4333-8444-555555555555"
    session = claude(tmp_path, id, dialogue(id, prompt="Ask marbellina about it."))
    shown = steno(words[0], str(session), *words[1:], "--redact", "pii", home=tmp_path, USER="marbellina")
    assert (shown.code, "marbellina" in shown.out) == (0, False)


def test_a_file_that_is_written_back_with_its_mistakes_is_no_bug(tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    document = json.loads((FIXTURES / "forsy" / "clean.json").read_text())
    path.write_text(json.dumps({**document, "trace_mode": "guessed"}))
    code, _, said = steno("export", str(path), "-t", "forsy", home=tmp_path)
    assert code == 1
    assert "written back as it was read" in said
    assert "bug in Steno" not in said
