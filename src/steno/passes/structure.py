"""Masks all content of a trace and keeps its shape, for reports of bugs.  Knows what may stay; everything else goes.

A string of content becomes `[MASKED:<kind>:<length>]`, with `:<number>` behind it where another one has that length.
A name that joins things (an id, an actor, a tool, a key of an object) always has a number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from steno import idioms, registry, tools
from steno.base.exact import pointer
from steno.detect import Level, finders
from steno.detect.mask import MASKED, PLACEHOLDER
from steno.detect.shapes import find_bytes
from steno.diagnostics import Report
from steno.model import (
    JSON,
    Actor,
    Artifact,
    Attribution,
    Blob,
    Derivation,
    Event,
    GitLink,
    Header,
    Lifecycle,
    Note,
    Origin,
    Patch,
    Signs,
    Source,
    Span,
    Text,
    Thought,
    ToolCall,
    ToolResult,
    Trace,
    Unknown,
)
from steno.model.event import INJECTED
from steno.model.ledger import NOTE, Masked
from steno.model.words import ACTORS, NO_WORDS, PARTS, Words, together
from steno.passes.kept import Watch

NAME = "structure"
_RULE = "redact/strict"
_SAYS = "all content is masked; only the structure is kept"


class Structure:
    """A second run changes nothing."""

    name = NAME
    needs: frozenset[str] = frozenset()
    makes = frozenset({"redacted"})
    unmakes = frozenset({"sealed"})

    def __init__(self) -> None:
        self.ledger: list[Masked] = []
        """Empty: everything is masked, so there is nothing to tell apart."""
        self.suppressed: Counter[str] = Counter()
        """Empty too: no policy lets anything stand."""
        self.masked: Counter[str] = Counter()
        self.looked = 0
        self.stood: set[str] = set()
        self.learned: set[tuple[str, str]] = set()
        """Empty: what is content goes, whatever it says."""

    def guards(self) -> list[Watch]:
        return [partial(find_bytes, finders.tokens(Level.SECRETS))]

    def run(self, trace: Trace, report: Report) -> Trace:
        mask = _Mask(_words(trace))
        trace = replace(trace, notes=tuple(note for note in trace.notes if not _is_ours(note)))
        masked: Trace = mask.struct(trace)
        value = {"mode": "strict", "strategy": "mask", "notes": [_SAYS]}
        return replace(masked, notes=(*masked.notes, Note(author=Derivation(_RULE), key=NOTE, value=value)))


def _words(trace: Trace) -> Words:
    """What the formats that the trace was read from say is nobody's content."""
    names = {each.format for each in trace.header.sources}
    found = [each.words for name in names if (each := registry.formats.get(name)) is not None]
    own = [each.fields for each in idioms.every() if each.name in names]
    return together([*found, *(Words(kinds=fields) for fields in own)] if any(map(any, found)) else [])


def _is_ours(note: Note) -> bool:
    return note.key == NOTE and isinstance(note.author, Derivation)


# What a string may be to stay

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]{0,23}(?:[_.-][A-Za-z0-9]{1,24}){0,5}")
_RULE_NAME = re.compile(r"[a-z]{1,24}/[a-z-]{1,40}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.,]{5,20}(?:Z|[+-][0-9:]{4,6})?")
_VERSION = re.compile(r"v?[0-9]{1,6}(?:\.[0-9]{1,6}){0,3}(?:[-+.][a-z]{1,8}[.-]?[0-9]{0,6})?")
_HEX = re.compile(r"[0-9a-f]{32,128}")
_ZEROS = "0" * 20
_MEDIA = re.compile(r"(?:text|application|image|audio|video)/[a-z0-9.+-]{1,40}")
_MODEL = re.compile(
    r"(?:claude|gpt|chatgpt|o[1-9]|codex|gemini|gemma|llama|qwen|deepseek|mistral|codestral|grok|kimi|glm|command|nova)"
    r"[a-z0-9.:-]{0,48}"
)
"""The names of models, by family."""
_ID = re.compile(
    r"[0-9]{1,8}(?:[.+/:-][a-z0-9]{1,8}){0,4}"
    r"|(?:[A-Za-z]{1,8}-)?[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
    r"|(?:msg|toolu|srvtoolu|call|req|resp|evt|act|span|rs|fc|ctc|ws|agent|turn|item|run|note|patch)[_-][A-Za-z0-9]{1,64}"
)
"""A place in a file, a UUID, an id of the kinds that agents and providers make."""


