"""Judgements by what came later: edits taken back, edits that a check disproved, fixes that held."""

from __future__ import annotations

import pytest

from steno.model.steps import Step
from tests.given.derivation import Session, linked, values

PATH = "/srv/garden/beds.py"


def edit(session: Session, id: str, old: str, new: str, *, at: int = 1, before: str = "x\n") -> Session:
    """An edit that the program reports with its line numbers."""
    lines = [f"-{line}" for line in old.split("\n")] + [f"+{line}" for line in new.split("\n")]
    counts = {"oldLines": old.count("\n") + 1, "newLines": new.count("\n") + 1}
    hunk = {"oldStart": at, "newStart": at, "lines": lines, **counts}
    detail = {"filePath": PATH, "originalFile": before, "structuredPatch": [hunk]}
    session.call(id, "Edit", file_path=PATH, old_string=old, new_string=new)
    return session.result(id, "The file was updated.", detail=detail)


def check(session: Session, id: str, *, failing: str = "") -> Session:
    session.call(id, "Bash", command="pytest tests/test_beds.py")
    return session.result(id, f"Exit code 1\n{failing}" if failing else "1 passed", error=bool(failing))


def judged(steps: list[Step]) -> list[tuple[object, ...]]:
    return values(steps, "eval", "directive")


def test_an_edit_whose_lines_are_replaced_before_anything_new_is_asked_is_judged_and_done_again() -> None:
    session = Session().user("Plant")
    edit(session, "c1", "rows = 0", "rows = 3\nseeds = 1")
    edit(session, "c2", "rows = 3\nseeds = 1", "rows = read_plan()")
    found = session.steps()
    assert judged(found)[1:] == [(-1, 'Instead: "rows = read_plan()"'), (0, None)]
    assert linked(found)[2][2] == 2
    assert found[1].notes["eval"].evidence == (found[1].anchor.uid, found[2].anchor.uid)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("print(rows)", "print(rows)\nprint(seeds)"),  # added to
        ("print(rows)", "rows = 0"),  # back to what it was
        ("print(rows)", ""),  # taken out
        ("print(other)", "rows = 4"),  # other lines
    ],
)
def test_an_edit_that_is_added_to_or_only_taken_out_again_is_not_judged(old: str, new: str) -> None:
    session = edit(Session().user("Plant"), "c1", "rows = 0", "print(rows)")
    edit(session, "c2", old, new)
    assert judged(session.steps())[1:] == [(0, None), (0, None)]


def test_what_a_new_request_changes_was_no_mistake() -> None:
    session = edit(Session().user("Plant"), "c1", "rows = 0", "rows = 3").say("Done.").user("Now make it four rows")
    edit(session, "c2", "rows = 3", "rows = 4")
    assert [value for (value,) in values(session.steps(), "eval")] == [0] * 5


def test_a_check_that_fails_on_a_line_of_an_edit_disproves_it_and_is_neutral_itself() -> None:
    session = edit(Session().user("Plant"), "c1", "rows = 0", "rows = three", at=7)
    check(session, "c2", failing="beds.py:7: NameError: name 'three' is not defined")
    edit(session, "c3", "rows = three", "rows = 3", at=7)
    check(session, "c4")
    found = session.steps()
    assert [value for (value,) in values(found, "eval")] == [0, -1, 0, 1, 0]
    directive = str(found[1].get("directive"))
    assert "NameError" in directive
    assert directive.endswith('Instead: "rows = 3"')
    assert [retry for _, _, retry in linked(found)] == [None, None, None, 2, 3]
    assert found[3].get("eval_reason") == "The check that failed before this edit passed after it."


def test_a_check_that_names_another_line_disproves_nothing() -> None:
    session = edit(Session().user("Plant"), "c1", "rows = 0", "rows = 3", at=7)
    check(session, "c2", failing="beds.py:70: NameError: name 'spade' is not defined")
    assert [value for (value,) in values(session.steps(), "eval")] == [0, 0, 0]


def test_lines_are_followed_when_a_later_edit_moves_them() -> None:
    session = edit(Session().user("Plant"), "c1", "rows = 0", "rows = three", at=7)
    edit(session, "c2", "import a", "import a\nimport b\nimport c", at=1)
    check(session, "c3", failing="beds.py:9: NameError: name 'three' is not defined")
    assert [value for (value,) in values(session.steps(), "eval")] == [0, -1, 0, 0]


def test_of_two_edits_nobody_knows_which_one_helped() -> None:
    session = check(Session().user("Plant"), "c1", failing="E   assert 1 == 2")
    edit(session, "c2", "rows = 1", "rows = 2")
    edit(session, "c3", "seeds = 1", "seeds = 2", at=30)
    check(session, "c4")
    assert [value for (value,) in values(session.steps(), "eval")] == [0, 0, 0, 0, 0]


def test_a_command_that_is_run_again_unchanged_after_an_edit_is_a_check() -> None:
    session = Session().user("Plant").call("c1", "Bash", command="./water --try")
    session.result("c1", "Exit code 2\nno hose", error=True)
    edit(session, "c2", "hose = no", "hose = yes")
    session.call("c3", "Bash", command="./water --try").result("c3", "water runs", error=False)
    assert [value for (value,) in values(session.steps(), "eval")] == [0, 0, 1, 0]
