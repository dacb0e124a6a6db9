"""Which lines of which commits are a session's, whatever happens to them on the way."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from steno.edits.patches import address
from steno.formats.opentraces.hashes import range_hash
from steno.model import GitAnchor, Original
from steno.vcs import git
from steno.vcs.memory import load, store
from steno.vcs.patches import alive, code
from steno.vcs.tiers import firmness, tier
from tests.given.gitrepo import Repo, patched
from tests.given.linked import made, searched

BASE = """import os

def water(bed):
    can = fill_can(bed, 'river')
    pour(can, bed.rows)
    return can

def weed(bed):
    for row in bed.rows:
        pull(row.weeds)
    return bed
"""
MINE = """def prune(bed, shears):
    for rose in bed.roses_of_kind('climbing'):
        shears.cut(rose, rose.height / 3)
    return shears.count

"""


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo")
    repo.put("garden.py", BASE)
    repo.put("shed.py", "# nothing here yet\n")
    repo.commit()
    return repo


def add(repo: Repo, session: str = "s", text: str = MINE, path: str = "garden.py") -> None:
    repo.edit(session, path, "def weed(bed):", text + "def weed(bed):")


def claims(repo: Repo, commit: str, session: str = "s", path: Path | None = None) -> dict[str, str]:
    """The lines of a commit that are a session's, by their text, with their evidence."""
    found = {}
    for line in searched(repo, path=path).memory.lines:
        if (line.commit, line.session) == (commit, session):
            text = repo.git("show", f"{commit}:{line.path}").split("\n")[line.line - 1]
            found[text] = line.evidence
    return found


def tiers(repo: Repo) -> dict[tuple[str, str], str]:
    return {(link.session, link.commit): link.tier for link in searched(repo).memory.links}


OWN = [line for line in MINE.split("\n") if line]


def test_lines_committed_as_they_were_written(repo: Repo) -> None:
    add(repo)
    commit = repo.commit()
    assert claims(repo, commit) == dict.fromkeys(OWN, "exact_blob_hash")
    assert tiers(repo) == {("s", commit): "tool_emitted"}


def test_a_humans_lines_in_the_same_commit_are_nobodys(repo: Repo) -> None:
    add(repo)
    repo.put("garden.py", repo.text("garden.py") + "\ndef human(x):\n    return x.by_hand\n")
    assert claims(repo, repo.commit()) == dict.fromkeys(OWN, "exact_range_hash")


def test_lines_that_a_formatter_rewrote_are_found_and_graded(repo: Repo) -> None:
    add(repo)
    text = (
        repo.text("garden.py")
        .replace("'", '"')
        .replace("cut(rose, rose.height / 3)", "cut(\n            rose,\n            rose.height / 3,\n        )")
    )
    repo.put("garden.py", text)
    found = claims(repo, repo.commit())
    assert found["            rose,"] == found["        )"] == "formatter_divergent"
    assert found["    return shears.count"] == "exact_range_hash"
    assert '    can = fill_can(bed, "river")' not in found


def test_a_failed_edit_that_a_human_types_later_is_the_humans(repo: Repo) -> None:
    repo.edit("s", "garden.py", "def weed(bed):", MINE + "def weed(bed):", works=False)
    repo.put("garden.py", BASE.replace("def weed", MINE + "def weed"))
    commit = repo.commit()
    assert claims(repo, commit) == {}
    assert tiers(repo) == {("s", commit): "overlapping"}


def test_a_file_the_session_moved_into_is_found_after_a_rename_and_more_work(repo: Repo) -> None:
    add(repo)
    repo.git("mv", "garden.py", "yard.py")
    repo.put("yard.py", "# moved\n" + repo.text("yard.py"))
    assert sorted(claims(repo, repo.commit())) == sorted(OWN)


