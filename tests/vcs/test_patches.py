"""What a session led to, as the model says it: patches and their anchors, deletions, renames, and what still lives."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec import UNSET

from steno.formats.opentraces.hashes import range_hash
from steno.model import Attribution, GitAnchor, Original, Patch
from steno.vcs import git
from steno.vcs.memory import Memory
from steno.vcs.patches import alive
from steno.vcs.picks import picked
from tests.given.gitrepo import Repo, patched
from tests.given.linked import made, searched

BASE = "".join(
    f"row_{name} = sown_with('{name} seeds')\n" for name in ("oak", "elm", "ash", "fir", "yew", "bay", "fig")
)
MINE = "hedge = trimmed(hedge, by='a hand')\nlawn = mown(lawn, to='an inch')\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo")
    repo.put("trees.py", BASE)
    repo.put("notes.txt", "nothing\n")
    repo.commit()
    return repo


def add(repo: Repo, text: str = MINE, session: str = "s") -> None:
    repo.edit(session, "trees.py", "row_fir", text + "row_fir")


def codex(repo: Repo, *lines: str) -> None:
    repo.codex("s", *patched("\n".join(["*** Begin Patch", *lines, "*** End Patch"])))


def anchored(patch: Patch) -> tuple[object, ...]:
    assert isinstance(patch.anchor, GitAnchor)
    return patch.anchor.commit, patch.anchor.path, patch.anchor.tier, patch.anchor.firmness


# Deletions and renames


@pytest.mark.parametrize("dirty", [False, True], ids=["as committed", "edited before"])
def test_a_file_that_a_patch_deletes_is_a_deletion_where_a_commit_deletes_it(repo: Repo, dirty: bool) -> None:
    if dirty:
        add(repo, session="t")
    codex(repo, "*** Delete File: trees.py")
    repo.git("rm", "-qf", "trees.py")
    commit = repo.commit()
    found = made(repo)
    assert [(patch.change, anchored(patch)) for patch in found.patches] == [
        ("delete", (commit, "trees.py", "overlapping_hunk", "provisional"))
    ]
    (gone,) = found.attributions
    text = BASE.replace("row_fir", MINE + "row_fir") if dirty else BASE
    original = Original(first=1, last=text.count("\n"), hash=range_hash(text.removesuffix("\n")))
    assert (gone.change, gone.first, gone.last, gone.original) == ("deletion", 1, 1, original)
    assert [(link.tier, link.unaccounted) for link in found.git_links] == [("overlapping", ())]


def test_a_deletion_that_no_commit_has_is_looked_for_in_vain(repo: Repo) -> None:
    codex(repo, "*** Delete File: trees.py")
    repo.put("trees.py", BASE + "# kept after all\n")
    repo.commit()
    found = made(repo)
    (patch,) = found.patches
    assert patch.anchor == GitAnchor(searched="2026-02-01T00:00:00Z", found=False, tier="orphan", firmness="unknown")
    assert found.attributions == ()


def test_a_file_that_a_patch_moves_is_a_rename_and_accounted_for_under_both_names(repo: Repo) -> None:
    lines = [" " + line for line in BASE.splitlines()[:1]]
    codex(repo, "*** Update File: trees.py", "*** Move to: wood/trees.py", "@@", *lines, "+" + MINE.splitlines()[0])
    repo.git("rm", "-q", "--cached", "trees.py")
    (repo.path / "trees.py").unlink()
    first, rest = BASE.split("\n", 1)
    repo.put("wood/trees.py", f"{first}\n{MINE.splitlines()[0]}\n{rest}")
    commit = repo.commit()
    found = made(repo)
    assert [(patch.change, patch.path, anchored(patch)[:3]) for patch in found.patches] == [
        ("add", "trees.py", (commit, "wood/trees.py", "exact_blob_hash")),
        ("rename", "wood/trees.py", (commit, "wood/trees.py", "overlapping_hunk")),
    ]
    assert [(each.path, each.first, each.change) for each in found.attributions] == [("wood/trees.py", 2, "addition")]
    assert [(link.tier, link.unaccounted) for link in found.git_links] == [("tool_emitted", ())]


def test_a_move_that_git_does_not_see_as_one_is_accounted_for(repo: Repo) -> None:
    codex(
        repo, "*** Update File: trees.py", "*** Move to: wood.py", "@@", " row_oak = sown_with('oak seeds')", "+x = 1"
    )
    (repo.path / "trees.py").unlink()
    repo.put("wood.py", "quite = another('text')\n")
    repo.commit()
    assert [link.unaccounted for link in made(repo).git_links] == [()]


def test_lines_taken_away_inside_a_file_are_deletions_also_next_to_lines_that_are_added(repo: Repo) -> None:
    repo.edit("s", "trees.py", "row_elm = sown_with('elm seeds')\nrow_ash = sown_with('ash seeds')\n", "")
    repo.edit("s", "trees.py", "row_bay = sown_with('bay seeds')\n", "row_bay = planted_by_hand('bay')\n")
    commit = repo.commit()
    found = made(repo)
    text = "row_bay = planted_by_hand('bay')"
    gone = Original(
        first=2, last=3, hash=range_hash("row_elm = sown_with('elm seeds')\nrow_ash = sown_with('ash seeds')")
    )
    events = [patch.event for patch in found.patches]
    assert found.attributions == (
        Attribution(
            path="trees.py", commit=commit, first=4, last=4, event=events[1], hash=range_hash(text), confidence="high",
            change="modification",
        ),
        Attribution(
            path="trees.py", commit=commit, first=1, last=1, event=events[0], confidence="medium", change="deletion",
            original=gone,
        ),
    )  # fmt: skip


# Evidence


def test_a_commit_with_the_patch_id_of_a_known_one_has_its_lines(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    add(repo)
    commit = repo.commit()
    repo.git("checkout", "-q", "main")
    repo.put("trees.py", "# above\n" + BASE)
    repo.commit()
    repo.tick()
    repo.git("cherry-pick", commit)
    other = repo.git("rev-parse", "HEAD")
    memory = searched(repo).memory
    full, memory.lines = memory.lines, [line for line in memory.lines if line.commit == commit]
    with git.opened(repo.path, os.environ) as repository:
        found = picked(memory, repository, {other}, lambda _: False)
        assert picked(memory, repository, set(), lambda _: False) == []
    expected = {(line.session, line.commit, line.path, line.line, line.patch) for line in full if line.commit == other}
    assert {(line.session, line.commit, line.path, line.line, line.patch) for line in found} == expected
    assert {line.evidence for line in found} == {"patch_id"}


def test_the_same_lines_between_others_are_another_change(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    add(repo)
    commit = repo.commit()
    repo.git("checkout", "-q", "main")
    other_base = BASE.replace("ash seeds", "hazel nuts")
    repo.put("trees.py", other_base)
    repo.commit()
    repo.put("trees.py", other_base.replace("row_fir", MINE + "row_fir"))
    other = repo.commit()
    memory = searched(repo).memory
    memory.lines = [line for line in memory.lines if line.commit == commit]
    assert memory.changes[commit] == memory.changes[other]
    with git.opened(repo.path, os.environ) as repository:
        assert picked(memory, repository, {other}, lambda _: False) == []


def test_a_patch_of_which_a_part_is_committed_says_so(repo: Repo) -> None:
    add(repo)
    repo.put("trees.py", repo.text("trees.py").replace(MINE.splitlines()[1] + "\n", ""))
    commit = repo.commit()
    (patch,) = made(repo).patches
    assert (anchored(patch)[::2], patch.limitations) == ((commit, "exact_range_hash"), ("partly_found",))


def test_only_ranges_that_something_rewrote_have_an_original(repo: Repo) -> None:
    add(repo)
    first, second = MINE.splitlines()
    repo.put("trees.py", repo.text("trees.py").replace(second, 'lawn = mown(lawn, to="an inch")'))
    repo.commit()
    found = {each.first: each for each in made(repo).attributions}
    assert (found[4].hash, found[4].confidence, found[4].original) == (range_hash(first), "high", UNSET)
    original = Original(first=5, last=5, hash=range_hash(second))
    assert (found[5].hash, found[5].confidence, found[5].original) == (
        range_hash('lawn = mown(lawn, to="an inch")'), "medium", original,
    )  # fmt: skip


def test_white_space_at_the_end_of_a_line_is_a_divergence_that_is_firm(repo: Repo) -> None:
    add(repo, MINE.replace("\n", "  \n"))
    repo.put("trees.py", repo.text("trees.py").replace("  \n", "\n"))
    repo.commit()
    found = made(repo)
    assert [anchored(patch)[2:] for patch in found.patches] == [("git_clean_range_hash", "firm_observed")]
    assert [link.tier for link in found.git_links] == ["tool_emitted_with_divergence"]
    assert [each.original is not UNSET for each in found.attributions] == [True]


def test_a_block_that_stands_there_twice_is_less_sure(repo: Repo) -> None:
    repo.put("trees.py", MINE + BASE)
    repo.commit()
    add(repo)
    repo.commit()
    assert [each.confidence for each in made(repo).attributions] == ["medium"]


def test_lines_of_a_new_file_are_additions_however_often_they_were_rewritten(repo: Repo) -> None:
    repo.create("s", "new.py", MINE)
    repo.edit("s", "new.py", "an inch", "two inches")
    repo.commit()
    assert {each.change for each in made(repo).attributions} == {"addition"}


def test_a_file_on_which_an_edit_failed_is_not_accounted_for(repo: Repo) -> None:
    repo.edit("s", "trees.py", "no such", MINE, works=False)
    repo.put("trees.py", BASE + MINE)
    repo.put("notes.txt", "something\n")
    repo.commit()
    assert [(link.tier, link.unaccounted) for link in made(repo).git_links] == [
        ("overlapping", ("notes.txt", "trees.py"))
    ]


def test_files_of_a_commit_that_the_session_edited_are_accounted_for(repo: Repo) -> None:
    add(repo)
    first = repo.commit()
    repo.edit("s", "trees.py", "an inch", "two inches")
    repo.git("mv", "trees.py", "wood.py")
    repo.put("notes.txt", "something\n")
    second = repo.commit()
    found = {link.commit: link.unaccounted for link in made(repo).git_links}
    assert found == {first: (), second: ("notes.txt",)}


# What is alive


def living(repo: Repo, memory: Memory | None = None) -> dict[str, bool | None]:
    with git.opened(repo.path, os.environ) as repository:
        return {commit: lives for (_, commit), lives in alive(memory or searched(repo).memory, repository).items()}


def test_lines_live_wherever_they_stand_in_their_file(repo: Repo) -> None:
    add(repo)
    commit = repo.commit()
    repo.put("trees.py", MINE.splitlines()[1] + "\n" + BASE)
    repo.commit()
    assert living(repo)[commit] is True


def test_what_is_left_of_a_range_must_say_something(repo: Repo) -> None:
    block = "def rest():\n    for hour in the_afternoon:\n        sleep(hour)\n    }\n"
    add(repo, block)
    commit = repo.commit()
    repo.put("trees.py", BASE + "    }\n")
    repo.commit()
    assert living(repo)[commit] is False


def test_renames_are_followed_at_head_and_those_of_other_branches_are_not_believed(repo: Repo) -> None:
    add(repo)
    commit = repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.git("mv", "trees.py", "forest.py")
    repo.commit()
    repo.git("checkout", "-q", "main")
    assert living(repo)[commit] is True
    repo.git("mv", "trees.py", "wood.py")
    repo.commit()
    repo.git("mv", "wood.py", "grove.py")
    repo.commit()
    assert living(repo)[commit] is True
    repo.git("rm", "-q", "grove.py")
    repo.commit()
    assert living(repo)[commit] is False


def test_nobody_knows_what_lives_where_head_has_no_commit(repo: Repo) -> None:
    add(repo)
    repo.commit()
    repo.git("symbolic-ref", "HEAD", "refs/heads/unborn")
    assert living(repo) == {}
    assert [link.alive for link in made(repo).git_links] == [UNSET]


def test_a_damaged_file_at_head_is_not_known_and_another_line_still_counts(repo: Repo) -> None:
    add(repo)
    repo.create("s", "new.py", "moss = soft_under(the_oak)\n")
    commit = repo.commit()
    found = searched(repo).memory
    lost = repo.git("rev-parse", "HEAD:trees.py")
    (repo.path / ".git/objects" / lost[:2] / lost[2:]).unlink()
    assert living(repo, found)[commit] is True
    found.lines = [line for line in found.lines if line.path == "trees.py"]
    assert living(repo, found)[commit] is None
