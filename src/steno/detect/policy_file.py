"""Reads `steno.toml`: what a user allows and what a user adds.  Runs nothing, and guesses nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from steno.base.counts import number_of
from steno.base.files import Unreadable, opened
from steno.contracts import UsageError
from steno.detect import linear
from steno.detect.every import RULES
from steno.detect.extra import Unproved, extra
from steno.detect.mask import PLACEHOLDER
from steno.detect.policy import PRIVATE, WITHIN, Allowance, Policy
from steno.detect.rule import TYPES, Detector, Level

LARGEST = 1 << 20
_STARS = 6
"""How many stars a glob may have: each is tried at every place."""

TOP = ("redaction",)
SETTINGS = ("level", "seeds", "key_file", "recognizers", "allow", "rules")
ALLOWANCE = ("sha256", "placeholder", "text", "pattern", "rule", "path", "reason")
RULE = ("code", "name", "what", "type", "level", "anchors", "pattern", "caseless", "source", "positives", "negatives")
REQUIRED = ("name", "what", "type", "anchors", "pattern", "positives", "negatives")
LEVELS = ("secrets", "pii", "strict")


class BadPolicy(UsageError):
    """A policy that cannot be used: no run begins with half of it."""

    hint = "--no-config runs without it"


class Settings(NamedTuple):
    """What a file says; the key and the models are only named there."""

    policy: Policy
    said: str = ""
    """What a user must know to be in force."""
    key_file: Path | None = None
    recognizers: tuple[str, ...] = ()


def read(path: Path, plugged: Sequence[Detector] = ()) -> Settings:
    """The settings in a file; `plugged` are detectors that packages brought.  Raises `BadPolicy`."""
    try:
        with opened(path) as stream:
            data = stream.read(LARGEST + 1)
    except Unreadable as error:
        raise BadPolicy(str(error)) from None
    return parsed(path, data, plugged)


def parsed(path: Path, data: bytes, plugged: Sequence[Detector] = ()) -> Settings:
    """The same of the bytes that a file has, or is about to have."""
    if len(data) > LARGEST:
        raise BadPolicy(f"{path}: larger than {LARGEST} bytes")
    import tomllib  # few runs have a policy

    try:
        text = data.decode()
        document = tomllib.loads(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadPolicy(f"{path}: not TOML: {error}") from None
    return _Reading(path, text).settings(document, plugged)


def lines_for(allowance: Allowance) -> str:
    """An allowance by its hash, as a file spells it; raises `UsageError` where its reason cannot stand on one line."""
    if not allowance.reason.strip() or not allowance.reason.isprintable():
        raise UsageError("a reason is one line of text: say why this is allowed")
    reason = allowance.reason.strip().replace("\\", "\\\\").replace('"', '\\"')
    return f'[[redaction.allow]]\nsha256 = "{allowance.sha256}"\nreason = "{reason}"\n'


def allowing(path: Path, data: bytes, allowance: Allowance, plugged: Sequence[Detector] = ()) -> bytes:
    """What a file is with one allowance more, at its end; raises `BadPolicy` where that would not be read."""
    gap = b"" if not data else b"\n" if data.endswith(b"\n") else b"\n\n"
    made = data + gap + lines_for(allowance).encode()
    before, after = parsed(path, data, plugged).policy.allow, parsed(path, made, plugged).policy.allow
    if after != (*before, allowance):
        raise BadPolicy(f"{path}: the allowance would not be read as it is written; add it by hand")
    return made


class _Reading:
    """One file, for messages that say where in it something stands."""

    def __init__(self, path: Path, text: str) -> None:
        self._path, self._text = path, text

    def settings(self, document: Mapping[str, Any], plugged: Sequence[Detector]) -> Settings:
        self._known(document, TOP, "")
        table = self._table(document.get("redaction", {}), "redaction")
        self._known(table, SETTINGS, "redaction")
        rules = self._rules(table, plugged)
        known = {rule.code: rule for rule in (*RULES, *plugged, *rules)}
        allow = [self._allowance(each, at, known) for each, at in self._tables(table, "redaction", "allow")]
        key_file = self._get(table, "redaction", "key_file", str, "")
        if not key_file and any(each.placeholder for each in allow):
            self._stop("redaction.allow", "a placeholder is allowed, but no key_file names its key")
        level = self._choice(table, "redaction", "level", LEVELS, "")
        seeds = self._get(table, "redaction", "seeds", bool, True)
        folder = self._path.parent.absolute()
        return Settings(
            Policy(
                allow=tuple(allow),
                extra=(*plugged, *rules),
                seeds=seeds,
                level=Level(level) if level else None,
                file=str(self._path),
                root=str(folder),
            ),
            f"{self._path}: {number_of(len(allow), 'allowance')}, {number_of(len(rules), 'rule')}"
            + ("" if seeds else ", no seeds"),
            folder / key_file if key_file else None,
            self._strings(table, "redaction", "recognizers"),
        )

    def _allowance(self, table: Mapping[str, Any], at: str, known: Mapping[str, Detector]) -> Allowance:
        self._known(table, ALLOWANCE, at)
        said = {key: self._get(table, at, key, str, "") for key in ALLOWANCE}
        for key in table:
            if not said[key].strip():
                self._stop(f"{at}.{key}", "is empty")
        if not said["reason"]:
            self._stop(f"{at}.reason", "is missing: say why this is allowed")
        if len(table) == 1:
            self._stop(at, f"allows everything: say what, by {', '.join(ALLOWANCE[:-1])}")
        found = Allowance(**said)
        self._sound(found, at)
        if found.rule and found.rule not in known:
            self._unknown(f"{at}.rule", "rule", found.rule, known)
        if found.rule and known[found.rule].type == PRIVATE and not found.by_hash:
            self._stop(f"{at}.rule", f"{found.rule} finds private keys, which can be allowed only by their sha256")
        return found

    def _sound(self, found: Allowance, at: str) -> None:
        """Whether each part of an allowance is what it must be."""
        if found.sha256 and not re.fullmatch(r"[0-9a-f]{64}", found.sha256):
            self._stop(f"{at}.sha256", "is not 64 hexadecimal digits in lower case")
        if found.placeholder and not PLACEHOLDER.fullmatch(found.placeholder):
            self._stop(f"{at}.placeholder", "is not of the form [REDACTED:<type>:<hash8>]")
        if found.path.count("*") > _STARS:
            self._stop(f"{at}.path", f"has more than {_STARS} stars")
        if found.pattern:
            try:
                linear.shape(found.pattern, WITHIN)
            except linear.Refused as error:
                self._stop(f"{at}.pattern", str(error))

    def _rules(self, table: Mapping[str, Any], plugged: Sequence[Detector]) -> list[Detector]:
        taken = {rule.code for rule in plugged}
        names = {rule.name for rule in (*RULES, *plugged)}
        rules: list[Detector] = []
        for number, (each, at) in enumerate(self._tables(table, "redaction", "rules"), 1):
            rule = self._rule(each, at, f"X{number:03}")
            for key, value, others in (("code", rule.code, taken), ("name", rule.name, names)):
                if value in others:
                    self._stop(f"{at}.{key}", f"{value} is taken")
                others.add(value)
            rules.append(rule)
        return rules

    def _rule(self, table: Mapping[str, Any], at: str, code: str) -> Detector:
        self._known(table, RULE, at)
        for key in REQUIRED:
            if key not in table:
                self._stop(f"{at}.{key}", "is missing")
        try:
            return extra(
                self._get(table, at, "code", str, code),
                self._get(table, at, "name", str, ""),
                self._get(table, at, "what", str, ""),
                type=self._choice(table, at, "type", TYPES, ""),
                level=Level(self._choice(table, at, "level", LEVELS, "secrets")),
                anchors=self._strings(table, at, "anchors"),
                pattern=self._get(table, at, "pattern", str, ""),
                caseless=self._get(table, at, "caseless", bool, False),
                source=self._get(table, at, "source", str, self._path.name),
                positives=self._strings(table, at, "positives"),
                negatives=self._strings(table, at, "negatives"),
            )
        except Unproved as error:
            self._stop(f"{at}.{error.key}" if error.key else at, str(error))

    # Values

    def _get(self, table: Mapping[str, Any], at: str, key: str, kind: Callable[..., Any], default: Any) -> Any:
        value = table.get(key, default)
        if type(value) is not kind:
            expected = {"str": "a string", "bool": "true or false"}[kind.__name__]
            self._stop(f"{at}.{key}", f"is {_kind(value)}, expected {expected}")
        return value

    def _strings(self, table: Mapping[str, Any], at: str, key: str) -> tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self._stop(f"{at}.{key}", f"is {_kind(value)}, expected a list of strings")
        return tuple(value)

    def _choice(self, table: Mapping[str, Any], at: str, key: str, among: Sequence[str], default: str) -> str:
        value: str = self._get(table, at, key, str, default)
        if value not in among and key in table:
            self._unknown(f"{at}.{key}", key, value, among)
        return value

    def _table(self, value: Any, at: str) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            self._stop(at, f"is {_kind(value)}, expected a table")
        return value

    def _tables(self, table: Mapping[str, Any], at: str, key: str) -> list[tuple[Mapping[str, Any], str]]:
        value = table.get(key, [])
        if not isinstance(value, list):
            self._stop(f"{at}.{key}", f"is {_kind(value)}, expected a list of tables")
        places = [f"{at}.{key}[{number}]" for number in range(len(value))]
        return [(self._table(each, place), place) for each, place in zip(value, places, strict=True)]

    # Mistakes

    def _known(self, table: Mapping[str, Any], keys: Sequence[str], at: str) -> None:
        for key in table:
            if key not in keys:
                self._unknown(f"{at}.{key}" if at else key, "key", key, keys)

    def _unknown(self, at: str, kind: str, word: str, among: Iterable[str]) -> NoReturn:
        from difflib import get_close_matches  # only a mistake needs it

        among = list(among)
        near = get_close_matches(word, among, n=1)
        meant = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(among)}" if len(among) < 20 else ""
        self._stop(at, f"no {kind} {word!r}" + (f"; {meant}" if meant else ""))

    def _stop(self, at: str, message: str) -> NoReturn:
        raise BadPolicy(f"{self._path}:{line_of(self._text, at)}: {at}: {message}")


def _kind(value: object) -> str:
    kinds = {
        bool: "true or false",
        str: "a string",
        int: "a number",
        float: "a number",
        list: "a list",
        dict: "a table",
    }
    return kinds.get(type(value), "a date or time")


# Places

_STRINGS = re.compile(r"#[^\n]*|\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'", re.DOTALL)
_HEADER = re.compile(r"\[\[?\s*([\w.-]+)\s*\]\]?")
_KEY = re.compile(r"([\w-]+)(?:\s*\.[\w\s.-]+)?\s*=")


def line_of(text: str, at: str) -> int:
    """The line on which a key such as `redaction.rules[1].pattern` stands, or else the nearest around it."""
    # What stands in strings and comments looks like keys and headers, and is none.
    bare = _STRINGS.sub(lambda found: "\n" * found[0].count("\n"), text)
    place, counts, lines = "", dict[str, int](), dict[str, int]()
    for number, line in enumerate(bare.split("\n"), 1):
        if header := _HEADER.match(line.strip()):
            place = header[1]
            if line.strip().startswith("[["):
                counts[place] = counts.get(place, -1) + 1
                lines.setdefault(place, number)
                place = f"{place}[{counts[place]}]"
            lines.setdefault(place, number)
        elif key := _KEY.match(line.strip()):
            lines.setdefault(f"{place}.{key[1]}" if place else key[1], number)
    while at and at not in lines:
        at = at[: max(at.rfind("."), at.rfind("["), 0)]
    return lines.get(at, 1)
