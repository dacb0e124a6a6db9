"""What is known of an agent stands in its folder and nowhere else: no other module names one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import steno
from steno import registry

SOURCE = Path(steno.__file__).parent

RULES = {
    "registry.py": "one line for each agent is how it is found",
    "detect/": "detectors know vendors' keys, and words that are no person's name; both are spelled like agents",
}
"""Where a name may stand for good, and why."""

EXAMPLES = {
    "cli/hook.py": ("steno hook install claude-code", "steno hook remove codex"),
    "cli/record.py": ("-- claude", "-- codex exec"),
    "cli/doctor.py": ("steno doctor --agent claude-code",),
    "cli/ls.py": ("steno ls --agent codex",),
    "cli/mcp.py": ("claude mcp add steno",),
    "cli/scan.py": ("steno scan ~/.claude/projects",),
    "cli/skill.py": (
        "steno skill install claude-code",
        "steno skill install codex",
        "steno skill remove claude-code",
        "steno skill plugin claude-code",
    ),
    "mcp/arguments.py": ("codex",),
    "formats/opentraces/policy.py": ("claude-code-headless",),
    "passes/structure.py": ("(?:claude|gpt|chatgpt|",),
}
"""Command lines in help texts, as one that a reader can paste beats one with a made-up name; a word of a published
schema; families of models."""


OTHERWISE = {"mcp/": "cursor"}
"""Where a name is another word: the protocol's for a place in a list."""
WORDS = {"amp", "continue", "cursor", "pi", "zed"}
"""Names that are words, or parts of words: only a string that is nothing else names the agent."""


_BEGUN = r"(?-i:(?<![a-z])|(?=[A-Z]))"
"""Where a word begins: the name of one may be the end of another, as in `android`."""


def spellings(name: str, title: str, programs: tuple[str, ...]) -> re.Pattern[str]:
    """The ways to name an agent: `claude-code`, `claude_code`, `ClaudeCode`, `Claude Code`, `.claude`, `claude`.

    What begins with a program's name and goes on, such as `claude-opus-4-6`, names a model.
    """
    if name in WORDS:
        return re.compile(f"^{re.escape(name)}$")
    words = {f"{_BEGUN}{re.sub(r'[-_ ]', '[-_ ]?', each)}" for each in (name, title)}
    commands = {rf"(?<![a-z]){each}(?![a-z]|-[a-z])" for each in programs}
    return re.compile("|".join(sorted(words | commands)), re.IGNORECASE)


def every() -> dict[str, re.Pattern[str]]:
    return {
        each.name: spellings(each.name, each.title, each.hooks().programs if each.hooks else ())
        for each in registry.agents
    }


def said(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every identifier, module name and string of a module, by line."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str(text)):
                yield from ((line, each) for each in text.splitlines())
            case ast.Constant(value=bytes(data)):
                yield line, data.decode("utf-8", "replace")
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield line, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield line, name
            case ast.alias(name=name, asname=other):
                yield line, f"{name} {other or ''}"
            case ast.ImportFrom(module=str(name)):
                yield line, name


def offences(source: str, where: str) -> list[str]:
    patterns, allowed = every(), EXAMPLES.get(where, ())
    return [
        f"{where}:{line}: {agent} is named: {text.strip()[:80]!r}"
        for line, text in said(ast.parse(source))
        for agent, pattern in patterns.items()
        if pattern.search(text)
        and not any(each in text for each in allowed)
        and not any(where.startswith(folder) and agent == name for folder, name in OTHERWISE.items())
    ]


def modules() -> list[str]:
    found = (str(path.relative_to(SOURCE)) for path in sorted(SOURCE.rglob("*.py")))
    return [each for each in found if not each.startswith(("agents/", *RULES))]


def test_no_module_outside_the_folders_names_an_agent() -> None:
    found = [each for name in modules() for each in offences((SOURCE / name).read_text(), name)]
    assert found == []


@pytest.mark.parametrize(("place", "examples"), EXAMPLES.items())
def test_every_example_stands_in_a_help_text(place: str, examples: tuple[str, ...]) -> None:
    text = (SOURCE / place).read_text()
    assert [each for each in examples if each not in text] == []


def test_the_registry_names_an_agent_in_one_line() -> None:
    lines = (SOURCE / "registry.py").read_text().splitlines()
    for agent in registry.agents.names():
        (line,) = [each.strip() for each in lines if f'"{agent}"' in each]
        assert re.fullmatch(rf'"{agent}": "steno\.agents\.[a-z_]+(?:\.twins)?:[A-Z_]+",', line)


@pytest.mark.parametrize(
    "code",
    [
        'AGENT = "claude-code"', "from steno.agents.claude_code import places", "class ClaudeCodeWriter: ...",
        "def of_codex(): ...", 'path = home / ".claude"', "read(codex=True)", 'b"CODEX_HOME"', "x.codex",
        '"""As Claude Code has it."""', 'PROGRAMS = ["claude"]', "import steno.agents.codex as other",
        "class ReadCodex: ...",
    ],
)  # fmt: skip
def test_every_spelling_is_found(code: str) -> None:
    assert offences(code, "cli/any.py")


@pytest.mark.parametrize("code", ['MODEL = "claude-opus-4-6"', "# Codex, in a comment", 'TASK = "android.lint"'])
def test_models_comments_and_longer_words_name_none(code: str) -> None:
    assert offences(code, "cli/any.py") == []