_MARKUP = re.compile(
    r"(\s*(?:</?[A-Za-z:_-]{1,40}(?:\s[^<>]{0,2000})?>\s*){0,3})(.*?)((?:</?[A-Za-z:_-]{1,40}>)?\s*)", re.DOTALL
)
"""A few tags before, and one behind."""
_ATTRIBUTES = re.compile(r"(?<=[A-Za-z:_-])\s[^<>]*(?=>)")


class _Mask:
    """One trace: the names that were masked so far, each with its number."""

    def __init__(self, words: Words = NO_WORDS) -> None:
        self._words = words
        self._fields = idioms.fields() | words.keys
        self._names: dict[tuple[str, str], str] = {}
        self._texts: dict[tuple[str, int], dict[str, int]] = {}
        self._hashes: dict[str, int] = {}
        self._kept: dict[str, bool] = {}
        self._tokens = finders.tokens(Level.SECRETS)

    # Strings

    def text(self, text: str, kind: str = "text") -> str:
        """Different texts of one length stay different: some records are known by saying what another one says."""
        if not text or _is_masked(text):
            return text
        alike = self._texts.setdefault((kind, len(text)), {})
        number = alike.setdefault(text, len(alike) + 1)
        return f"[MASKED:{kind}:{len(text)}{f':{number}' if number > 1 else ''}]"

    def markup(self, text: str) -> str:
        """What a program wrote into a message, with the tags at its ends: by them it is told from the human's words."""
        before, words, after = _MARKUP.fullmatch(text).groups()  # type: ignore[union-attr]  # all three may be empty
        before = _ATTRIBUTES.sub("", before)  # they are content
        return before + self.text(words) + after if self._quiet(before) and self._quiet(after) else self.text(text)

    def name(self, text: str, kind: str) -> str:
        if not text or _is_masked(text):
            return text
        if (kind, text) not in self._names:
            self._names[kind, text] = f"[MASKED:{kind}:{len(text)}:{len(self._names) + 1}]"
        return self._names[kind, text]

    def _quiet(self, text: str) -> bool:
        """Whether no detector takes what may stay for a secret."""
        if text not in self._kept:
            self._kept[text] = not self._tokens.find(text)
        return self._kept[text]

    def _or(self, shape: re.Pattern[str], text: str, otherwise: str) -> str:
        return text if shape.fullmatch(text) and self._quiet(text) else otherwise

    def id(self, text: str) -> str:
        return self._or(_ID, text, "") or self.name(text, "id")

    def tool(self, text: str) -> str:
        return text if text in tools.every() else self.name(text, "tool")

    def actor(self, text: str) -> str:
        """Who: `human`, `tool:Bash`, `model:claude-x`; each part is judged by itself."""
        if not text or _is_masked(text):
            return text
        first, colon, rest = text.partition(":")
        known = self._acts(first) and (
            not colon or rest in tools.every() or self._acts(rest) or (_is_model(rest) and self._quiet(rest))
        )
        return text if known else self.id(text) if _ID.fullmatch(text) else self.name(text, "actor")

    def _acts(self, text: str) -> bool:
        return text in ACTORS or text in idioms.names()

    def word(self, text: str) -> str:
        return self._or(_WORD, text, "") or self.text(text)

    def rule(self, text: str) -> str:
        return self._or(_RULE_NAME, text, "") or self.name(text, "rule")

    def pointer(self, text: str) -> str:
        """A place in a record: its keys as they are called now."""
        steps = (step.replace("~1", "/").replace("~0", "~") for step in text.split("/")[1:])
        return pointer(*(step if step.isdigit() else self.key(step) for step in steps))

    def time(self, text: str) -> str:
        return self._or(_TIME, text, "") or self.text(text, "time")

    def version(self, text: str) -> str:
        return self._or(_VERSION, text, "") or self.text(text, "version")

    def media(self, text: str) -> str:
        return self._or(_MEDIA, text, "") or self.text(text)

    def model(self, text: str) -> str:
        return text if _is_model(text) and self._quiet(text) else self.name(text, "model")

    def hash(self, text: str) -> str:
        """A hash of content confirms a guess: one of equal length stands for it, its number after zeros."""
        if not _HEX.fullmatch(text):
            return self.name(text, "hash")
        if text.startswith(_ZEROS):
            return text
        number = self._hashes.setdefault(text, len(self._hashes) + 1)
        return f"{number:0{len(text)}x}"

    def path(self, text: str) -> str:
        return self.text(text, "path")

    def url(self, text: str) -> str:
        return self.text(text, "url")

    def key(self, text: str) -> str:
        return text if text in self._fields or text in tools.every() else self.name(text, "key")

    # Trees

    def content(self, tree: JSON) -> JSON:
        """What somebody said: nothing stays but the shape, known keys, and what parts say that they are."""
        return self._tree(tree, record=False)

    def record(self, tree: JSON) -> JSON:
        """What a program wrote about it: known fields keep what they are for."""
        return self._tree(tree, record=True)

    def _tree(self, root: JSON, *, record: bool) -> JSON:
        # Containers in the order parent, child: no recursion, however deep they nest.
        out: list[JSON] = []
        todo: list[tuple[JSON, str, Callable[[JSON], None]]] = [(root, "", out.append)]
        while todo:
            item, field, put = todo.pop()
            if isinstance(item, dict):
                new: dict[str, JSON] = {self.key(key): None for key in item}
                put(new)
                todo.extend((value, key, _setter(new, self.key(key))) for key, value in item.items())
            elif isinstance(item, list | tuple):
                items: list[JSON] = [None] * len(item)
                put(items)
                todo.extend((value, field, _setter(items, index)) for index, value in enumerate(item))
            else:
                put(self._scalar(item, field, record=record))
        return out[0]

    def _scalar(self, value: Any, field: str, *, record: bool) -> Any:
        if value is None or value is UNSET or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return self._field(value, field) if record else self._part(value, field)
        words = self._words
        if field in words.counts or field in words.times or field in words.ids:
            return value
        if field in self._fields and _COUNT.fullmatch(field):
            return value
        return type(value)(0) if isinstance(value, int | float) else self.text(str(value), "value")

    def _part(self, value: str, field: str) -> str:
        return value if field == "type" and value in PARTS else self.text(value, _KINDS.get(field, "text"))

    def _field(self, value: str, field: str) -> str:
        """By the field's name: what it is for, if it is known."""
        words = self._words
        if value in words.kinds and self._quiet(value):
            return value
        if field in words.ids or field in words.times:
            return self.id(value) if field in words.ids else self.time(value)
        if field not in self._fields:
            return self.text(value)
        for names, treat in _TREATED:
            if names.fullmatch(field):
                return treat(self, value)
        return self.text(value, _KINDS.get(field, "text"))

    # Structs

    def struct(self, struct: Any) -> Any:
        """A part of the model with each field as the table says; a field that it does not name is content."""
        treats = _FIELDS.get(type(struct), {})
        changes = {}
        for name in struct.__struct_fields__:
            value = getattr(struct, name)
            if value is UNSET or value is None or isinstance(value, bool):
                continue
            treat = treats.get(name)
            changes[name] = self._value(value) if treat is None else treat(self, value)
        return replace(struct, **changes)

    def _value(self, value: Any) -> Any:
        if isinstance(value, Struct):
            return self.struct(value)
        if isinstance(value, tuple):
            return tuple(map(self._value, value))
        if isinstance(value, str | dict | list):
            return self.content(value)
        return value  # a number or an enumeration of the model's own, or a set of facts

    def note(self, note: Note) -> Note:
        """A note's value is judged as a field of its key's name is."""
        masked: Note = self.struct(note)
        return replace(masked, value=self.record({note.key: note.value})[self.key(note.key)])

    def author(self, author: str | Derivation) -> Any:
        return self.name(author, "author") if isinstance(author, str) else self.struct(author)

    def event(self, event: Event) -> Event:
        masked: Event = self.struct(event)
        if isinstance(event.body, Text) and isinstance(event.origin, Origin) and event.origin.rule == INJECTED:
            masked = replace(masked, body=Text(self.markup(event.body.text)))
        if isinstance(event.raw, bytes):
            if event.residue is not UNSET:
                return replace(masked, raw=UNSET)
            line = event.raw.decode("latin-1").rstrip("\r\n")
            return replace(masked, raw=self.text(line, "line").encode())
        return masked


