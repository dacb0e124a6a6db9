"""The card of a dataset: the page that others read first.  Made of the manifest and of what `dataset.toml` says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from steno import registry
from steno.base.exact import JSON
from steno.dataset import charts
from steno.dataset.config import Dataset
from steno.dataset.manifest import NAME, Manifest
from steno.dataset.yaml import document

PAGE: Final = "README.md"
_SIZES: Final = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"),
                 (10_000_000, "1M<n<10M"), (100_000_000, "10M<n<100M"), (1_000_000_000, "100M<n<1B"))  # fmt: skip
_REASONS: Final = {
    "repeated": "the same row again, by the identity of the dataset",
    "duplicate": "the same content as an earlier row",
    "near_duplicate": "nearly the same words as an earlier row",
    "contaminated": "words of a text that no row may hold",
    "sampled_out": "not in the sample",
    "rejected": "rejected by a reviewer",
}


def page(dataset: Dataset, made: Manifest) -> str:
    """All of it, as Markdown with a block of metadata before it."""
    parts = [
        f"---\n{document(_head(dataset, made))}---\n",
        f"# {dataset.card.pretty_name or dataset.name}\n\n{dataset.description}\n" if dataset.description
        else f"# {dataset.card.pretty_name or dataset.name}\n",
        *_contents(made),
        *_columns(made),
        *_provenance(dataset, made),
        *_left_out(made),
        *_losses(made),
        *_policy(made),
        *_limits(dataset),
    ]  # fmt: skip
    return "\n".join(parts)


def figures(made: Manifest) -> dict[str, str]:
    """The charts of the card, by the names of their files."""
    found = {"rows by split": {name: each.rows for name, each in made.splits.items()}}
    for title in ("agents", "models", "languages", "outcomes"):
        amounts: dict[str, int] = {}
        for split in made.splits.values():
            for label, count in getattr(split, title).items():
                amounts[label or "unknown"] = amounts.get(label or "unknown", 0) + count
        if amounts:
            found[f"rows by {title.removesuffix('s')}"] = amounts
    drawn = {f"charts/{title.replace(' ', '-')}.svg": charts.bars(title, amounts) for title, amounts in found.items()}
    sizes: dict[int, int] = {}
    for split in made.splits.values():
        for power, count in split.sizes.items():
            sizes[int(power)] = sizes.get(int(power), 0) + count
    ordered = [(f"up to {1 << power:,} bytes", sizes[power]) for power in sorted(sizes)]
    return {**drawn, "charts/rows-by-size.svg": charts.drawn("rows by size", ordered)}


def _head(dataset: Dataset, made: Manifest) -> dict[str, JSON]:
    rows = sum(each.rows for each in made.splits.values())
    card = dataset.card
    formats = {each.path.rpartition(".")[2] for each in made.files}
    shown = "parquet" if "parquet" in formats else "jsonl"
    files: list[JSON] = [
        {"split": split, "path": f"data/{split}-*.{shown}"}
        for split in dict.fromkeys(each.split for each in made.files)
    ]
    head: dict[str, JSON] = {
        "license": card.licence,
        "pretty_name": card.pretty_name or dataset.name,
        "tags": list(card.tags),
        "task_categories": list(card.task_categories),
        "language": list(card.language),
        "size_categories": [next((name for most, name in _SIZES if rows < most), "n>1B")],
        "configs": [{"config_name": "default", "data_files": files}] if files else [],
    }
    return {key: value for key, value in head.items() if value not in (None, [])}


def _contents(made: Manifest) -> Iterator[str]:
    yield "## What it holds\n"
    yield table(
        ["split", "rows", "sessions", "families", "megabytes"],
        [[name, f"{each.rows:,}", f"{each.sessions:,}", f"{each.families:,}", f"{each.bytes / 1e6:.1f}"]
         for name, each in made.splits.items()],
    )  # fmt: skip
    yield "".join(f"![{path.partition('/')[2][:-4].replace('-', ' ')}]({path})\n" for path in figures(made))
    yield (
        "Sessions that were forked from one another, resume one another or share a sub-agent are one family, and a "
        "family is in one split.\n"
    )


def _columns(made: Manifest) -> Iterator[str]:
    yield f"## Columns\n\nThe projection is `{made.projection}`. All values but `id` and `provenance` may be null.\n"
    rows = [["`id`", "text", "the stable id of the row"]]
    rows += [[f"`{name}`", kind, what] for name, kind, what in made.columns]
    rows.append(
        ["`provenance`", "struct", "session, agent, models, sources (SHA-256), events, byte ranges, evidence, losses"]
    )
    yield table(["column", "type", "what"], rows)
    yield "A column of type `json` holds a text of JSON.\n"


def _provenance(dataset: Dataset, made: Manifest) -> Iterator[str]:
    yield "## Where it comes from\n"
    yield (
        f"Made by Steno {made.steno} from {made.sessions:,} sessions of coding agents. Each row names the events and "
        "the bytes of its session that it is made of, and the grade of everything that is said: `observed`, "
        "`derived:<rule>` or `annotated:<author>`. Sessions are known by the SHA-256 of their files; paths are not "
        f"published. `{NAME}` has the digests of all files.\n"
    )
    if dataset.card.authors:
        yield "".join(f"- {each}\n" for each in dataset.card.authors)


def _left_out(made: Manifest) -> Iterator[str]:
    yield "## What was left out\n"
    rows = [[name, f"{count:,}", _REASONS.get(name, "")] for name, count in sorted(made.dropped.items())]
    rows += [[f"filter: {name}", f"{count:,}", "sessions or rows"] for name, count in sorted(made.filtered.items())]
    rows += [
        [f"quarantined {name}", f"{count:,}", "not readable, or not cleared by the policy"]
        for name, count in sorted(made.quarantined.items())
        if count
    ]
    yield table(["reason", "count", ""], rows) if rows else "Nothing.\n"


def _losses(made: Manifest) -> Iterator[str]:
    yield "## Losses\n"
    if not made.losses:
        yield "The projection left nothing out of the sessions.\n"
        return
    codes = registry.named(made.losses)
    yield "What the sessions say and the rows have no place for; `steno rule CODE` explains each.\n"
    yield table(
        ["code", "what", "count"],
        [
            [code, codes[code].name if code in codes else "", f"{count:,}"]
            for code, count in sorted(made.losses.items())
        ],
    )


def _policy(made: Manifest) -> Iterator[str]:
    policy = made.security
    yield "## Security\n"
    yield f"Every row was redacted at level `{made.level}`, and every file was scanned once more as it is published.\n"
    rows = [
        ["required", _said(policy.required_tools)],
        ["enabled", _said(policy.enabled_tools)],
        ["run apart from Steno", _said(made.beside)],
        ["disallowed", _said(policy.disallowed_tools)],
        *([f"turned off: `{each.tool}`", each.reason or ""] for each in policy.overrides),
        *([f"allowed: {each.get('rule') or 'a value'}", each["reason"]] for each in made.allowed),
    ]
    yield table(["tools", ""], rows)
    yield (
        table(["masked", "different values"], [[kind, f"{count:,}"] for kind, count in sorted(made.masked.items())])
        if made.masked
        else "Nothing had to be masked.\n"
    )


def _limits(dataset: Dataset) -> Iterator[str]:
    yield "## Limitations\n"
    yield (
        "Detectors miss secrets and names that look like ordinary words. Labels that a rule derived are weak. "
        "Sessions are what people chose to keep, and are no fair sample of anything.\n"
    )
    if dataset.card.limitations:
        yield f"{dataset.card.limitations}\n"
    if dataset.card.citation:
        yield f"## Citation\n\n{dataset.card.citation}\n"


def _said(tools: Sequence[str]) -> str:
    return ", ".join(f"`{tool}`" for tool in tools) or "none"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(
        "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in line) + " |\n" for line in lines
    )