def test_a_block_that_a_human_moves_to_another_file_stays_the_sessions(repo: Repo) -> None:
    add(repo)
    repo.commit()
    repo.put("garden.py", BASE)
    repo.put("shed.py", repo.text("shed.py") + MINE)
    assert sorted(claims(repo, repo.commit())) == sorted(OWN)


def test_a_humans_copy_of_a_block_that_stays_is_the_humans(repo: Repo) -> None:
    add(repo)
    repo.commit()
    repo.put("shed.py", repo.text("shed.py") + MINE)
    assert claims(repo, repo.commit()) == {}


def test_squash_rebase_amend_and_cherry_pick_need_no_observer(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "feature")
    add(repo)
    first = repo.commit()
    repo.git("checkout", "-q", "main")
    repo.put("garden.py", "# above\n" + repo.text("garden.py"))
    repo.commit()
    repo.tick()
    repo.git("cherry-pick", first)
    picked = repo.git("rev-parse", "HEAD")
    repo.git("checkout", "-q", "feature")
    repo.put("shed.py", "# amended\n")
    amended = repo.commit("--amend")
    repo.git("branch", "other")
    repo.tick()
    repo.git("rebase", "-q", "--onto", "main~1", "main~2", "feature")
    rebased = repo.git("rev-parse", "HEAD")
    for commit in (first, picked, amended, rebased):
        assert sorted(claims(repo, commit)) == sorted(OWN)
    with git.opened(repo.path, os.environ) as repository:
        assert repository.reachable({first, picked, amended, rebased}) == {picked, amended, rebased}
    code = made(repo)
    [patch] = code.patches
    assert isinstance(patch.anchor, GitAnchor)
    assert (patch.anchor.commit, patch.superseded_by) == (rebased, (amended, picked, first))
    assert {link.commit: link.reachable for link in code.git_links}[first] is False


def test_a_revert_of_a_likeness_gives_the_base_line_back_to_nobody(repo: Repo) -> None:
    repo.edit("s", "garden.py", "    can = fill_can(bed, 'river')", '    can = fill_can(bed, "river")')
    commit = repo.commit()
    assert list(claims(repo, commit)) == ['    can = fill_can(bed, "river")']
    repo.tick()
    repo.git("revert", "--no-edit", commit)
    assert claims(repo, repo.git("rev-parse", "HEAD")) == {}


def test_a_commit_older_than_the_edit_has_nothing_of_it(repo: Repo) -> None:
    repo.put("garden.py", BASE.replace("def weed", MINE + "def weed"))
    early = repo.commit()
    repo.git("checkout", "-q", "-b", "side", "HEAD~1")
    add(repo)
    assert claims(repo, early) == {}


def test_a_path_with_the_same_end_is_another_file(repo: Repo) -> None:
    repo.put("sub/garden.py", BASE)
    repo.commit()
    add(repo, path="sub/garden.py")
    repo.git("checkout", "-q", "--", "sub/garden.py")
    repo.put("garden.py", BASE + "    extra_line = of_a_human\n")
    assert claims(repo, repo.commit()) == {}


def test_a_resumed_session_is_not_a_second_author(repo: Repo) -> None:
    add(repo)
    copied = (repo.sessions / "s.jsonl").read_text()
    later = copied.splitlines()[-1].replace("2026-01-05T09", "2026-01-05T11").replace("toolu_s_0", "toolu_none")
    (repo.sessions / "resumed.jsonl").write_text(copied + later + "\n")
    commit = repo.commit()
    assert claims(repo, commit, "resumed") == {}
    assert sorted(claims(repo, commit)) == sorted(OWN)


@pytest.mark.parametrize("known", [True, False], ids=["base in git", "base unknown"])
def test_a_patch_of_codex_without_line_numbers_is_placed_in_the_file(repo: Repo, known: bool) -> None:
    if not known:
        repo.put("garden.py", BASE.replace("weed", "hoe") + "\ndef weed(bed):\n    return None\n")
    body = "".join(f"+{line}\n" for line in MINE.split("\n")[:-1])
    repo.codex(
        "s", *patched(f"*** Begin Patch\n*** Update File: garden.py\n@@\n \n{body} def weed(bed):\n*** End Patch")
    )
    repo.put("garden.py", repo.text("garden.py").replace("def weed", MINE + "def weed"))
    assert sorted(claims(repo, repo.commit())) == sorted(OWN)


