"""The plan: what is kept, that splits leak nothing, and that chance is the same every time."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from steno.dataset.about import About
from steno.dataset.config import Dataset, Deduplicate, Output, Sample, Source, Splits
from steno.dataset.part import Index, RowEntry, SessionEntry
from steno.dataset.plan import Families, planned
from steno.dataset.text import alike, bands, grams, language, overlap, signature, words
from tests.given.datasets import built, given, rows
from tests.given.machine import dialogue, lines


def dataset(**more: Any) -> Dataset:
    return Dataset(name="garden", sources=(Source(paths=("s",)),), **more)


def index(found: Sequence[tuple[list[str], list[int], str]], part: int = 0) -> Index:
    """Sessions, each with its family, the contents of its rows and its repository."""
    made = Index(digest="", policy="")
    for at, (family, contents, repository) in enumerate(found):
        about = About(agent=f"agent-{at % 2}", family=family, repository=repository, language="en")
        made.sessions.append(SessionEntry(member=at, name=f"{part}/{at}", id=f"s{part}-{at}", about=[about]))
        for content in contents:
            made.rows.append(
                RowEntry(
                    id=f"row_{part}_{at}_{len(made.rows)}", content=content.to_bytes(16, "big"), offset=0, length=10,
                    session=at, size=10,
                )
            )  # fmt: skip
    return made


CONTENT = st.integers(0, 1 << 40) | st.integers(0, 2)
"""Nearly always another one: what is the same joins families, and soon all are one."""
FOUND = st.lists(
    st.tuples(
        st.lists(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), max_size=2), st.lists(CONTENT, max_size=3),
        st.sampled_from(["", "r1", "r2", "r3"]),
    ),
    max_size=14,
)  # fmt: skip
SHARES = st.sampled_from([{"train": 1.0}, {"train": 0.5, "test": 0.5}, {"train": 0.8, "validation": 0.1, "test": 0.1}])


@drawn(
    st.lists(FOUND, max_size=3), SHARES, st.booleans(), st.sampled_from(["session", "repository"]), st.text(max_size=3)
)
def test_nothing_leaks_from_one_split_into_another(
    found: list[Any], shares: dict[str, float], exact: bool, by: Any, seed: str
) -> None:
    indexes = [index(each, part) for part, each in enumerate(found)]
    splits = Splits(shares=shares, by=by, seed=seed, stratify="agent")
    asked = dataset(splits=splits, deduplicate=Deduplicate(exact=exact))
    plan = planned(asked, indexes)
    where: dict[str, str] = {}
    for row in plan.rows:
        if row.dropped:
            continue
        about = indexes[row.part].sessions[row.entry.session].about[0]
        shared = [f"id {id}" for id in about.family] + [f"content {row.entry.content!r}"]
        shared += [f"session {row.part} {row.entry.session}"]
        shared += [f"repository {about.repository}"] if by == "repository" and about.repository else []
        for name in shared:
            assert where.setdefault(name, row.split) == row.split
    kept = [row for row in plan.rows if not row.dropped]
    assert sum(file.count for file in plan.files) == len(kept)
    assert all(row.split in shares for row in kept)
    if exact:
        assert len({row.entry.content for row in kept}) == len(kept)
    assert [row.split for row in planned(asked, indexes).rows] == [row.split for row in plan.rows]


def test_splits_have_the_shares_that_were_asked_for_in_every_stratum() -> None:
    made = index([([f"f{number}"], [number], "") for number in range(200)])
    plan = planned(dataset(splits=Splits(shares={"train": 0.8, "test": 0.2}, stratify="agent")), [made])
    for agent in ("agent-0", "agent-1"):
        own = [row for row in plan.rows if made.sessions[row.entry.session].about[0].agent == agent]
        assert sum(row.split == "test" for row in own) == 20


def test_another_seed_gives_another_split_and_the_same_seed_the_same() -> None:
    made = index([([f"f{number}"], [number], "") for number in range(60)])

    def chosen(seed: str) -> list[str]:
        splits = Splits(shares={"train": 0.5, "test": 0.5}, seed=seed)
        return [row.split for row in planned(dataset(splits=splits), [made]).rows]

    assert chosen("a") == chosen("a") != chosen("b")


def test_a_sample_is_so_many_and_the_same_every_time() -> None:
    made = index([([], [3 * number, 3 * number + 1], "") for number in range(20)])
    for sample, count in ((Sample(rows=7), 7), (Sample(sessions=4), 8), (Sample(sessions=4, rows=3), 3)):
        kept = [[row.entry.id for row in planned(dataset(sample=sample), [made]).rows if not row.dropped] for _ in "ab"]
        assert (len(kept[0]), kept[0]) == (count, kept[1])
    assert planned(dataset(sample=Sample(rows=7)), [made]).dropped == {"sampled_out": 33}


@drawn(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=40))
def test_families_are_what_can_be_reached(pairs: list[tuple[int, int]]) -> None:
    families, groups = Families(), {number: {number} for number in range(31)}
    for one, two in pairs:
        families.join(str(one), str(two))
        both = groups[one] | groups[two]
        for each in both:
            groups[each] = both
    for number, group in groups.items():
        assert {each for each in groups if families.of(str(each)) == families.of(str(number))} == group


def test_files_are_cut_by_size() -> None:
    made = index([([], list(range(10)), "")])
    for row in made.rows:
        row.length = 400 << 10
    plan = planned(dataset(output=Output(file_megabytes=1)), [made])
    assert [file.count for file in plan.files] == [2, 2, 2, 2, 2]


# Words


def test_near_duplicates_are_dropped_and_others_are_not(tmp_path: Path) -> None:
    pytest.importorskip("rensa", reason="rensa is not installed")
    text = " ".join(f"word{number % 97} of bed {number}" for number in range(400))
    given(tmp_path, count=0, more="[deduplicate]\nnear = true\nthreshold = 0.8")
    (tmp_path / "sessions").mkdir()
    for name, prompt in (("a", text), ("b", text + " and one more"), ("c", " ".join(reversed(text.split())))):
        (tmp_path / "sessions" / f"{name}.jsonl").write_bytes(lines(dialogue(name, prompt)))
    assert built(tmp_path).manifest.dropped == {"near_duplicate": 1}
    assert [row["provenance"]["session"] for row in rows(tmp_path)] == ["a", "c"]


def test_a_signature_tells_how_much_two_texts_share() -> None:
    pytest.importorskip("rensa", reason="rensa is not installed")
    one = [f"w{number}" for number in range(400)]
    for shared in (1.0, 0.9, 0.5, 0.0):
        two = [*one[: int(400 * shared)], *(f"v{number}" for number in range(400 - int(400 * shared)))]
        sets = set(grams(one, 1)), set(grams(two, 1))
        true = len(sets[0] & sets[1]) / len(sets[0] | sets[1])
        assert abs(alike(signature(one, 1), signature(two, 1)) - true) < 0.15
    assert len(list(bands(signature(one, 3)))) == 32


def test_a_row_with_words_of_a_benchmark_is_dropped_or_reported(tmp_path: Path) -> None:
    given(tmp_path, count=3)
    question = "how many roses grow in the third bed behind the old greenhouse near the wall today"
    (tmp_path / "bench.txt").write_text(f"Q1: {question.title()}?\n")
    (tmp_path / "sessions" / "s1.jsonl").write_bytes(lines(dialogue("s1", f"Tell me, {question}, and why")))
    more = '[contamination]\ntexts = ["*.txt"]\nwords = 8\naction = "{}"'
    given(tmp_path, count=0, more=more.format("drop"))
    done = built(tmp_path)
    assert (done.manifest.dropped, done.manifest.contaminated) == ({"contaminated": 1}, 1)
    given(tmp_path, count=0, more=more.format("report"))
    done = built(tmp_path)
    assert (done.manifest.dropped, done.manifest.contaminated) == ({}, 1)


def test_overlap_counts_runs_of_words() -> None:
    held = frozenset(hashlib.blake2b(text.encode(), digest_size=8).digest() for text in ("b c", "c d"))
    assert overlap(words("A b, C d!"), 2, held) == 2
    assert overlap(words("a c b d"), 2, held) == 0


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Please fix the failing test in the parser", "en"),
        ("Bitte gieße die Rosen, sie sind nicht nass und ich bin weg", "de"),
        ("Arrose les roses dans le jardin, je ne suis pas là", "fr"),
        ("バラに水をやってください", "ja"),
        ("полей розы", "ru"),
        ("ls -la", "und"),
        ("", "und"),
    ],
)
def test_a_language_is_told_by_its_script_or_its_commonest_words(text: str, found: str) -> None:
    assert language(text) == found
