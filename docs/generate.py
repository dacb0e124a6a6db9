"""Writes the generated parts of the documentation from the code, or checks that they are up to date.

    python docs/generate.py [--check]

A page holds `<!-- generated: NAME -->` ... `<!-- /generated -->`; what stands between is replaced.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import click

from steno import registry
from steno.api.formats import AgentListed
from steno.api.formats import agents as listed
from steno.cli import COMMANDS
from steno.cli import cli as command_line
from steno.contracts import Code, Format, Rule
from steno.render.rulepage import difference, parts

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


def agents(_: Path) -> str:
    """A table of all agents, and a section for each whose logs are read."""
    rows = [
        [
            f"[{each.title}](#{each.name})" if each.reads else each.title,
            "yes" if each.reads else "no",
            "yes" if each.writes else "no",
            each.usage or "",
            each.pairing or "",
            "" if each.verified is None else str(each.verified) if each.verified else "unverified",
            ", ".join(each.cannot),
        ]
        for each in listed()
    ]
    head = ["agent", "reads", "writes back", "tokens", "results by", "real files", "never recorded"]
    return table(head, rows) + "".join(agent_section(each) for each in listed() if each.reads)


def agent_section(each: AgentListed) -> str:
    places = registry.agents[each.name].places
    roots = places().roots({}, Path("~")) if places is not None else []
    where = ", ".join(f"`{root}`" for root in roots) or "the folders of projects"
    if each.verified is None:
        proof = ""
    elif each.verified:
        files = "1 real file" if each.verified == 1 else f"{each.verified} real files"
        proof = f"Checked on {files} against counts that were made apart from Steno."
    elif each.like:
        proof = f"Its records are those of {registry.agents[each.like].title}; no real file was at hand."
    else:
        proof = "**Unverified**: written from descriptions of the format; no real file was at hand."
    never = f" Its logs never say: {', '.join(each.cannot)}." if each.cannot else ""
    about = registry.agents[each.name].about
    lie = f" Sessions lie in {where}." if where else ""
    said = f"{each.summary[:1].upper()}{each.summary[1:]}.{lie} {proof}{never}"
    text = said.rstrip() + "\n"
    return f'\n<a id="{each.name}"></a>\n## {each.title}\n\n{text}' + (f"\n{about}\n" if about else "")


FAMILIES = {
    "OTK": "Open-Token documents",
    "FSY": "Forsy traces",
    "OTR": "OpenTraces records, security contracts, policies and manifests",
    "AWF": "AWF transcripts",
    "CLC": "Claude Code sessions",
    "CDX": "Codex rollouts",
    "HKS": "Hook logs",
    "MDL": "The model: what holds of every trace, whatever made it",
    "SRC": "Bytes and records as they were read",
    "CNV": "Losses: what a conversion leaves out",
    "DRV": "Derivation: the rules that compute steps and statements from a log",
    "ENR": "Enrichment: the rules that compute fields of a record",
    "SEC": "Detectors: what redaction looks for",
}
"""What the codes of three letters are about.  Each has a page."""


def family(page: Path) -> str:
    """The pages of all codes that begin with the name of this file."""
    return "\n".join(rule_page(each) for each in registry.codes().values() if each.code.startswith(page.stem))


def families(_: Path) -> str:
    counted = Counter(code[:3] for code in registry.codes())
    if unknown := counted.keys() - FAMILIES.keys():
        raise SystemExit(f"FAMILIES does not say what {', '.join(sorted(unknown))} is about")
    return table(["codes", "number", "about"], [[f"[{x}]({x}.md)", str(counted[x]), y] for x, y in FAMILIES.items()])


def family_pages() -> dict[Path, str]:
    """The page of each family as it begins, before its generated part is filled in."""
    marks = "<!-- generated: family -->\n<!-- /generated -->\n"
    about = "`steno rule CODE` prints the same page. [All families](README.md)\n\n"
    return {DOCS / "rules" / f"{name}.md": f"# {name}: {text}\n\n{about}{marks}" for name, text in FAMILIES.items()}


def rule_page(each: Code) -> str:
    """What it does, why it matters, and an example with the difference shown."""
    what, why = parts(each)
    about = f"*{each.severity.value}*" + (f", {each.clause}" if isinstance(each, Rule) and each.clause else "")
    page = f"## {each.code} {each.name}\n\n{about}\n\n{what}\n"
    if not isinstance(each, Rule):
        return page + (f"\n{why}\n" if why else "")
    page += f"\n**Why it matters.** {why}\n" if why else ""
    return page + "\n**Example.** Use the lines with `+` instead of those with `-`.\n\n" + fenced(difference(each))


def fenced(lines: list[str]) -> str:
    return "```diff\n" + "".join(printable(line).rstrip() + "\n" for line in lines) + "```\n"


def printable(line: str) -> str:
    """Without half of a surrogate pair, which no file can hold."""
    return line.encode("utf-8", "backslashreplace").decode()


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
        f"Of the {len(TOKENS)} detectors of secrets with a known form, {len(TOKENS) - observed} name a document as"
        " their source: a standard, a\nmanual, or the provider's own documentation or code. The source of the other"
        f" {observed} begins with `Observed:`. Their shapes were\nread off secrets in use: no document that states"
        " them was found, or none was compared.\n"
    )


def tools(_: Path) -> str:
    """The tools of the server, with what each needs."""
    from steno.mcp.arguments import schema
    from steno.mcp.tools import TOOLS

    rows = []
    for each in TOOLS.values():
        made = schema(each.args)
        needed = made.get("required", [])
        names = [f"**{name}**" if name in needed else name for name in made["properties"]]
        rows.append([f"`{each.name}`", each.description, ", ".join(names)])
    return table(["tool", "what it does", "arguments (needed in bold)"], rows)


PARTS: dict[str, Callable[[Path], str]] = {
    "agents": agents,
    "commands": commands,
    "detectors": detectors,
    "families": families,
    "family": family,
    "formats": formats,
    "losses": lambda page: codes(format_of(page).losses),
    "options": options,
    "rules": lambda page: codes(format_of(page).rules),
    "sources": sources,
    "tools": tools,
}


def generated(page: Path, text: str) -> str:
    """The text of a page with its generated parts made anew."""

    def part(found: re.Match[str]) -> str:
        return found[1] + PARTS[found["name"]](page) + found[3]

    return MARKED.sub(part, text)


def main(check: bool) -> int:
    stale = 0
    begun = family_pages()
    for page in sorted({*DOCS.rglob("*.md"), *begun, DOCS.parent / "README.md"}):
        old = page.read_text() if page.is_file() else ""
        new = generated(page, begun.get(page, old))
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
