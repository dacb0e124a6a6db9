"""A trace and its manifest as an agent handed them in, in the shape in which traces are published."""

from __future__ import annotations

from collections.abc import Sequence

from steno.base.exact import JSON
from steno.formats.forsy.upgrade import action_of, known
from steno.formats.forsy.words import USER_MESSAGE

Object = dict[str, JSON]


def published(trace: Object, manifest: Object, slug: str, folders: Sequence[str]) -> tuple[Object, Object]:
    """Both with the ids, the names and the folders that published ones have; no other value is changed.

    The trace inherits its version and its mode from the manifest, and every step gets a number and an actor.
    `folders` are those in which the same trace was found, the first one first.
    """
    id = trace.get("collection_id")
    shared: Object = {
        "trace_id": trace.get("trace_id", id),
        "prior_trace_id": known(trace.get("prior_trace_id", trace.get("prior_collection_id"))),
        "source_trace_id": id,
        "trace_slug": slug,
        "original_folder_name": folders[0],
        "source_folder_names": list(folders),
        "source_files": {
            "manifest": f"raw/{folders[0]}/manifest.json",
            "trace": f"raw/{folders[0]}/data.json",
        },
    }
    inherited = {key: manifest[key] for key in ("schema_version", "trace_mode") if key in manifest and key not in trace}
    steps = [_step(each, index) if type(each) is dict else each for index, each in enumerate(trace.get("steps", ()))]
    whole = trace | inherited | shared | {"steps": steps}
    return dict(sorted(whole.items())), dict(sorted((manifest | shared).items()))


def _step(step: Object, index: int) -> Object:
    actor = "user" if action_of(step) == USER_MESSAGE else "agent"
    return dict(sorted({"actor": actor, "step_index": step.get("step", index + 1), **step}.items()))
