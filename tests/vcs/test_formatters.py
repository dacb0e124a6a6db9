"""Whose lines are whose in histories that real formatters have gone through."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from steno.vcs.lines import Owner, State, carried
from tests.given.formatters import formatted
from tests.given.gitrepo import Repo
from tests.given.linked import searched

MARK = re.compile(r"(ann|bob|hal)\d+")
"""Every name of an author begins with theirs, so that a line tells who wrote it however it is formatted."""

PYTHON = """def {0}_sow(bed, seeds, depth = None):
    rows = [make_{0}(bed, seed, depth) for seed in seeds if seed.kind not in ('weed', '{0}_moss') and not seed.spent]
    if (len(rows) > {1}) : raise TooMany('only %d rows of {0}_bed fit' % {1})
    for row in rows :
      row.{0}_water( bed,depth )
    return None

"""
SCRIPT = """function {0}_sow (bed, seeds) {{
    const rows = seeds.filter(seed => seed.kind !== '{0}_weed').map(seed => make_{0}(bed, seed, 'deep', bed.name))
    if (rows.length > {1}) {{ throw new Error('only {1} rows of {0}_bed fit') }}
    return {{bed: bed.{0}_name, rows: rows}}
}}

"""
C = """static int {0}_sow( struct bed *bed, int seeds, const char *{0}_kind ) {{
    int rows = make_{0}( bed, seeds, bed->depth, bed->water, "{0}_weed", {1}, bed->season, bed->owner );
    if( rows>{1} ) {{ return {0}_full( bed ); }}
    return 0;
}}

"""
GO = """func {0}_sow(bed Bed,n int) (int,error) {{
  rows := make_{0}( bed,n )
  if rows>{1} {{ return 0,{0}_full( "no room" ) }}
  return n*bed.rows,nil
}}