def _is_model(text: str) -> bool:
    return _MODEL.fullmatch(text) is not None or text in idioms.models()


def _is_masked(text: str) -> bool:
    return text.startswith("[") and (MASKED().fullmatch(text) or PLACEHOLDER.fullmatch(text)) is not None


def _setter(target: Any, key: str | int) -> Callable[[JSON], None]:
    return lambda value: target.__setitem__(key, value)


def _each(treat: Callable[[_Mask, Any], Any]) -> Callable[[_Mask, Any], Any]:
    return lambda mask, values: tuple(treat(mask, each) for each in values)


def _by(
    key: Callable[[_Mask, str], str], treat: Callable[[_Mask, Any], Any]
) -> Callable[[_Mask, dict[str, Any]], dict[str, Any]]:
    return lambda mask, values: {key(mask, name): treat(mask, value) for name, value in values.items()}


def _same(mask: _Mask, value: Any) -> Any:
    return value


_COUNT = re.compile(
    r".*(?:[tT]okens|[cC]ount|Ms|_ms|[sS]econds|secs|nanos|[lL]ines|bytes|[sS]ize|percent|minutes|_at|_offset|[oO]rdinal"
    r"|ordinal_exclusive|requests|[iI]ndex|Start)|startLine|numFiles|seq|limit|offset|timeout|duration|exit_?[cC]ode|code"
    r"|step|turn|eval|caused_by|retry_of|.*_steps?|.*_turns|.*_signals|agent_confidence|corrections|approvals"
    r"|clarifications|new_instructions|.*_line|flags_reviewed|redactions_applied"
    r"|depth|num_turns|steno_hook|retryAttempt|maxRetries|window_number|context_window|lastSequenceNum|timestamp|ts|create_time"
)
"""Fields whose numbers count, measure or tell the time."""

