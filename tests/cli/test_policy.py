"""A policy is said aloud, counts what it lets stand, and holds for scanning, redacting and exporting."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from steno.api.progress import Amount
from steno.base.ids import sha256, tag
from steno.render.progress import line as bar
from tests.given.machine import Ended, claude, dialogue, steno
from tests.given.secrets import KEY, RULE, TOKEN

ACME = "acme_a1b2c3d4e5f6g7h8i9zz"
ALLOW = f'[[redaction.allow]]\nsha256 = "{sha256(TOKEN.encode())}"\nreason = "made up"\n'


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository in which the command runs."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(repository: Path, *args: str, stdin: bytes = b"") -> Ended:
    return steno(*args, home=repository, stdin=stdin)


def test_what_is_allowed_is_counted_and_the_policy_is_said(repository: Path) -> None:
    (repository / "steno.toml").write_text(ALLOW)
    (repository / "a.txt").write_text(TOKEN)
    said = f"policy: {repository}/steno.toml: 1 allowance, 0 rules\n"
    assert run(repository, "scan", "a.txt") == (
        0,
        "",
        said + "1 file scanned: 0 findings, 1 more allowed by the policy\n",
    )
    ended = run(repository, "scan", "a.txt", "--json")
    assert ended.json() == [
        {
            "schema": "steno.scan/1",
            "diagnostics": [],
            "failed": [],
            "scanned": 1,
            "level": "secrets",
            "policy": f"{repository}/steno.toml",
            "allowed": {"SEC010": 1},
        }
    ]
    (log,) = json.loads(run(repository, "scan", "a.txt", "--format", "sarif").out)["runs"]
    assert log["properties"]["allowed"] == {"SEC010": 1}


def test_a_policy_can_be_left_out_or_named(repository: Path) -> None:
    (repository / "steno.toml").write_text(ALLOW)
    (repository / "a.txt").write_text(TOKEN)
    found = "a.txt:1:1: SEC010 github token (auth_token)\n"
    assert run(repository, "scan", "a.txt", "--no-config") == (1, found, "1 file scanned: 1 finding\n")
    other = repository / "other.toml"
    other.write_text("")
    ended = run(repository, "scan", "a.txt", "--config", str(other))
    assert (ended.code, ended.out) == (1, found)
    ended = run(repository, "scan", "a.txt", "--config", "missing.toml")
    assert (ended.code, ended.err.splitlines()[0]) == (2, "steno: missing.toml: no such file or directory")
    assert run(repository, "scan", "a.txt", "--config", str(other), "--no-config").code == 2


def test_a_bad_policy_stops_the_run(repository: Path) -> None:
    (repository / "steno.toml").write_text("[redaction]\nalow = []\n")
    for command in (("scan", "-"), ("rule", "SEC010"), ("redact", "-"), ("export", "-")):
        code, out, err = run(repository, *command)
        assert (code, out) == (2, "")
        assert err.splitlines() == [
            f"steno: {repository}/steno.toml:2: redaction.alow: no key 'alow'; did you mean 'allow'?",
            "hint: --no-config runs without it",
        ]


def test_a_path_is_allowed_below_the_policys_folder(repository: Path) -> None:
    (repository / "steno.toml").write_text(
        '[redaction]\nlevel = "pii"\n[[redaction.allow]]\nrule = "SEC501"\npath = "tests/**"\nreason = "made up"\n'
    )
    for folder in ("tests", "src"):
        (repository / folder).mkdir()
        (repository / folder / "a.txt").write_text("nora@steno-mail.dev")
    ended = run(repository, "scan", ".")
    assert (ended.code, ended.out) == (1, "src/a.txt:1:1: SEC501 email address (email)\n")
    assert "1 more allowed by the policy" in ended.err


def test_an_added_rule_finds_and_has_a_page(repository: Path) -> None:
    (repository / "steno.toml").write_text(RULE)
    assert run(repository, "scan", "-", stdin=f"k={ACME}".encode()).out == "-:1:3: X001 acme key (api_key)\n"
    page = run(repository, "rule", "x001").out
    assert "A key of ACME." in page
    assert "Source: steno.toml." in page
    assert "X001" in run(repository, "rule").out
    ended = run(repository, "scan", "-", "--format", "sarif", stdin=ACME.encode())
    (rule,) = json.loads(ended.out)["runs"][0]["tool"]["driver"]["rules"]
    assert (rule["id"], rule["name"]) == ("X001", "acme-key")


def test_a_text_cannot_switch_its_own_scan_off(repository: Path) -> None:
    for comment in ("# steno:allow", "# pragma: allowlist secret", "# gitleaks:allow", "# noqa"):
        assert run(repository, "scan", "-", stdin=f"{TOKEN}  {comment}\n".encode()).code == 1


def test_json_and_another_format_contradict_each_other(repository: Path) -> None:
    ended = run(repository, "scan", "-", "--json", "--format", "sarif")
    assert (ended.code, json.loads(ended.err)["error"]["message"]) == (
        2,
        "--json and --format sarif contradict each other",
    )


def test_redaction_leaves_what_is_allowed_and_says_so(repository: Path) -> None:
    (repository / "steno.toml").write_text(ALLOW + RULE)
    path = claude(repository, "aaaaaaaa", dialogue("aaaaaaaa", prompt=f"use {TOKEN}", output=f"and {ACME}"))
    ledger = repository / "ledger.jsonl"
    ended = run(repository, "redact", str(path), "--ledger", str(ledger), "--no-seeds")
    assert ended.code == 0
    assert TOKEN in ended.out
    assert ACME not in ended.out
    assert "1 SEC904: SEC010 was found but not masked: the policy allows it" in ended.err
    *_, last = [json.loads(line) for line in ledger.read_text().splitlines()]
    assert last == {"schema": "steno.ledger/1", "allowed": 1, "rule": "SEC010"}
    strict = run(repository, "redact", str(path), "--no-config", "--no-seeds")
    assert TOKEN not in strict.out
    assert ACME in strict.out


def test_export_leaves_what_is_allowed_and_masks_what_a_rule_adds(repository: Path) -> None:
    (repository / "steno.toml").write_text(ALLOW + RULE)
    path = claude(repository, "aaaaaaaa", dialogue("aaaaaaaa", prompt=f"use {TOKEN}", output=f"and {ACME}"))
    ended = run(repository, "export", str(path), "--no-seeds")
    assert (ended.code, TOKEN in ended.out, ACME in ended.out) == (0, True, False)
    assert "SEC904" in ended.err


def test_a_value_under_a_telling_name_may_stand_too(repository: Path) -> None:
    (repository / "steno.toml").write_text('[[redaction.allow]]\ntext = "Vexing88!"\nreason = "made up"\n')
    records = dialogue("aaaaaaaa")
    words = (
        json.dumps(records)
        .replace("water --roses", "x")
        .replace('"command": "x"', json.dumps({"password": "Vexing" + "88!", "passwd": "Vexing" + "99!"})[1:-1])
    )
    path = claude(repository, "aaaaaaaa", json.loads(words))
    out = run(repository, "redact", str(path), "--no-seeds").out
    assert "Vexing88!" in out
    assert "Vexing99!" not in out


def test_a_private_key_leaves_only_by_its_hash(repository: Path) -> None:
    path = claude(repository, "aaaaaaaa", dialogue("aaaaaaaa", output=KEY))
    spelled = json.dumps(KEY)[1:-1]
    config = repository / "steno.toml"
    config.write_text('[[redaction.allow]]\npattern = "(?:.|\\\\n)*"\npath = "**"\nreason = "no"\n')
    assert spelled not in run(repository, "redact", str(path), "--no-seeds").out
    config.write_text(ALLOW.replace(sha256(TOKEN.encode()), sha256(KEY.encode())))
    ended = run(repository, "redact", str(path), "--no-seeds")
    assert (ended.code, spelled in ended.out) == (0, True)


def test_a_placeholder_allows_the_value_it_stands_for(repository: Path) -> None:
    key = repository / "key"
    key.write_bytes(b"k" * 32)
    key.chmod(0o600)
    mark = f"[REDACTED:auth_token:{tag(b'k' * 32, 'auth_token', TOKEN)}]"
    (repository / "steno.toml").write_text(
        f'[redaction]\nkey_file = "key"\n[[redaction.allow]]\nplaceholder = "{mark}"\nreason = "made up"\n'
    )
    assert run(repository, "scan", "-", stdin=TOKEN.encode()).code == 0
    key.write_bytes(b"l" * 32)
    assert run(repository, "scan", "-", stdin=TOKEN.encode()).code == 1


def test_folders_are_scanned_without_copies_and_what_cannot_be_read_is_said(repository: Path) -> None:
    (repository / ".git" / "config").write_text(TOKEN)
    (repository / "node_modules").mkdir()
    (repository / "node_modules" / "a.js").write_text(TOKEN)
    (repository / "b.txt").write_text("nothing")
    assert run(repository, "scan", ".").code == 0
    ended = run(repository, "scan", "b.txt", "missing.txt", "--json")
    assert (ended.code, ended.json()[0]["failed"]) == (4, ["missing.txt: no such file or directory"])


def test_a_hostile_name_is_harmless_in_every_format(repository: Path) -> None:
    names = ["a\x1b[31m.txt", "b\n::error::x.txt", b"c\xff.txt".decode("utf-8", "surrogateescape")]
    for name in names:
        (repository / name).write_text(TOKEN)
    for style in ("text", "github"):
        ended = run(repository, "scan", ".", "--format", style)
        assert ended.code == 1
        assert "\x1b" not in ended.out + ended.err
        assert len(ended.out.splitlines()) == 3
    (record,) = run(repository, "scan", ".", "--json").json()
    assert len(record["diagnostics"]) == 3
    (log,) = json.loads(run(repository, "scan", ".", "--format", "sarif").out)["runs"]
    uris = [each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in log["results"]]
    assert uris == ["a%1B%5B31m.txt", "b%0A%3A%3Aerror%3A%3Ax.txt", "c%FF.txt"]


def test_a_long_scan_says_how_many_bytes_are_done(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 100)
    amount = Amount(1_000_000)
    with (tmp_path / "a").open("rb", buffering=0) as stream:
        amount.begin(stream, 400_000)
        assert amount() == 0
        stream.read(50)
        assert amount() == pytest.approx(50 / 1_000_000)
        amount.begin(stream, 0)
        assert amount() == pytest.approx(0.4)
    assert bar("scanning a", 0.25, 2_000_000) == "scanning a [######..................]  25% 0.5 of 2.0 MB"
    assert Amount(0)() is None