def test_crlf_files_are_exact(repo: Repo) -> None:
    repo.put("garden.py", BASE.replace("\n", "\r\n"))
    repo.commit()
    before = repo.text("garden.py")
    path = repo.path / "garden.py"
    arguments = {"file_path": str(path), "old_string": "def weed(bed):", "new_string": MINE + "def weed(bed):"}
    repo.call("s", "Edit", arguments, {"filePath": str(path), "originalFile": before})
    repo.put("garden.py", before.replace("def weed(bed):", MINE.replace("\n", "\r\n") + "def weed(bed):"))
    found = claims(repo, repo.commit())
    assert found == dict.fromkeys((line + "\r" for line in OWN), "exact_blob_hash")


def test_lines_that_look_like_a_diff_and_files_without_a_last_line_end(repo: Repo) -> None:
    odd = ["++ increment_of_it;", "-- decrement_of_it;", "@@ -1 +1 @@ hunk_of_nothing", "diff --git a/x b/x"]
    text = "\n".join([*odd, "\\ No newline at end of file"])
    repo.create("s", "odd.txt", text)
    first = repo.commit()
    assert set(claims(repo, first)) == set(text.split("\n"))
    repo.edit("s", "odd.txt", "-- decrement", "--- decrement_twice")
    assert set(claims(repo, repo.commit())) == {"--- decrement_twice_of_it;"}


def test_names_that_git_quotes_and_that_look_like_options(repo: Repo) -> None:
    names = ["--output=x", "-p", 'quote".py', "naïve ☃.py", "tab\there.py", "new\nline.py", "sp ace.py"]
    for number, name in enumerate(names):
        repo.create("s", name, f"unique_name_{number} = some_value({number})\n")
    commit = repo.commit()
    assert {line.path for line in searched(repo).memory.lines if line.commit == commit} == set(names)


def test_nothing_that_a_repository_names_is_executed_and_nothing_in_it_is_written(repo: Repo, tmp_path: Path) -> None:
    add(repo)
    commit = repo.commit()
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\ncat\n")
    trap.chmod(0o755)
    (repo.path / ".git" / "info" / "attributes").write_text("* diff=evil filter=evil\n")
    for name in ("diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "core.fsmonitor",
                 "core.pager", "pager.log", "core.sshCommand", "alias.log"):  # fmt: skip
        repo.git("config", name, f"!{trap}" if name.startswith("alias") else str(trap))
    repo.git("config", "diff.noprefix", "true")
    repo.git("config", "diff.algorithm", "patience")
    repo.git("config", "color.ui", "always")
    before = {path: path.stat().st_mtime_ns for path in repo.path.rglob("*")}
    found = searched(repo)
    assert len(found.memory.lines) == len(OWN)
    assert {line.commit for line in found.memory.lines} == {commit}
    with git.opened(repo.path, os.environ) as repository:
        assert code(found.memory, "s", repository, "2026-02-01T00:00:00Z").git_links[0].alive is True
    assert not (tmp_path / "sprung").exists()
    assert {path: path.stat().st_mtime_ns for path in repo.path.rglob("*")} == before


def test_replacements_and_grafts_are_not_believed(repo: Repo) -> None:
    add(repo)
    commit = repo.commit()
    empty = repo.git("commit-tree", "-m", "other", "HEAD~1^{tree}")
    repo.git("replace", commit, empty)
    assert {line.commit for line in searched(repo).memory.lines} == {commit}


