"""Send a dataset to others, once nothing speaks against it."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from steno.api import dataset as datasets
from steno.api.settings import Tell
from steno.api.world import World, ignore
from steno.dataset import publish
from steno.dataset.publish import Api
from steno.dataset.publish import Sent as Sent
from steno.dataset.sidecar import REVIEW, State
from steno.dataset.verifying import Standing
from steno.diagnostics import Report
from steno.errors import UsageError

BY = "tool:steno"


class Pushed(Struct, kw_only=True):
    target: str
    files: list[Sent]
    standing: Standing
    is_sent: bool = False
    is_public: bool = False


def push(
    world: World,
    file: Path,
    target: str | None,
    *,
    is_public: bool = False,
    is_dry: bool = False,
    api: Api | None = None,
    tell: Tell = lambda line: None,
    report: Report = ignore,
) -> Pushed:
    """Send the files of a built dataset to a folder, or to `hf:owner/name`, where they are private by default.

    Nothing is sent where `Pushed.standing` says that something speaks against it, or where it is only a rehearsal.
    """
    found = datasets.loaded(file)
    where = target or found.dataset.publication.remote
    if where is None:
        raise UsageError("name where to push to: a folder, or hf:owner/name; or set publication.remote")
    found.built()
    repository = publish.repository(where)
    standing = datasets.check(world, file, tell=tell, report=report)
    pushed = Pushed(
        target=where, files=publish.files(found.output, standing.files), standing=standing, is_public=is_public
    )
    if is_dry or not standing.may_leave:
        return pushed
    if repository is None:
        publish.to_folder(found.output, standing.files, Path(where))
    else:
        hub = api or publish.hub(world.environ.get("HF_ENDPOINT"))
        message = f"{found.dataset.name} {found.dataset.version}"
        publish.to_hub(found.output, standing.files, repository, hub, is_public=is_public, message=message)
    pushed.is_sent = True
    said = datasets.decision(world, found, "*", State.PUBLISHED, f"pushed to {where}", BY)
    found.sidecar.append(REVIEW, said)
    return pushed