_TREATED: tuple[tuple[re.Pattern[str], Callable[[_Mask, str], str]], ...] = (
    (
        re.compile(
            r"id|uuid|.*(?:_ids?|I[dD]s?|Uuid|UUID)|replies_to|\$rewindTo|parent|caused_by|retry_of|parallel_group"
        ),
        _Mask.id,
    ),
    (re.compile(r"time|timestamp|ts|.*(?:_at|Time|_time)"), _Mask.time),
    (re.compile(r"schema_version"), _Mask.word),
    (re.compile(r"version|.*_version"), _Mask.version),
    (re.compile(r"actor"), _Mask.actor),
    (re.compile(r"model"), _Mask.model),
    (re.compile(r"sha256|.*_hash|hash|head|revision|.*_sha|base_commit"), _Mask.hash),
    (re.compile(r"name|tool|tool_name|agent_tools|tools_available"), _Mask.tool),
    (re.compile(r"mime|media_type"), _Mask.media),
    (
        re.compile(
            r"type|subtype|role|kind|status|state|mode|level|operation|op|phase|trigger|marker|strategy|visibility|effort"
            r"|stop_?[rR]eason|permissionMode|userType|sessionKind|entrypoint|event_type|record_type|service_tier"
            r"|originator|source|thread_source|approval_policy|sandbox_policy|reasoning_effort|source_runtime|provider"
            r"|model_provider|hookEvent|lifecycle|execution|hash_alg|canonicalization|arguments_encoding"
            r"|omitted|internal_availability|collaboration_mode_kind|speed|inference_geo|taskType|task_type|history_mode"
            r"|agent|hook_event_name|permission_mode|agent_type|notification_type|fidelity"
            r"|step|action|execution_mode|causal_type|message_role|feedback_type|trace_mode|validation_level|source_field"
            r"|termination_reason|release_tier|release_sensitivity|call_type|agent_role|signal_source|signal_confidence"
            r"|terminal_state|reward_source|evidence_tier|evidence_firmness|tier|vcs_type|change_type|confidence"
            r"|execution_context|capture_method|language|os|shell|arch"
        ),
        _Mask.word,
    ),
)
"""What the fields of records are for."""