"""
CASES = {
    "black": ("garden.py", "", PYTHON),
    "ruff": ("garden.py", "", PYTHON),
    "clang-format": ("garden.c", "", C),
    "prettier": ("garden.js", "", SCRIPT),
    "gofmt": ("garden.go", "package garden\n\n", GO),
}


class Garden:
    """Two agents and a human add functions to a file; a formatter runs now and then."""

    def __init__(self, folder: Path, formatter: str, seed: int) -> None:
        self.name, self.head, self.text = CASES[formatter]
        self.formatter, self.random, self.count = formatter, Random(f"{formatter} {seed}"), 0  # noqa: S311
        self.wrote: dict[str, set[str]] = {"ann": set(), "bob": set()}
        self.repo = Repo(folder / "repo")
        self.repo.put(self.name, self.head + "".join(self._function("hal") for _ in range(3)))
        self.commits = [self.repo.commit()]

    def _function(self, author: str) -> str:
        self.count += 1
        return self.text.format(f"{author}{self.count}", self.random.randrange(9, 99))

    def add(self, author: str) -> None:
        """Before or behind one of the functions that are there."""
        text, function = self.repo.text(self.name), self._function(author)
        heads = [line for line in text.split("\n") if re.match(r"\S.*_sow", line)]
        head = self.random.choice(heads)
        if author == "hal":
            self.repo.put(self.name, text.replace(head, function + head, 1))
        else:
            self.repo.edit(author, self.name, head, function + head)
            self.wrote[author].update(function.split("\n"))

    def format(self) -> None:
        self.repo.put(self.name, formatted(self.formatter, self.repo.text(self.name)))

    def commit(self) -> None:
        if self.repo.git("status", "--porcelain"):
            self.commits.append(self.repo.commit())

    def work(self) -> None:
        for _ in range(self.random.randrange(8, 14)):
            match self.random.choice("aabbhffc"):
                case "a":
                    self.add("ann")
                case "b":
                    self.add("bob")
                case "h":
                    self.add("hal")
                case "f":
                    self.format()
                case _:
                    self.commit()
        self.format()
        self.commit()

    def added(self) -> dict[tuple[str, int], str]:
        """Lines with a mark that a commit added, by commit and number."""
        lines = {}
        for before, after in pairwise(self.commits):
            diff = self.repo.git("diff", "-U0", before, after)
            text = self.repo.git("show", f"{after}:{self.name}").split("\n")
            for first, count in re.findall(r"^@@ \S+ \+(\d+)(?:,(\d+))? @@", diff, re.M):
                for number in range(int(first), int(first) + int(count or 1)):
                    lines[after, number] = text[number - 1]
        return {place: line for place, line in lines.items() if MARK.search(line)}


@pytest.mark.parametrize("formatter", CASES)
def test_lines_and_tiers_are_right_in_histories_with_a_real_formatter(formatter: str, tmp_path: Path) -> None:
    wanted, claimed = set(), set()
    for seed in range(2):
        (tmp_path / str(seed)).mkdir()
        garden = Garden(tmp_path / str(seed), formatter, seed)
        garden.work()
        added = garden.added()
        marked = {place: found[1] for place, line in added.items() if (found := MARK.search(line))}
        wanted |= {(seed, who, *place) for place, who in marked.items() if who != "hal"}
        memory = searched(garden.repo).memory
        claimed |= {
            (seed, line.session, line.commit, line.line) for line in memory.lines if (line.commit, line.line) in marked
        }
        tiers = {(link.session, link.commit): link.tier for link in memory.links}
        for who, wrote in garden.wrote.items():
            for commit in garden.commits[1:]:
                own = {line for place, line in added.items() if place[0] == commit and marked[place] == who}
                # Lines without a mark may be as they were written where no line with one is.
                assert tiers.get((who, commit), "orphan").startswith("tool_emitted") == bool(own)
                assert tiers.get((who, commit)) == "tool_emitted" or own.isdisjoint(wrote)
    assert claimed == wanted


def owners(formatter: str, text: str) -> dict[str, Owner | None]:
    """Each line of a formatted text, and what it comes from."""
    lines = text.split("\n")
    state = State(lines, [Owner(0, number) for number in range(len(lines))])
    after = carried([state], formatted(formatter, text), set())
    return {line: owner for line, owner in zip(after.lines, after.owners, strict=True) if line.strip()}


def test_imports_that_were_sorted_and_split_come_from_their_lines() -> None:
    text = "import shovel, bucket\nfrom rake import teeth, handle\nimport hose\nimport apron\n\nhose.open()\n"
    assert owners("isort", text) == {
        "import apron": Owner(0, 3),
        "import bucket": Owner(0, 0, exact=False),
        "import hose": Owner(0, 2),
        "import shovel": Owner(0, 0, exact=False),
        "from rake import handle, teeth": Owner(0, 1, exact=False),
        "hose.open()": Owner(0, 5),
    }


def test_strings_and_numbers_that_are_spelled_otherwise_are_the_same() -> None:
    text = "first_bed = plant(U'rose', 0XFF, Rb'thorn')\nsecond_bed = plant(F'{first_bed}', 1E5)\n"
    assert owners("ruff", text) == {
        'first_bed = plant("rose", 0xFF, Rb"thorn")': Owner(0, 0, exact=False),
        'second_bed = plant(f"{first_bed}", 1e5)': Owner(0, 1, exact=False),
    }


def test_a_file_that_gets_another_name_and_then_another_form_keeps_its_authors(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.put("hal.py", "hal1 = 1\n")
    repo.commit()
    repo.create("ann", "garden.py", PYTHON.format("ann1", 12))
    repo.commit()
    repo.git("mv", "garden.py", "orchard.py")
    repo.commit()
    repo.put("orchard.py", formatted("ruff", repo.text("orchard.py")))
    last = repo.commit()
    found = {line.line for line in searched(repo).memory.lines if line.commit == last}
    text = repo.text("orchard.py").split("\n")
    assert [line for number, line in enumerate(text, 1) if MARK.search(line) and number not in found] == []
