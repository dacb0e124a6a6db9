"""What is known of a machine before any text is read: who works on it, and what its environment keeps secret.

A pure function of a `Machine`: who reads the machine is not its affair.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath, PureWindowsPath

from msgspec import Struct

from steno.detect.context.named import named
from steno.detect.patterns import deferred
from steno.detect.rule import Level
from steno.model.words import PARTS, words

LONGEST = 256
SHORTEST_SECRET = 8
"""A shorter value of the environment stands in too many texts by chance."""


class Machine(Struct, frozen=True):
    """What was read of the machine, once."""

    users: tuple[str, ...] = ()
    home: str = ""
    host: str = ""
    authors: tuple[str, ...] = ()
    """Names and addresses under which git commits."""
    environ: Mapping[str, str] = {}


class Reach(enum.Enum):
    """Where a seed counts."""

    ANYWHERE = "anywhere"
    WORD = "word"
    """As a whole word."""
    PLACE = "place"
    """As a whole part of a path, or before `@`: everywhere else it may be a word of the language."""

    def allows(self, text: str, start: int, end: int) -> bool:
        """Whether what stands around it lets it be the seed."""
        before, after = text[max(0, start - 2) : start], text[end : end + 1]
        if self is Reach.ANYWHERE:
            return True
        whole = (not _WORDY().match(before[-1:]) or before in _ESCAPES) and not _WORDY().match(after)
        if self is Reach.WORD:
            return whole
        return whole and (after == "@" or before[-1:] == "~" or (before[-1:] in _BETWEEN and after in _BETWEEN))


_WORDY = deferred(r"\w")
_ESCAPES = ("\\n", "\\r", "\\t")
_BETWEEN = ("/", "\\")
"""Around a part of a path."""


class Seed(Struct, frozen=True):
    type: str
    value: str
    reach: Reach


def seeds(machine: Machine, level: Level) -> tuple[Seed, ...]:
    """What to look for from the start: secrets of the environment from `secrets` on, names from `pii` on."""
    found: dict[str, Seed] = {}
    if level.includes(Level.SECRETS):
        for seed in _kept_secret(machine.environ):
            found.setdefault(seed.value, seed)
    if level.includes(Level.PII):
        for seed in _personal(machine):
            found.setdefault(seed.value, seed)
    return tuple(found.values())


def _kept_secret(environ: Mapping[str, str]) -> Iterator[Seed]:
    for name, value in environ.items():
        kind = named(name, value) if SHORTEST_SECRET <= len(value) <= LONGEST * 16 else None
        if kind is not None:
            yield Seed(kind, value, Reach.ANYWHERE)


def _personal(machine: Machine) -> Iterator[Seed]:
    folder = PureWindowsPath(machine.home) if "\\" in machine.home else PurePosixPath(machine.home)
    names = [("person", name) for name in (*machine.users, folder.name)]
    names += [("email" if "@" in author else "person", author) for author in machine.authors]
    # A host is known by its first label too: `box.fritz.lan` signs its prompts as `box`.
    names += [("identifier", name) for name in (machine.host, machine.host.partition(".")[0])]
    for kind, name in names:
        name = name.strip()
        reach = _reach(name)
        if reach is not None:
            yield Seed(kind, name, reach)


def _reach(name: str) -> Reach | None:
    """Where a name counts; None where it is nobody's in particular."""
    if not 2 <= len(name) <= LONGEST or not any(map(str.isalpha, name)):
        return None
    from steno import idioms, tools  # cost start-up, and only names are held against them

    fields = idioms.fields()
    if name.lower() in _NOBODY or name in PARTS or name in tools.every() or not fields.isdisjoint({name, name.lower()}):
        return None
    if name.lower().rpartition("@")[2] in _NOWHERE:
        return None
    return Reach.PLACE if len(name) < 4 or name.lower() in _WORDS else Reach.WORD


_NOBODY = words(
    """
root user users username admin administrator ubuntu debian fedora centos alpine arch runner localhost node home test
tests tester testing dev devel developer default guest nobody daemon system service vagrant docker container pod
ec2-user azureuser opc cloud cloud-user core pi raspberrypi jenkins circleci gitlab github gitlab-runner github-runner
actions buildkite build builder ci travis codespace codespaces gitpod vscode code coder git www www-data nginx apache
http https web app apps application server client host hostname desktop laptop macbook imac pc computer machine
workstation work worker me my mine you your name unknown none null undefined local localdomain lan internal tmp temp
var usr opt bin etc lib src srv mnt media data backup public shared staff wheel sudo postgres mysql redis mongo kafka
claude codex agent agents assistant model tool human sandbox workspace project projects python java ruby rust linux
windows darwin macos steno trace session main master email mail info support hello contact noreply no-reply
"""
) | {"your name", "first last", "john doe", "jane doe", "unknown author"}
"""Names that many machines have: masking them would say nothing and tear the text apart."""

_NOWHERE = frozenset({"example.com", "example.org", "example.net", "localhost", "localhost.localdomain"})
"""What stands after `@` in addresses of nobody."""

_WORDS = words(
    """
alpha amber angel april art ash august autumn basil bay bill black blue bob brown buck buddy carol cash chance chase
chip christian chuck clay cliff coral curt daisy dale dan dash dawn dean dot drew duke earl ernest eve faith fern ford
frank gene gold grace grant gray green grey guy hank heather heath holly hope hunter iris ivy jack jade jasmine jay jean
jewel joy judge june justice kit lance lane laurel lily long lord love lucky major marina mark marsh mason max may
melody mercy miles mill miller misty noble norm olive page pat patience patrick pearl penny pierce piper poppy prince
ray red reed rich rick rob robin rock rod rose ruby rusty sage sandy scarlet sky skip smith sol spike star stone storm
sue summer sunny taylor terry tony trace violet wade walker ward warren wayne west white will willow wolf wood woody
young adam
"""
)
"""Names that are words of the language, or of the trade, as well."""


def authors(config: str) -> tuple[str, ...]:
    """The name and the address under `[user]` in the text of a git configuration.  Follows no include."""
    section, found = "", []
    for line in config.splitlines():
        line = line.strip()
        if line.startswith("["):
            section = line[1:].partition("]")[0].strip().lower()
        elif section == "user" and (pair := _SETTING().fullmatch(line)) and pair[1].lower() in ("name", "email"):
            found.append(pair[2].strip().strip('"').strip())
    return tuple(filter(None, found))


_SETTING = deferred(r"([A-Za-z]{1,20})\s*=\s*([^#;]{0,300}).*")
