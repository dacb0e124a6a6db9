"""What the screens ask of the server: two sessions side by side, decisions, exports, reviews, commits."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from steno.api.view import Desk
from tests.given.linked import garden, link
from tests.given.machine import claude, dialogue
from tests.given.page import Answer, Client, serving, world
from tests.given.planted import planted
from tests.given.token import TOKEN

ONE, TWO = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
REASON = 'made for "tests"'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def desk(home: Path) -> Desk:
    return Desk(world(home))


@pytest.fixture
def client(desk: Desk) -> Iterator[Client]:
    with serving(desk) as client:
        yield client


@pytest.fixture
def key(desk: Desk, home: Path) -> str:
    return desk.named(str(claude(home, ONE, planted(ONE))))


def post(client: Client, path: str, **body: Any) -> Answer:
    for _ in range(400):
        answer = client.ask(f"/api/1/{path}", "POST", json.dumps(body).encode())
        if answer.status != 202:
            return answer
        time.sleep(0.02)
    raise AssertionError(f"{path} is still being made")


def refused(answer: Answer, text: str) -> None:
    assert answer.status == 400, answer.data
    assert text in answer.json()["error"]["message"]


def the_token(client: Client, key: str) -> str:
    return next(str(each["id"]) for each in client.get(f"s/{key}/findings")["findings"] if each.get("value") == TOKEN)


# Side by side


def test_two_runs_are_laid_side_by_side_and_every_row_is_in_one_line(client: Client, desk: Desk, home: Path) -> None:
    a = desk.named(str(claude(home, ONE)))
    other = json.dumps(dialogue(TWO, output="the can is empty")).replace("toolu_1", "toolu_2")
    b = desk.named(str(claude(home, TWO, json.loads(other))))
    found = client.get(f"compare?a={a}&b={b}")
    assert (found["relation"], found["same"], found["outputs"], found["total"]) == ("two runs", 3, 1, 4)
    parted = found["divergence"]
    assert (parted["who"], parted["what"], parted["at"]) == ("environment", "result", 2)
    assert parted["texts"] == ["done", "the can is empty"]
    rows = client.get(f"compare/rows?a={a}&b={b}")["rows"]
    assert [(each["rel"], each["a"]["n"], each["b"]["n"]) for each in rows] == [
        ("same", 1, 1), ("same", 2, 2), ("output", 3, 3), ("same", 5, 5),
    ]  # fmt: skip
    assert found["shape"] == {"per": 1, "rel": "==o=", "a": "h...", "b": "h..."}
    assert [each["at"] for each in client.get(f"compare/rows?a={a}&b={b}&only=1")["rows"]] == found["differing"] == [2]
    diff = client.get(f"compare/diff?a={a}&b={b}&at=2")
    assert diff["hunks"] == [{"from": 1, "to": 1, "lines": ["-done", "+the can is empty"]}]


def test_a_step_that_only_one_has_stands_alone(client: Client, desk: Desk, home: Path) -> None:
    a = desk.named(str(claude(home, ONE)))
    b = desk.named(str(claude(home, TWO, [each for at, each in enumerate(dialogue(TWO)) if at not in (2, 3)])))
    rows = client.get(f"compare/rows?a={a}&b={b}")["rows"]
    assert [each["rel"] for each in rows] == ["same", "same", "only-a", "same"]
    assert client.get(f"compare?a={a}&b={b}")["only_a"] == 1


def test_a_comparison_needs_two_sessions_and_a_line_that_differs(client: Client, key: str) -> None:
    assert client.ask(f"/api/1/compare?a={key}").json()["error"]["kind"] == "usage"
    assert client.ask(f"/api/1/compare?a={key}&b=00000000000000000000").status == 404
    for at in (0, 99, -1):
        assert client.ask(f"/api/1/compare/diff?a={key}&b={key}&at={at}").status == 404


@pytest.mark.parametrize("mask", ["mask=1", "level=pii"])
def test_no_secret_stands_in_a_masked_comparison(client: Client, desk: Desk, home: Path, key: str, mask: str) -> None:
    other = planted(TWO)
    other[3]["message"]["content"][0]["content"] = f"another {TOKEN}"  # type: ignore[index]
    b = desk.named(str(claude(home, TWO, other)))
    assert TOKEN in str(client.get(f"compare?a={key}&b={b}"))
    found = client.get(f"compare?a={key}&b={b}&{mask}")
    assert TOKEN not in str(found)
    assert TOKEN not in str(client.get(f"compare/rows?a={key}&b={b}&{mask}"))
    differing = [each["at"] for each in client.get(f"compare/rows?a={key}&b={b}&only=1")["rows"] if "a" in each]
    assert differing
    for at in differing:
        assert TOKEN in str(client.get(f"compare/diff?a={key}&b={b}&at={at}"))
        shown = client.get(f"compare/diff?a={key}&b={b}&at={at}&{mask}")
        assert TOKEN not in str(shown) and "REDACTED" in str(shown)


# Decisions


def test_a_value_is_shown_where_it_stands_before_and_after(client: Client, key: str) -> None:
    id = the_token(client, key)
    shown = client.get(f"s/{key}/finding?id={id}&place=0")
    context = shown["context"]
    ((a, b),) = context["marks"]
    assert context["before"][a:b] == TOKEN
    assert context["after"] == context["before"].replace(TOKEN, f"[REDACTED:{id}]")
    assert len(shown["spots"]) == shown["finding"]["places"] >= 8
    for place in range(shown["finding"]["places"]):
        here = client.get(f"s/{key}/finding?id={id}&place={place}")["context"]
        assert here["before"][slice(*here["marks"][0])] == TOKEN, place


def test_an_export_waits_until_every_value_is_decided(client: Client, key: str) -> None:
    assert post(client, f"s/{key}/export", level="secrets").json()["masked"] == {"auth_token": 1}
    refused(
        post(client, f"s/{key}/export", level="secrets", reviewed=True), "1 value of 1 at level secrets not reviewed"
    )
    found = client.get(f"s/{key}/findings?at=pii")["findings"]
    assert len(found) >= 2
    post(client, f"s/{key}/findings", at="pii", id=found[0]["id"], decision="mask")
    # A review that was begun cannot be gone around by leaving the word out.
    refused(post(client, f"s/{key}/export", level="pii"), "not reviewed yet")
    for each in found[1:]:
        post(client, f"s/{key}/findings", at="pii", id=each["id"], decision="mask")
    assert post(client, f"s/{key}/export", level="pii").json()["reviewed"] is True
    taken = post(client, f"s/{key}/findings", at="pii", id=found[0]["id"], decision=None).json()
    assert taken["counts"]["open"] == 1
    refused(post(client, f"s/{key}/export", level="pii"), "1 value of")


def test_what_is_kept_leaves_and_what_is_masked_does_not(client: Client, key: str) -> None:
    id = the_token(client, key)
    refused(post(client, f"s/{key}/findings", at="secrets", id=id, decision="keep", reason="  "), "a reason is needed")
    kept = post(client, f"s/{key}/findings", at="secrets", id=id, decision="keep", reason=REASON).json()
    assert kept["counts"] == {"mask": 0, "keep": 1, "allow": 0, "open": 0}
    for decision, leaves in (("keep", True), ("mask", False)):
        post(client, f"s/{key}/findings", at="secrets", id=id, decision=decision, reason=REASON)
        made = post(client, f"s/{key}/export", level="secrets", to="forsy", reviewed=True).json()
        data = post(client, f"s/{key}/save", ticket=made["ticket"]).data
        assert (TOKEN.encode() in data) is leaves, decision


def test_an_allowance_shows_its_lines_and_writes_nothing_before_it_is_told_to(
    client: Client, key: str, home: Path
) -> None:
    id, file = the_token(client, key), home / "steno.toml"
    file.write_text("[redaction]\nlevel = 'pii'\n")
    file.chmod(0o644)
    shown = post(client, f"s/{key}/allowance", at="secrets", id=id, reason=REASON).json()
    hash = sha256(TOKEN.encode()).hexdigest()
    lines = f'[[redaction.allow]]\nsha256 = "{hash}"\nreason = "made for \\"tests\\""\n'
    assert shown == {"file": str(file), "new": False, "lines": lines}
    assert "allow" not in file.read_text()
    done = post(client, f"s/{key}/allow", at="secrets", id=id, reason=REASON).json()
    assert done["counts"]["allow"] == 1
    assert file.read_text() == "[redaction]\nlevel = 'pii'\n\n" + lines
    assert file.stat().st_mode & 0o777 == 0o644
    assert TOKEN not in file.read_text()
    # What is allowed is found no more, in this session at another level and in others.
    assert TOKEN not in str(client.get(f"s/{key}/findings?at=pii"))


def test_an_allowance_that_would_not_be_read_is_not_written(client: Client, key: str, home: Path) -> None:
    id, file = the_token(client, key), home / "steno.toml"
    refused(post(client, f"s/{key}/allowance", at="secrets", id=id, reason="two\nlines"), "a reason is needed")
    file.write_text("[redaction]\nallow = []\n")
    answer = post(client, f"s/{key}/allow", at="secrets", id=id, reason=REASON)
    assert answer.status == 400 and "not TOML" in answer.json()["error"]["message"]
    assert file.read_text() == "[redaction]\nallow = []\n"


def test_a_value_that_nobody_can_tell_apart_can_only_be_masked(client: Client, desk: Desk, home: Path) -> None:
    path = claude(home, TWO)
    with path.open("ab") as stream:
        stream.write(f'{{"broken": "{TOKEN}\n'.encode())
    key = desk.named(str(path))
    (found,) = (each for each in client.get(f"s/{key}/findings")["findings"] if "value" not in each)
    refused(
        post(client, f"s/{key}/findings", at="secrets", id=found["id"], decision="keep", reason="x"), "only be masked"
    )
    assert post(client, f"s/{key}/findings", at="secrets", id=found["id"], decision="mask").status == 200


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"at": "none"}, "at is 'none'"),
        ({"at": "structure"}, "at is 'structure'"),
        ({"at": "secrets", "decision": "burn"}, "decision is 'burn'"),
    ],
)
def test_a_decision_that_cannot_be_is_a_sentence(client: Client, key: str, body: dict[str, str], says: str) -> None:
    refused(post(client, f"s/{key}/findings", **{"id": the_token(client, key), **body}), says)
    assert post(client, f"s/{key}/findings", at="secrets", id="email:00000000", decision="mask").status == 404


def test_under_mask_nothing_is_kept_and_nothing_leaves_with_less(home: Path) -> None:
    desk = Desk(world(home), level="pii")
    key = desk.named(str(claude(home, ONE, planted(ONE))))
    with serving(desk) as client:
        found = client.get(f"s/{key}/findings?at=secrets")
        assert (found["at"], found["masked"]) == ("pii", True)
        assert TOKEN not in str(found)
        id = found["findings"][0]["id"]
        for path in ("allowance", "allow"):
            refused(post(client, f"s/{key}/{path}", at="pii", id=id, reason="x"), "everything is masked here")
        refused(post(client, f"s/{key}/findings", at="pii", id=id, decision="keep", reason="x"), "everything is masked")
        assert client.get(f"s/{key}/export")["levels"] == ["pii", "strict", "structure"]
        for level in ("none", "secrets"):
            refused(
                post(client, f"s/{key}/export", level=level, confirm="without masking"), "everything is masked here"
            )
        assert not (home / "steno.toml").exists()


def test_no_value_reaches_a_log(client: Client, key: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    id = the_token(client, key)
    client.get(f"s/{key}/finding?id={id}")
    post(client, f"s/{key}/findings", at="secrets", id=id, decision="keep", reason=REASON)
    post(client, f"s/{key}/export", level="secrets")
    assert TOKEN not in caplog.text


# Exports


def test_what_is_saved_is_what_was_looked_at(client: Client, key: str) -> None:
    made = post(client, f"s/{key}/export", to="open-token", level="secrets", options={"mode": "ndjson"}).json()
    assert (made["target"], made["masked"], made["broken"]) == ("Open-Token 0.1", {"auth_token": 1}, [])
    assert {each["code"] for each in made["losses"] if not each["bookkeeping"]} == {"CNV103", "CNV106"}
    saved = post(client, f"s/{key}/save", ticket=made["ticket"])
    assert len(saved.data) == made["size"] and TOKEN.encode() not in saved.data
    assert all(json.loads(line) for line in saved.data.splitlines())
    assert saved.headers["content-disposition"] == f'attachment; filename="{ONE}.open-token.ndjson"'
    assert saved.headers["content-type"] == "application/octet-stream"
    assert saved.headers["x-content-type-options"] == "nosniff"
    post(client, f"s/{key}/export", to="forsy", level="secrets")
    refused(post(client, f"s/{key}/save", ticket=made["ticket"]), "not there any more")


def test_nothing_leaves_unmasked_without_the_words(client: Client, key: str) -> None:
    for confirm in ("", "yes", "Without masking", None):
        refused(post(client, f"s/{key}/export", level="none", confirm=confirm), "type the words")
    made = post(client, f"s/{key}/export", level="none", confirm="without masking").json()
    assert TOKEN.encode() in post(client, f"s/{key}/save", ticket=made["ticket"]).data


@pytest.mark.parametrize("name", ["redact", "level", "nothing"])
def test_what_is_masked_is_no_option_of_a_format(client: Client, key: str, name: str) -> None:
    refused(post(client, f"s/{key}/export", level="secrets", options={name: "none"}), f"has no option '{name}'")


def test_every_format_that_writes_is_offered_and_masks(client: Client, key: str) -> None:
    offer = client.get(f"s/{key}/export")
    assert {each["name"] for each in offer["formats"]} >= {"open-token", "forsy", "opentraces", "awf", "claude-code"}
    assert [each["name"] for each in offer["formats"] if each["own"]] == ["claude-code"]
    for each in offer["formats"]:
        answer = post(client, f"s/{key}/export", to=each["name"], level="secrets")
        if answer.status == 200:
            data = post(client, f"s/{key}/save", ticket=answer.json()["ticket"]).data
            assert TOKEN.encode() not in data, each["name"]
        else:
            assert answer.json()["error"]["message"], each["name"]


def test_a_save_of_another_session_is_refused(client: Client, desk: Desk, home: Path, key: str) -> None:
    other = desk.named(str(claude(home, TWO)))
    made = post(client, f"s/{key}/export", level="secrets").json()
    refused(post(client, f"s/{other}/save", ticket=made["ticket"]), "not there any more")


# Reviews


MARA = {"author": "Mara", "role": "human"}


def test_a_judgement_is_kept_as_the_command_keeps_it(client: Client, key: str, home: Path) -> None:
    done = post(
        client, f"s/{key}/review", **MARA, step=2, say={"eval": 1, "eval_reason": "Right"}, reviewed=True
    ).json()
    assert (done["progress"]["reviewed"], done["rows"][0]["reviewed"]) == (1, True)
    assert done["rows"][0]["said"]["eval"] == {"value": 1, "by": "human:Mara"}
    kept = [json.loads(line) for line in Path(done["progress"]["notes"]).read_text().splitlines()]
    assert [(each["author"], each["key"]) for each in kept] == [
        ("human:Mara", "eval"), ("human:Mara", "eval_reason"), ("human:Mara", "reviewed"),
    ]  # fmt: skip
    again = client.get(f"s/{key}/review?author=Mara&role=human")
    assert [each["reviewed"] for each in again["rows"] if each.get("reviewed")] == [True]


def test_a_wrong_judgement_is_the_sentence_of_the_command_and_nothing_is_kept(client: Client, key: str) -> None:
    notes = Path(client.get(f"s/{key}/review?author=Mara&role=human")["progress"]["notes"])
    for step, said, says in (
        (2, {"eval": 5}, "eval is 5, expected one of -1, 0, 1"),
        (2, {"directive": "x", "eval": 7}, "eval is 7"),
        (2, {"directive": " "}, 'directive is " ", expected a text that is not empty'),
        (1, {"directive": "Look first"}, "step 1 is a user message, which has no directive"),
        (2, {"feedback_type": "approval"}, "only a user message has a feedback_type"),
        (2, {"nothing": 1}, "no note on a step is called 'nothing'"),
        (99, {"eval": 1}, "no step 99"),
    ):
        refused(post(client, f"s/{key}/review", **MARA, step=step, say=said), says)
    refused(post(client, f"s/{key}/review", author="", role="human", step=2, say={"eval": 1}), "the author is missing")
    refused(post(client, f"s/{key}/review", author="Mara", role="king", step=2, say={"eval": 1}), "no role 'king'")
    assert not notes.exists()


def test_undo_takes_back_the_last_note_of_this_author(client: Client, key: str) -> None:
    post(client, f"s/{key}/review", **MARA, step=2, say={"eval": -1})
    post(client, f"s/{key}/review", author="Ode", role="expert", step=3, say={"directive": "Stop here"})
    done = post(client, f"s/{key}/undo", **MARA).json()
    assert (done["first"], done["rows"][0]["said"]["eval"]["by"]) == (2, "derive/not-judged")
    rows = client.get(f"s/{key}/review?author=Mara&role=human")["rows"]
    assert rows[2]["said"]["directive"] == {"value": "Stop here", "by": "expert:Ode"}
    refused(post(client, f"s/{key}/undo", **MARA), "nothing of yours")


def test_a_whole_review_raises_the_level(client: Client, key: str) -> None:
    steps = client.get(f"s/{key}/review?author=Mara&role=human")["progress"]["steps"]
    for step in range(1, steps + 1):
        done = post(client, f"s/{key}/review", **MARA, step=step, reviewed=True).json()
    assert (done["progress"]["reviewed"], done["progress"]["level"]) == (steps, "human_reviewed")


def test_before_anybody_is_named_the_environment_is_suggested(home: Path) -> None:
    desk = Desk(world(home, STENO_AUTHOR="Mara", STENO_ROLE="expert"))
    key = desk.named(str(claude(home, ONE)))
    with serving(desk) as client:
        found = client.get(f"s/{key}/review")
        assert (found["author"], found["name"], found["role"]) == (None, "Mara", "expert")


def test_what_people_wrote_is_masked_too(client: Client, key: str) -> None:
    post(client, f"s/{key}/review", **MARA, step=2, say={"directive": f"Never print {TOKEN}"})
    assert TOKEN in str(client.get(f"s/{key}/review?author=Mara&role=human")["rows"][1]["said"])
    assert TOKEN not in str(client.get(f"s/{key}/review?author=Mara&role=human&mask=1"))


# Code


def test_each_line_of_a_commit_names_the_event_that_wrote_it(home: Path) -> None:
    repo, first, second = garden(home)
    desk = Desk(world(home))
    key = desk.named(str(repo.sessions / "s.jsonl"))
    with serving(desk) as client:
        before = client.get(f"s/{key}/code")
        assert (before["state"], before["hint"]) == ("not linked", f"steno link --repo {repo.path}")
        assert before["files"] == [{"path": "garden.py", "edits": [2], "plus": 2, "minus": 0}]
        link(repo, home)
        found = client.get(f"s/{key}/code")
        assert (found["state"], [each["commit"] for each in found["commits"]]) == ("linked", [second])
        assert (found["commits"][0]["subject"], found["commits"][0]["lines"]) == ("work", 2)
        shown = client.get(f"s/{key}/commit?id={second}")
        (file,) = shown["files"]
        assert (file["diff"]["path"], file["by"], file["mine"]) == ("garden.py", [[2, 2]], 2)
        assert client.ask(f"/api/1/s/{key}/commit?id={first}").status == 404
        assert client.ask(f"/api/1/s/{key}/commit?id=HEAD").status == 404


def test_a_secret_in_a_commit_is_masked(home: Path) -> None:
    repo, _, _ = garden(home)
    repo.edit("s", "garden.py", "import garden\n", f"import garden\nKEY = '{TOKEN}'\n")
    second = repo.commit("-m", f"use {TOKEN}")
    link(repo, home)
    desk = Desk(world(home))
    key = desk.named(str(repo.sessions / "s.jsonl"))
    with serving(desk) as client:
        assert TOKEN in str(client.get(f"s/{key}/commit?id={second}"))
        for mask in ("mask=1", "level=pii"):
            assert TOKEN not in str(client.get(f"s/{key}/code?{mask}"))
            shown = client.get(f"s/{key}/commit?id={second}&{mask}")
            assert TOKEN not in str(shown) and "REDACTED" in str(shown)


def test_a_session_whose_repository_is_not_here_says_so(client: Client, key: str) -> None:
    found = client.get(f"s/{key}/code")
    assert (found["state"], found["commits"]) == ("no repository", [])
    assert "not on this machine" in found["why"]
