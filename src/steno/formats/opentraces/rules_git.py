"""What a record says of commits and of its outcome, where one field contradicts another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from steno.base.exact import said
from steno.contracts import Finding
from steno.formats.opentraces.document import Document, objects
from steno.formats.opentraces.examples import COMMIT, rule
from steno.formats.rulebook import WARNING

_MATCHED: Final = ("commit_sha", "path", "blob_sha", "git_patch_id")


@rule("OTR160", bad={"/patches/0/anchor/commit_sha": None}, clause="GitAnchor.found")
def found_names_its_commit(doc: Document) -> Iterator[Finding]:
    """If `found` is true, `commit_sha` says which commit was found."""
    for path, each in doc.anchors:
        sha = each.get("commit_sha")
        if each.get("found") is True and (sha is None or (type(sha) is str and not sha.strip())):
            yield doc.says("found is true, but there is no commit_sha", *path, "commit_sha")


@rule("OTR161", good={"/patches/0/anchor": {"last_searched_at": "2026-01-31T10:05:00Z", "found": False}},
      bad={"/patches/0/anchor/commit_sha": COMMIT}, clause="GitAnchor.found")  # fmt: skip
def nothing_found_says_nothing(doc: Document) -> Iterator[Finding]:
    """If `found` is false, there is no commit, path, blob or patch id."""
    for path, each in doc.anchors:
        for key in _MATCHED if each.get("found") is False else ():
            if type(value := each.get(key)) is str and value:
                yield doc.says(f"found is false, but {key} is {said(value)}", *path, key)


@rule("OTR162", good={"/outcome": {"committed": True, "commit_sha": COMMIT}},
      bad={"/outcome/committed": False}, clause="Outcome.committed", severity=WARNING)  # fmt: skip
def commit_and_its_sha_agree(doc: Document) -> Iterator[Finding]:
    """`committed` is true if and only if `commit_sha` names a commit.

    A commit may be known without its hash, so this is a warning.
    """
    outcome = doc.part("outcome")
    committed, sha = outcome.get("committed", False), outcome.get("commit_sha")
    if committed is True and sha is None:
        yield doc.says("committed is true, but there is no commit_sha", "outcome", "committed")
    elif committed is False and type(sha) is str:
        yield doc.says(f"commit_sha is {said(sha)}, but committed is not true", "outcome", "commit_sha")


@rule("OTR163", good={"/outcome": {"success": True, "terminal_state": "goal_reached"}},
      bad={"/outcome/terminal_state": "abandoned"}, clause="Outcome.terminal_state", severity=WARNING)  # fmt: skip
def outcome_does_not_contradict_itself(doc: Document) -> Iterator[Finding]:
    """A run that reached its goal was a success; one that was abandoned or ended in an error was not.

    One that was interrupted may have been either.
    """
    outcome = doc.part("outcome")
    success, state = outcome.get("success"), outcome.get("terminal_state")
    if (success is False and state == "goal_reached") or (success is True and state in ("abandoned", "error")):
        yield doc.says(f"terminal_state is {said(state)}, but success is {said(success)}", "outcome", "terminal_state")


_LINK: Final = {"revision": COMMIT, "tier": "tool_emitted"}


@rule("OTR164", good={"/lifecycle": "final"}, bad={"/patches": []}, clause="lifecycle", severity=WARNING)
def final_record_has_a_revision(doc: Document) -> Iterator[Finding]:
    """A record is `final` once a revision that it led to is known; until then it is `provisional`."""
    if doc.top.get("lifecycle") != "final":
        return
    anchored = any(each.get("found") is True for _, each in doc.anchors)
    pinned = doc.part("attribution", "revision") or doc.part("outcome").get("commit_sha")
    if not anchored and not pinned and not any(objects(doc.top, "git_links")):
        yield doc.says("lifecycle is final, but no revision is named", "lifecycle")