_KINDS = {
    "cwd": "path", "path": "path", "file_path": "path", "filePath": "path", "filenames": "path", "originalFile": "text",
    "saved_path": "path", "persistedOutputPath": "path", "workspace_roots": "path", "url": "url", "image_url": "url",
    "signature": "signature", "encrypted_content": "encrypted",
}  # fmt: skip

_FIELDS: dict[type[Struct], dict[str, Callable[[_Mask, Any], Any]]] = {
    Trace: {"events": _each(_Mask.event), "notes": _each(_Mask.note), "facts": _same},
    Header: {
        "ids": _by(_Mask.word, _each(_Mask.id)), "agent": _Mask.word, "versions": _each(_Mask.version),
        "started": _Mask.time, "runtime": _Mask.word, "provider": _Mask.word, "actors": _by(_Mask.actor, _Mask.struct),
        "system_prompts": _by(_Mask.hash, _Mask.text), "tools": _by(_Mask.tool, _Mask.content), "residue": _Mask.record,
    },
    Actor: {
        "name": _Mask.actor, "provider": _Mask.word, "model": _Mask.model, "instance": _Mask.id,
    },
    Source: {"format": _Mask.word, "path": _Mask.path, "sha256": _Mask.hash, "layout": _same},
    Event: {
        "uid": _Mask.id, "actor": _Mask.actor, "time": _Mask.time, "native": _Mask.id, "parent": _Mask.id,
        "replies_to": _Mask.id, "echo_of": _Mask.id, "call": _Mask.id, "call_ids": _by(_Mask.word, _Mask.id),
        "response": _Mask.id, "span": _Mask.id, "parallel": _Mask.id, "child_run": _Mask.id, "context": _Mask.id,
        "model": _Mask.model, "fidelity": _Mask.word, "residue": _Mask.record, "raw": _same,
    },
    Origin: {"pointer": _Mask.pointer, "rule": _Mask.rule},
    Signs: {"stop": _Mask.word, "cwd": _Mask.path},
    Derivation: {"rule": _Mask.rule, "of": _each(_Mask.id)},
    Text: {},
    Thought: {},
    ToolCall: {"tool": _Mask.tool, "server": lambda mask, server: mask.name(server, "server")},
    ToolResult: {},
    Span: {"name": _Mask.word},
    Lifecycle: {"name": _Mask.word, "data": _Mask.record},
    Blob: {"media_type": _Mask.media, "sha256": _Mask.hash, "uri": _Mask.url},
    Unknown: {"name": _Mask.word},
    Note: {"author": _Mask.author,
           "target": _Mask.id, "key": _Mask.word, "value": _same, "time": _Mask.time, "evidence": _each(_Mask.id)},
    Patch: {"id": _Mask.id, "event": _Mask.id, "path": _Mask.path, "change": _Mask.word, "before": _Mask.hash,
            "after": _Mask.hash},
    GitLink: {"commit": _Mask.hash, "repository": _Mask.url, "tier": _Mask.word, "patches": _each(_Mask.id)},
    Attribution: {"path": _Mask.path, "commit": _Mask.hash, "event": _Mask.id},
    Artifact: {"name": _Mask.path, "event": _Mask.id, "media_type": _Mask.media, "sha256": _Mask.hash},
}  # fmt: skip
"""What each field of the model is for."""
