"""Says which languages a session worked in, by the names of the files that it read or wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steno.model import Note
from steno.model.steps import derived
from steno.passes.enrich.seen import Done, Seen, code

LANGUAGES = code(
    "030", "languages",
    "The languages of the files that the session's tools read, wrote or changed, by file extension, the one with the "
    "most files first. Files that were only listed or found do not count, nor do files whose extension does not point "
    "to one language, nor prose, data and configuration such as Markdown, JSON and YAML.",
)  # fmt: skip
CODES = (LANGUAGES,)

_ENDINGS = {
    "bash": "bash sh", "c": "c", "clojure": "clj cljs", "cpp": "cc cpp cxx hpp", "csharp": "cs", "css": "css",
    "dart": "dart", "elixir": "ex exs", "elm": "elm", "erlang": "erl", "fsharp": "fs fsx", "go": "go", "groovy":
    "groovy", "haskell": "hs", "html": "html htm", "java": "java", "javascript": "js jsx mjs cjs", "julia": "jl",
    "kotlin": "kt kts", "lua": "lua", "nim": "nim", "ocaml": "ml mli", "perl": "pl", "php": "php", "powershell": "ps1",
    "python": "py pyi ipynb", "r": "r", "ruby": "rb", "rust": "rs", "scala": "scala sc", "scss": "scss", "solidity":
    "sol", "sql": "sql", "svelte": "svelte", "swift": "swift", "typescript": "ts tsx mts cts", "vue": "vue", "zig":
    "zig",
}  # fmt: skip
_NOTATIONS = {
    "asciidoc": "adoc asciidoc", "csv": "csv", "diff": "diff patch", "dotenv": "env", "graphql": "graphql gql", "heex":
    "heex", "ini": "ini", "json": "json jsonc json5", "jsonl": "jsonl ndjson", "just": "just", "latex": "tex", "less":
    "less", "makefile": "mk", "markdown": "md markdown mdx", "mermaid": "mmd", "nix": "nix", "proto": "proto", "rst":
    "rst", "sass": "sass", "svg": "svg", "terraform": "tf tfvars", "toml": "toml", "tsv": "tsv", "xml":
    "xml xsd xsl", "yaml": "yaml yml",
}  # fmt: skip
"""How other files are written: their names say what a snippet is, but not in which language a session worked."""
_NAMES = {
    "cargo.lock": "toml", "cmakelists.txt": "cmake", "dockerfile": "dockerfile", "containerfile": "dockerfile",
    "gemfile": "ruby", "rakefile": "ruby", "justfile": "just", "makefile": "makefile", "gnumakefile": "makefile",
    ".gitignore": "gitignore", ".dockerignore": "gitignore", ".env": "dotenv",
}  # fmt: skip
"""Files that are known by their whole name."""


def _by_ending(table: dict[str, str]) -> dict[str, str]:
    return {ending: name for name, endings in table.items() for ending in endings.split()}


_LANGUAGES = _by_ending(_ENDINGS)
_WRITTEN = _by_ending(_NOTATIONS)
PATCHED = re.compile(r"^\*\*\* (Add|Update|Delete) File: (.+)$", re.MULTILINE)
"""The files of a patch in an envelope."""


def language(path: str) -> str | None:
    """The programming language of a file, where its ending is that of one language alone."""
    name = _name(path)
    return _LANGUAGES.get(name.rpartition(".")[2]) if "." in name else None


def notation(path: str) -> str | None:
    """How a file is written: in a programming language, or in another notation, such as Markdown or JSON."""
    name = _name(path)
    return _NAMES.get(name) or language(name) or (_WRITTEN.get(name.rpartition(".")[2]) if "." in name else None)


def _name(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2].lower()


def notes(seen: Seen) -> Iterator[Note]:
    files: dict[str, dict[str, str]] = {}
    for done in seen.calls:
        for path in _paths(done):
            if (name := language(path)) is not None:
                files.setdefault(name, {}).setdefault(path, done.event.uid)
    if files:
        order = sorted(files, key=lambda name: (-len(files[name]), name))
        of = tuple(dict.fromkeys(next(iter(files[name].values())) for name in order))
        yield derived(LANGUAGES.name, "language_ecosystem", list(order), of=of)


def _paths(done: Done) -> Iterator[str]:
    if done.tool is not None and done.tool.lists:
        return
    if (path := done.path) is not None:
        yield path
    if (patch := done.patch) is not None:
        yield from (found[2].strip() for found in PATCHED.finditer(patch))
