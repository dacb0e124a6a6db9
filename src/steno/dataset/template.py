"""A `dataset.toml` to begin with: with everything that one has to say, and the rest as it stands by default."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from steno.base.exact import JSON, encode
from steno.base.files import opened
from steno.dataset.projections import projection
from steno.errors import UsageError
from steno.formats.opentraces.policy import DatasetManifest
from steno.formats.opentraces.policy_file import LARGEST, recognised

_FRESH = """\
# A dataset of agent sessions.  `steno dataset build` makes it, `steno dataset check` checks it; see docs/dataset.md.
name = {name}
version = "1"
description = ""

[[sources]]
paths = {paths}           # files, folders and globs, from this folder on
# sessions = ["@latest"]  # or words, as every command takes them
# query = "SELECT path FROM sessions WHERE turns > 3"
# licence = "CC-BY-4.0"

[workflow]
projection = {projection}

[security]                # what must have looked at every row
required_tools = ["regex", "path_anonymizer"]

[splits]
by = "session"            # or "repository": families of forks, resumes and sub-agents stay together
shares = {{ train = 0.9, test = 0.1 }}

[output]
folder = "build"
formats = ["parquet"]

[publication]
review = "required"

[card]
# licence = "cc-by-4.0"
# pretty_name = ""
"""


def fresh(name: str, chosen: str, paths: Sequence[str]) -> str:
    projection(chosen)
    return _FRESH.format(name=_toml(name), paths=_toml(list(paths) or ["sessions/"]), projection=_toml(chosen))


def of_manifest(path: Path, paths: Sequence[str]) -> str:
    """What an OpenTraces manifest says of a dataset; the sessions are named beside it."""
    with opened(path) as stream:
        kind, found = recognised(stream.read(LARGEST + 1), str(path), None)
    if not isinstance(found, DatasetManifest):
        raise UsageError(f"{path}: a {kind}, expected the manifest of a dataset")
    skill = found.workflow.skill.removeprefix("steno:")
    chosen = skill if found.workflow.skill.startswith("steno:") else "opentraces"
    policy, about = found.security, found.discoverability
    lines = [
        f"# From {path.name}; its workflow was {found.workflow.skill!r}.",
        f"name = {_toml(found.name)}",
        f"description = {_toml(found.description or '')}",
        "",
        "[[sources]]",
        f"paths = {_toml(list(paths) or ['sessions/'])}",
        "",
        "[workflow]",
        f"projection = {_toml(chosen)}",
        "",
        "[security]",
        f"required_tools = {_toml(list(policy.required_tools))}",
        f"optional_tools = {_toml(list(policy.optional_tools))}",
        f"default_enabled_tools = {_toml([t for t in policy.enabled_tools if t not in policy.required_tools])}",
        f"disallowed_tools = {_toml(list(policy.disallowed_tools))}",
        f"allow_disable_required = {_toml(policy.allow_disable_required)}",
        "",
    ]
    for each in policy.overrides:
        lines += ["[[security.overrides]]", f"tool = {_toml(each.tool)}", f"reason = {_toml(each.reason or '')}", ""]
    lines += [
        "[identity]",
        f"mode = {_toml(found.identity.mode)}",
        f"fields = {_toml(list(found.identity.fields))}",
        "",
        "[publication]",
        f"review = {_toml(found.publication_policy.review)}",
        *([] if found.active_remote is None else [f"remote = {_toml(found.remotes[found.active_remote].url)}"]),
        "",
        "[card]",
        *([] if about.license is None else [f"licence = {_toml(about.license)}"]),
        *([] if about.pretty_name is None else [f"pretty_name = {_toml(about.pretty_name)}"]),
        f"tags = {_toml(list(about.tags))}",
        f"task_categories = {_toml(list(about.task_categories))}",
        f"language = {_toml(list(about.language))}",
        "",
    ]
    return "\n".join(lines)


def _toml(value: JSON) -> str:
    """A text, a list of texts or a flag: TOML spells them as JSON does."""
    return encode(value).decode().replace("\x7f", "\\u007f")
