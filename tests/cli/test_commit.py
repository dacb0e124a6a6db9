"""`steno commit`"""

from __future__ import annotations

from pathlib import Path

from tests.given.linked import AGENTS, HUMAN, PROMPT, ask, garden, link
from tests.given.machine import steno


def test_which_sessions_made_it_and_how_much_of_it_as_json(tmp_path: Path) -> None:
    repo, _, second = garden(tmp_path)
    ask(repo, "s", "and water them")
    text = "def water(bed, can):\n    return can.pour(bed.roses, litres=3)\n"
    repo.edit("s", "garden.py", AGENTS, AGENTS + "\n" + text)
    repo.put(
        "garden.py", HUMAN + AGENTS + "\n" + text.replace("(bed.roses, litres=3)", "( bed.roses,litres=3 )") + "x=1\n"
    )
    repo.put("notes.txt", "a human's\n\n")
    third = repo.commit()
    link(repo, tmp_path)
    ended = steno("commit", "--repo", str(repo.path), "--json", home=tmp_path)
    counts = {"evidenced": 1, "diverged": 1, "unaccounted": 0, "unknown": 1}
    assert (ended.code, ended.err, ended.json()) == (
        0,
        "",
        [
            {
                "schema": "steno.commit/1",
                "commit": third,
                "time": "2026-01-05T09:10:00Z",
                "parents": [second],
                "reachable": True,
                "searched": True,
                "lines": {"added": 6, "blank": 2, **counts, "unaccounted": 1},
                "sessions": [
                    {
                        "session": "s",
                        "tier": "tool_emitted",
                        "lines": 2,
                        "evidence": {"exact_range_hash": 1, "formatter_divergent": 1},
                        "steps": [4],
                        "models": ["claude-test-1"],
                        "prompts": ["and water them"],
                        "unaccounted_files": ["notes.txt"],
                    }
                ],
                "files": [
                    {"path": "garden.py", "added": 4, "blank": 1, **counts},
                    {
                        "path": "notes.txt", "added": 2, "blank": 1, "evidenced": 0, "diverged": 0, "unaccounted": 1,
                        "unknown": 0,
                    },
                ],
            }
        ],
    )  # fmt: skip


def test_the_statement_of_coverage_for_people(tmp_path: Path) -> None:
    repo, _, second = garden(tmp_path)
    link(repo, tmp_path)
    ended = steno("commit", second[:10], "--repo", str(repo.path), home=tmp_path)
    lines = ended.out.splitlines()
    assert lines[1].split() == ["s", "tool_emitted", "2", "2", "claude-test-1", *PROMPT.split()]
    assert lines[-1] == (
        f"{second[:12]}: of 2 lines that it adds, 2 evidenced (100%), 0 diverged (0%), 0 unaccounted (0%), "
        "0 unknown (0%); blank lines are not counted"
    )


def test_a_commit_from_before_all_sessions_is_unaccounted(tmp_path: Path) -> None:
    repo, first, _ = garden(tmp_path)
    link(repo, tmp_path)
    found = steno("commit", first, "--repo", str(repo.path), "--json", home=tmp_path).json()[0]
    assert found["lines"] == {"added": 2, "blank": 1, "evidenced": 0, "diverged": 0, "unaccounted": 1, "unknown": 0}


def test_a_commit_that_was_not_searched_has_no_figures(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    link(repo, tmp_path)
    repo.put("garden.py", "new\n")
    repo.commit()
    found = steno("commit", "--repo", str(repo.path), "--json", home=tmp_path).json()[0]
    assert (found["searched"], found["lines"]) == (
        False,
        {"added": 1, "blank": 0, "evidenced": None, "diverged": None, "unaccounted": None, "unknown": None},
    )
    assert "run `steno link`" in steno("commit", "--repo", str(repo.path), home=tmp_path).out


def test_a_merge_says_that_it_is_one(tmp_path: Path) -> None:
    repo, first, _ = garden(tmp_path)
    repo.git("checkout", "-q", "-b", "side", first)
    repo.put("other", "x\n")
    repo.commit()
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "main")
    link(repo, tmp_path)
    ended = steno("commit", "--repo", str(repo.path), home=tmp_path)
    assert (ended.code, "is a merge" in ended.out) == (0, True)


def test_an_unknown_revision_is_one_line(tmp_path: Path) -> None:
    repo, *_ = garden(tmp_path)
    link(repo, tmp_path)
    for word in ("nothing", "--output=/tmp/x", "HEAD^{tree}"):
        ended = steno("commit", "--repo", str(repo.path), "--", word, home=tmp_path)
        assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