def test_a_bare_clone_and_a_work_tree_have_the_same_lines(repo: Repo, tmp_path: Path) -> None:
    add(repo)
    commit = repo.commit()
    repo.git("worktree", "add", "-q", str(tmp_path / "tree"), "-b", "other")
    assert sorted(claims(repo, commit, path=tmp_path / "tree")) == sorted(OWN)


def test_a_shallow_clone_does_not_claim_what_its_last_commit_had_before(repo: Repo, tmp_path: Path) -> None:
    add(repo)
    repo.commit()
    repo.git("clone", "-q", "--depth=1", f"file://{repo.path}", str(tmp_path / "shallow"))
    moved = (repo.sessions / "s.jsonl").read_text().replace(str(repo.path), str(tmp_path / "shallow"))
    (repo.sessions / "s.jsonl").write_text(moved)
    assert searched(repo, path=tmp_path / "shallow").memory.lines == []


def test_a_missing_blob_costs_its_commit_and_no_other(repo: Repo) -> None:
    repo.put("shed.py", "something\n")
    bad = repo.commit()
    blob = repo.git("rev-parse", f"{bad}:shed.py")
    add(repo)
    good = repo.commit()
    (repo.path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    found = searched(repo)
    assert found.unread == [bad]
    assert {line.commit for line in found.memory.lines} == {good}


def test_a_sha256_repository(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo", "--object-format=sha256")
    repo.put("garden.py", BASE)
    repo.commit()
    add(repo)
    commit = repo.commit()
    assert len(commit) == 64
    assert sorted(claims(repo, commit)) == sorted(OWN)


def test_a_repository_without_commits_has_no_links(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.create("s", "a.py", "x_value = 1\n")
    assert searched(repo).memory.links == []


def test_the_next_search_looks_only_at_what_is_new_and_finds_the_same(repo: Repo, tmp_path: Path) -> None:
    add(repo)
    repo.commit()
    first = searched(repo)
    store(first.memory, tmp_path / "state" / "memory")
    assert (tmp_path / "state" / "memory").stat().st_mode & 0o777 == 0o600
    second = searched(repo, load(tmp_path / "state" / "memory"))
    assert (second.looked, second.memory.lines) == (0, first.memory.lines)
    repo.edit("s", "garden.py", "    return bed\n", "    return bed.weeded_by(the_agent)\n")
    third = repo.commit()
    later = searched(repo, load(tmp_path / "state" / "memory"))
    fresh = searched(repo)
    assert later.looked == 1
    assert (later.memory.lines, later.memory.links) == (fresh.memory.lines, fresh.memory.links)
    assert later.memory.lines[-1].commit == third


def test_an_older_session_that_turns_up_later_is_searched_for_from_the_beginning(repo: Repo) -> None:
    add(repo, "early")
    repo.commit()
    hidden = shutil.move(repo.sessions / "early.jsonl", repo.path.parent / "early.jsonl")
    repo.edit("late", "garden.py", "    return bed\n", "    return bed.weeded_by(the_agent)\n")
    repo.commit()
    known = searched(repo).memory
    shutil.move(hidden, repo.sessions / "early.jsonl")
    assert searched(repo, known).memory.lines == searched(repo).memory.lines


def test_work_in_another_repository_does_not_make_the_search_begin_again(repo: Repo, tmp_path: Path) -> None:
    add(repo)
    repo.commit()
    known = searched(repo).memory
    repo.now -= 3600
    repo.call("elsewhere", "Write", {"file_path": str(tmp_path / "x.py"), "content": "x = 1\n"}, {"type": "create"})
    assert searched(repo, known).looked == 0


def test_the_strongest_evidence_makes_the_tier() -> None:
    assert tier(["time_file_overlap", "formatter_divergent"]) == "tool_emitted_with_divergence"
    assert tier(["formatter_divergent", "exact_range_hash"]) == "tool_emitted"
    assert (tier(["time_file_overlap"]), tier([])) == ("overlapping", "orphan")
    assert firmness("exact_range_hash") == "firm_observed"
    assert firmness("exact_range_hash", shell=True) == "rule_inferred"  # noqa: S604  nothing is run
    assert firmness("formatter_divergent") == "provisional"


def test_equal_changes_of_two_sessions_have_one_address_and_other_changes_others() -> None:
    assert address("a", ["x"], ["y"]) == address("a", ["x"], ["y"])
    others = {
        address("a", ["x"], ["y"]),
        address("b", ["x"], ["y"]),
        address("a", [], ["x", "y"]),
        address("a", ["y"], ["x"]),
    }
    assert len(others) == 4


def test_of_a_merge_only_lines_that_no_parent_has_count(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    add(repo)
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.put("garden.py", "# by hand\n" + BASE)
    repo.commit()
    repo.git("merge", "-q", "--no-commit", "side")
    repo.edit("s", "garden.py", "    return bed", "    return bed.without(weeds_that_came_back)")
    commit = repo.commit()
    assert claims(repo, commit) == {"    return bed.without(weeds_that_came_back)": "exact_blob_hash"}
    assert tiers(repo)["s", commit] == "tool_emitted"


def test_a_merge_that_adds_nothing_of_its_own_has_no_link(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    add(repo)
    work = repo.commit()
    repo.git("checkout", "-q", "main")
    repo.put("shed.py", "# a rake\n")
    repo.commit()
    repo.tick()
    repo.git("merge", "-q", "--no-edit", "side")
    assert tiers(repo) == {("s", work): "tool_emitted"}


def test_what_a_human_commits_between_two_edits_stays_the_humans(repo: Repo) -> None:
    add(repo)
    repo.commit()
    repo.put("garden.py", repo.text("garden.py") + "\ndef rake(leaves):\n    return heap_of(leaves)\n")
    human = repo.commit()
    repo.edit("s", "garden.py", "pull(row.weeds)", "pull(row.weeds_with_roots)")
    last = repo.commit()
    assert claims(repo, human) == {}
    assert claims(repo, last) == {"        pull(row.weeds_with_roots)": "exact_blob_hash"}


def test_a_patch_that_only_takes_lines_away_is_found_where_a_commit_takes_them_away(repo: Repo) -> None:
    repo.edit("s", "garden.py", "    pour(can, bed.rows)\n", "")
    commit = repo.commit()
    found = searched(repo).memory
    code = made(repo)
    (patch,), (attribution,) = code.patches, code.attributions
    assert isinstance(patch.anchor, GitAnchor)
    assert (patch.change, patch.anchor.commit, patch.anchor.tier) == ("delete", commit, "overlapping_hunk")
    assert (attribution.change, attribution.first, attribution.last) == ("deletion", 4, 4)
    assert attribution.original == Original(first=5, last=5, hash=range_hash("    pour(can, bed.rows)"))
    assert (found.lines, [link.tier for link in found.links]) == ([], ["overlapping"])


def test_whether_lines_live_is_not_known_where_the_file_is_missing_and_no_where_it_is_gone(repo: Repo) -> None:
    add(repo)
    commit = repo.commit()
    repo.put("garden.py", "# by hand\n" + repo.text("garden.py"))
    repo.commit()
    found = searched(repo).memory
    blob = repo.git("rev-parse", "HEAD:garden.py")
    lost = repo.path / ".git/objects" / blob[:2] / blob[2:]
    kept = lost.rename(repo.path.parent / "kept")
    with git.opened(repo.path, os.environ) as repository:
        assert alive(found, repository) == {("s", commit): None}
    kept.rename(lost)
    with git.opened(repo.path, os.environ) as repository:
        assert alive(found, repository) == {("s", commit): True}
    repo.git("rm", "-q", "garden.py")
    repo.commit()
    with git.opened(repo.path, os.environ) as repository:
        assert alive(found, repository) == {("s", commit): False}
