"""Writes the generated parts of the documentation from the code, or checks that they are up to date.

    python docs/generate.py [--check]

A page holds `<!-- generated: NAME -->` ... `<!-- /generated -->`; what stands between is replaced.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Callable
from pathlib import Path

import click

from steno import registry
from steno.cli import COMMANDS
from steno.cli import cli as command_line
from steno.contracts import Code, Format, Rule

DOCS = Path(__file__).parent
MARKED = re.compile(r"(<!-- generated: (?P<name>[\w-]+) -->\n).*?(<!-- /generated -->)", re.DOTALL)


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell(each) for each in line) + " |\n" for line in lines)


def first_sentence(page: str) -> str:
    return page.strip().split("\n\n")[0]


def codes(found: tuple[Code, ...]) -> str:
    rows = [
        [each.code, each.name, each.severity.value, getattr(each, "clause", ""), first_sentence(each.page)]
        for each in found
    ]
    if not any(row[3] for row in rows):
        return table(["code", "name", "severity", "meaning"], [[*row[:3], row[4]] for row in rows])
    return table(["code", "name", "severity", "clause", "meaning"], rows)


def format_of(page: Path) -> Format:
    return registry.formats[page.stem]


def options(page: Path) -> str:
    """The arguments and options of a command."""
    context = click.Context(command_line, info_name="steno")
    command = command_line.get_command(context, page.stem)
    if command is None:
        raise SystemExit(f"{page} documents no command")
    with click.Context(command, info_name=page.stem, parent=context) as inner:
        rows = [list(record) for each in command.get_params(inner) if (record := each.get_help_record(inner))]
        usage = command.get_usage(inner).removeprefix("Usage: ")
    return f"```\n{usage}\n```\n\n" + table(["option", "meaning"], [[f"`{name}`", text] for name, text in rows])


def commands(_: Path) -> str:
    return table(["command", ""], [[f"[{name}]({name}.md)", text] for name, text in COMMANDS.items()])


def formats(_: Path) -> str:
    rows = [
        [f"`{each.name}`", each.title, "yes" if each.reader else "no", "yes" if each.writer else "no", each.summary]
        for each in registry.formats
    ]
    return table(["format", "", "reads", "writes", "what"], rows)


def every_code(_: Path) -> str:
    return "\n".join(rule_page(each) for each in registry.codes().values())


def rule_page(each: Code) -> str:
    about = f"*{each.severity.value}*" + (f", {each.clause}" if isinstance(each, Rule) and each.clause else "")
    page = f"## {each.code} {each.name}\n\n{about}\n\n{each.page.strip()}\n"
    if isinstance(each, Rule):
        page += f"\nGood:\n\n```json\n{each.good.strip()}\n```\n\nBad:\n\n```json\n{each.bad.strip()}\n```\n"
    return page


def detectors(_: Path) -> str:
    from steno.detect import RULES

    return table(
        ["code", "kind", "masked as", "from level"],
        [[each.code, each.name, each.type, each.level] for each in RULES],
    )


def sources(_: Path) -> str:
    from steno.detect.every import TOKENS
    from steno.detect.rule import OBSERVED

    observed = sum(each.source.startswith(OBSERVED) for each in TOKENS)
    return (
        f"Of the {len(TOKENS)} detectors of secrets that tell themselves, {len(TOKENS) - observed} name a document as"
        " their source: a standard, a\nmanual, or the provider's own documentation or code. The source of the other"
        f" {observed} begins with `Observed:`. Their shapes were\nread off secrets in use: no document that states"
        " them was found, or none was compared.\n"
    )


PARTS: dict[str, Callable[[Path], str]] = {
    "codes": every_code,
    "commands": commands,
    "detectors": detectors,
    "formats": formats,
    "losses": lambda page: codes(format_of(page).losses),
    "options": options,
    "rules": lambda page: codes(format_of(page).rules),
    "sources": sources,
}


def generated(page: Path) -> str:
    """The page with its generated parts made anew."""

    def part(found: re.Match[str]) -> str:
        return found[1] + PARTS[found["name"]](page) + found[3]

    return MARKED.sub(part, page.read_text())


def main(check: bool) -> int:
    stale = 0
    for page in sorted([*DOCS.rglob("*.md"), DOCS.parent / "README.md"]):
        old, new = page.read_text(), generated(page)
        if old == new:
            continue
        stale += 1
        if check:
            before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
            sys.stderr.writelines(difflib.unified_diff(before, after, str(page), "generated"))
        else:
            page.write_text(new)
    if check and stale:
        sys.stderr.write(f"{stale} pages are out of date: run `make docs`\n")
    return int(check and bool(stale))


if __name__ == "__main__":
    raise SystemExit(main("--check" in sys.argv[1:]))
