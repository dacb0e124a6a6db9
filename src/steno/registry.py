"""Finds agents, formats, passes and codes by name; imports only what is asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from steno.base.entries import entries
from steno.base.parts import imported
from steno.contracts import Code, Format, Pass, UsageError
from steno.plugins import loaded, stop

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from steno.agents.contract import Agent, Index

T = TypeVar("T")


def _itself(value: T) -> T:
    return value


class Registry(Generic[T]):
    """Names of one kind: a literal table for what is built in, entry points for plug-ins."""

    def __init__(
        self,
        group: str,
        kind: str,
        builtin: Mapping[str, str],
        more: Callable[[], Mapping[str, T]] = dict,
    ) -> None:
        """`more`: what plug-ins of another kind bring, by name."""
        self._group, self._kind, self._builtin, self._more = group, kind, builtin, more
        self._found: tuple[tuple[str, ...], list[EntryPoint]] | None = None
        """The plug-ins, and where they were looked for."""

    def names(self) -> list[str]:
        """All names, the built-in ones first and in their order."""
        return [*self._builtin, *self.added()]

    def built_in(self) -> list[str]:
        """The names that come with Steno."""
        return list(self._builtin)

    def __getitem__(self, name: str) -> T:
        if name in self._builtin:  # a plug-in cannot replace what is built in
            return cast(T, imported(self._builtin[name]))
        if load := self.added().get(name):
            return load()
        from difflib import get_close_matches  # only a mistake needs it

        near = get_close_matches(name, self.names(), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(self.names())}"
        raise UsageError(f"no {self._kind} named {name!r}{hint}")

    def get(self, name: object) -> T | None:
        """What has this name; None where nothing has."""
        return self[name] if isinstance(name, str) and (name in self._builtin or name in self.added()) else None

    def __iter__(self) -> Iterator[T]:
        # Whoever finds what it looks for among the built-in ones does not wait for the others.
        yield from (self[name] for name in self._builtin)
        yield from (load() for load in self.added().values())

    def added(self) -> dict[str, Callable[[], T]]:
        """What plug-ins bring, in order of names."""
        found: dict[str, Callable[[], T]] = {name: partial(_itself, each) for name, each in self._more().items()}
        found |= {entry.name: partial(self._loaded, entry) for entry in reversed(self.plugins())}
        return {name: found[name] for name in sorted(found.keys() - self._builtin.keys())}

    def _loaded(self, entry: EntryPoint) -> T:
        offer = loaded(entry)
        if getattr(offer, "name", None) != entry.name:
            stop(entry, f"gives {type(offer).__name__}, expected {self._kind} {entry.name!r}")
        return cast(T, offer)

    def plugins(self) -> list[EntryPoint]:
        places = tuple(sys.path)
        if self._found is None or self._found[0] != places:
            self._found = places, entries(self._group)
        return self._found[1]


_READ = {
    # Its envelope is another agent's, and its ids tell it: so it is asked first.
    "iflow": "steno.agents.iflow:AGENT",
    "antigravity": "steno.agents.antigravity:AGENT",
    "claude-code": "steno.agents.claude_code:AGENT",
    "codex": "steno.agents.codex:AGENT",
    "chatgpt": "steno.agents.chatgpt:AGENT",
    "claude-ai": "steno.agents.claude_ai:AGENT",
    "claude-cowork": "steno.agents.claude_code.twins:COWORK",
    "claude-managed": "steno.agents.claude_managed:AGENT",
    "openclaude": "steno.agents.claude_code.twins:OPENCLAUDE",
    "traex": "steno.agents.codex.twins:TRAEX",
    "copilot-vscode": "steno.agents.copilot_vscode:AGENT",
    "copilot-cli": "steno.agents.copilot_cli:AGENT",
    "cursor": "steno.agents.cursor:AGENT",
    "crush": "steno.agents.crush:AGENT",
    "goose": "steno.agents.goose:AGENT",
    "aider": "steno.agents.aider:AGENT",
    "amp": "steno.agents.amp:AGENT",
    # Its documents are those of the next one, with its name in them.
    "devin": "steno.agents.devin:AGENT",
    "atif": "steno.agents.atif:AGENT",
    "cline": "steno.agents.cline:AGENT",
    "droid": "steno.agents.droid:AGENT",
    "entire": "steno.agents.entire:AGENT",
    "gptme": "steno.agents.gptme:AGENT",
    "inspect-eval": "steno.agents.inspect_eval:AGENT",
    "mini-swe-agent": "steno.agents.mini_swe_agent:AGENT",
    "openhands": "steno.agents.openhands:AGENT",
    "specstory": "steno.agents.specstory:AGENT",
    "swe-agent": "steno.agents.swe_agent:AGENT",
    "grok": "steno.agents.grok:AGENT",
    "kilo-code": "steno.agents.cline:KILO_CODE",
    # Its documents are those of the next one, with more in them.
    "kiro": "steno.agents.kiro:AGENT",
    "continue": "steno.agents.continue_:AGENT",
    "gemini-cli": "steno.agents.gemini_cli:AGENT",
    "hermes": "steno.agents.hermes:AGENT",
    "kimi": "steno.agents.kimi:AGENT",
    "kimi-work": "steno.agents.kimi:KIMI_WORK",
    "letta-code": "steno.agents.letta_code:AGENT",
    "posit-assistant": "steno.agents.posit_assistant:AGENT",
    "vibe": "steno.agents.vibe:AGENT",
    "openclaw": "steno.agents.openclaw:AGENT",
    "openclaw-telemetry": "steno.agents.openclaw:TELEMETRY",
    "opencode": "steno.agents.opencode:AGENT",
    "kilo-cli": "steno.agents.opencode:KILO_CLI",
    "mimocode": "steno.agents.opencode:MIMOCODE",
    "opencode-go": "steno.agents.opencode_go:AGENT",
    "pi": "steno.agents.pi:AGENT",
    "qclaw": "steno.agents.openclaw:QCLAW",
    "windsurf": "steno.agents.windsurf:AGENT",
    "roo-code": "steno.agents.cline:ROO_CODE",
    "warp": "steno.agents.warp:AGENT",
    "zed": "steno.agents.zed:AGENT",
    "qwen-code": "steno.agents.qwen_code:AGENT",
    "qwenpaw": "steno.agents.qwenpaw:AGENT",
}
"""Agents whose own logs Steno reads.  A tool that several have is that of the first."""

agents: Registry[Agent] = Registry("steno.agents", "agent", _READ)


def index() -> Index:
    """What the built-in agents say where all of them are asked."""
    return imported("steno.agents.index:INDEX")  # type: ignore[no-any-return]


def _of_plugins() -> dict[str, Format]:
    """The formats of those agents that plug-ins bring and whose logs can be read."""
    found = {name: load().format for name, load in agents.added().items()}
    return {name: format for name, format in found.items() if format is not None}


formats: Registry[Format] = Registry(
    "steno.formats",
    "format",
    {
        "open-token": "steno.formats.open_token:FORMAT",
        "awf": "steno.formats.awf.format:FORMAT",
        "forsy": "steno.formats.forsy:FORMAT",
        "opentraces": "steno.formats.opentraces:FORMAT",
        **{name: f"{where}.format" for name, where in _READ.items()},
        "hooks": "steno.formats.hooks:FORMAT",
    },
    _of_plugins,
)


def likely(head: bytes) -> Iterator[Format]:
    """The formats that may know the beginning of a file as their own, in order: one is not even imported where the
    beginning holds none of the texts of which each of its files holds one.
    """
    held = index().holds
    for name in formats.built_in():
        if name not in held or any(text in head for text in held[name]):
            yield formats[name]
    yield from (load() for load in formats.added().values())


passes: Registry[Pass] = Registry(
    "steno.passes",
    "pass",
    {
        "pair": "steno.passes.pair:PASS",
        "derive": "steno.passes.derive:PASS",
        "enrich": "steno.passes.enrich:PASS",
    },
)

_CODES = {
    "SRC": "steno.formats.records:CODES",
    "SRC020": "steno.passes.join:CODES",
    "SRC030": "steno.sources:CODES",
    "SRC040": "steno.scanner:CODES",
    "SRC050": "steno.store.reading:CODES",
    "SRC101": "steno.formats.open_token.codes:CODES",
    "SRC110": "steno.formats.awf.writer:CODES",
    "SRC120": "steno.formats.forsy.codes:CODES",
    "SRC130": "steno.formats.opentraces.reader:CODES",
    "SRC200": "steno.notes.merge:CODES",
    "AWF900": "steno.formats.awf.tree:CODES",
    "OTR500": "steno.formats.opentraces.policy_rules:RULES",
    "CNV": "steno.formats.losses:CODES",
    "CNV100": "steno.formats.open_token.losses:LOSSES",
    "CNV200": "steno.formats.forsy.losses:LOSSES",
    "CNV300": "steno.formats.opentraces.losses:LOSSES",
    "CNV400": "steno.formats.awf.losses:LOSSES",
    "CNV700": "steno.views.losses:CODES",
    "CNV710": "steno.dataset.codes:LOSSES",
    "DRV": "steno.passes.derive:CODES",
    "ENR": "steno.passes.enrich:CODES",
    "MDL": "steno.verify:RULES",
    "SEC": "steno.detect:RULES",
    "SEC560": "steno.detect.ner:CODES",
    "SEC900": "steno.passes.redact:CODES",
    "SEC910": "steno.dataset.codes:CODES",
}
"""The index of the codes: each stands under the last key that is not after it, or under an earlier one of the same
three letters.  The rules of a format stand under the letters that it names itself."""


def code(name: str) -> Code | None:
    """The code of this name, by loading what holds it and little else; None where nobody has it."""
    return next((each for holder in _holders(name) for each in holder if each.code == name), None)


def _holders(name: str) -> Iterator[Iterable[Code]]:
    """What may hold a code, the likeliest first."""
    letters = name[:3]
    for key in sorted((key for key in _CODES if key[:3] == letters and key <= name), reverse=True):
        yield imported(_CODES[key])
    for each in formats:
        if each.letters == letters:
            yield each.rules
    for load in formats.added().values():
        each = load()
        yield (*each.codes, *each.rules, *each.losses)


def named(names: Iterable[str]) -> dict[str, Code]:
    """The codes of these names, as far as anybody has them."""
    return {name: found for name in dict.fromkeys(names) if (found := code(name)) is not None}


def codes() -> dict[str, Code]:
    """Every code that Steno can report, by code.  Loads every rule; `code` loads those that it needs."""
    found: dict[str, Code] = {}
    for where in _CODES.values():
        found.update((each.code, each) for each in imported(where))
    for each in formats:
        found.update((code.code, code) for code in (*each.codes, *each.rules, *each.losses))
    return dict(sorted(found.items()))
