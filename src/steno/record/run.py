"""Runs: where the transcript of one lies, and its ties to the runs around it.  Knows nothing of what is in a step."""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Self, TypeAlias, get_args
from uuid import uuid4

from steno.record import folder
from steno.record.context import Scope, current
from steno.record.journal import Journal, OnError, Open, warn
from steno.record.null import NullRecorder
from steno.record.span import Span
from steno.record.step import Recording

if TYPE_CHECKING:
    from steno.record import Masker, Recorder

    Masking: TypeAlias = Masker | Literal["none", "secrets", "pii"]

KIND: Final = "workflow"
"""What the events of a whole run say they are."""
CALL: Final = "call_workflow"


def run(
    name: str,
    *,
    directory: str | os.PathLike[str] | None = None,
    recorder: Recorder | NullRecorder | None = None,
    masker: Masking | None = None,
    run_id: str | None = None,
    on_error: OnError | None = None,
) -> Run:
    """A run to be recorded: `with steno.run("review") as run: ...`.

    Its transcript is `<run id>.jsonl` in the directory, else in `$STENO_TRANSCRIPTS`, else in the user's own folder; a
    recorder that is handed in is used as it is, and left open.  Inside another run this is a child of it, with its
    settings where none are given; in a process that was started by one, likewise.  Recording trouble is logged and
    counted (`Run.lost`), or raised with `on_error="raise"`.

    Secrets are masked before an event is written.  `masker` is `"pii"` for more, `"none"` for the events as they are,
    or a function from event to event; a recorder that is handed in has its own.
    """
    if on_error is not None and on_error not in get_args(OnError):
        raise ValueError(f"on_error is {on_error!r}, expected one of {', '.join(get_args(OnError))}")
    if run_id is not None and not folder.is_run_id(run_id):
        raise ValueError(f"run_id is {run_id!r}, expected a lower-case UUID")
    if masker is not None and recorder is not None:
        raise ValueError("both a recorder and a masker were given: give the masker to the recorder")
    parent = current()
    if parent is None and masker is None and recorder is None:
        masker = "secrets"
    settings = parent.settings if parent is not None else Settings(folder.transcripts(os.environ))
    settings = settings.changed(directory, recorder, masker, on_error)
    fixed = run_id or getattr(recorder, "run_id", None)
    if parent is not None and fixed == parent.id:
        fixed = None  # a recorder for both: two runs all the same
    if parent is not None and parent._journal.elsewhere:
        return Run(name, settings, run_id=fixed or str(uuid4()), parent_run_id=parent.id, recorder=recorder)
    if parent is not None:
        return parent._child(name, settings, fixed, recorder)
    own, parent_id = _inherited(os.environ, settings.directory, claim=fixed is None)
    return Run(name, settings, run_id=fixed or own, parent_run_id=parent_id, recorder=recorder)


class Settings(NamedTuple):
    """How a run is recorded.  A child takes it over."""

    directory: Path
    masker: Masker | None = None
    on_error: OnError = "warn"
    silent: bool = False

    def changed(
        self,
        directory: str | os.PathLike[str] | None,
        recorder: Recorder | NullRecorder | None,
        masker: Masking | None,
        on_error: OnError | None,
    ) -> Settings:
        """The settings with what a caller has given."""
        if directory is not None:
            place = Path(directory)
        elif recorder is not None and not isinstance(recorder, NullRecorder):
            place = Path(recorder.path).parent
        else:
            place = self.directory
        if recorder is not None and not isinstance(recorder, NullRecorder):
            masker = recorder.masker  # the files of children must not say what this one hides
        silent = self.silent if recorder is None else isinstance(recorder, NullRecorder)
        return Settings(place, self._masking(masker), on_error or self.on_error, silent)

    def _masking(self, asked: Masking | None) -> Masker | None:
        if asked is None:
            return self.masker
        if not isinstance(asked, str):
            return asked
        if asked == "none":
            return None
        from steno.record.masker import redacting  # the detectors cost start-up

        return redacting(asked)


def _inherited(environ: MutableMapping[str, str], directory: Path, *, claim: bool) -> tuple[str, str]:
    """The run's own id and its parent's, as the process that started this one has fixed them.

    The id is for one run: it is taken out of the environment, and this run becomes the parent of what is started next.
    A second process that finds it taken by a file (two programs in one shell script) gets an id of its own.
    """
    parent = _id(environ, folder.PARENT_RUN_ID)
    mine = _id(environ, folder.RUN_ID) if claim else ""
    if not mine or environ.pop(folder.RUN_ID, None) is None:
        return str(uuid4()), parent
    if folder.taken(directory, mine):
        return str(uuid4()), parent
    environ[folder.PARENT_RUN_ID] = mine
    return mine, parent


def _id(environ: MutableMapping[str, str], name: str) -> str:
    text = environ.get(name, "")
    if text and not folder.is_run_id(text):
        warn("%s is %r, expected a lower-case UUID; it is ignored", name, text)
        return ""
    return text


class Run(Recording):
    """One run, with a transcript of its own.

    `with` and `async with` begin and end it, or `open` and `close`.  What is still open inside it is closed before it
    ends, the innermost first.
    """

    def __init__(
        self,
        name: str,
        settings: Settings,
        *,
        run_id: str,
        parent_run_id: str = "",
        recorder: Recorder | NullRecorder | None = None,
        link: Child | None = None,
    ) -> None:
        self.id, self.parent_id = run_id, parent_run_id
        self.settings = settings
        self._given, self._made = recorder, False
        self._link = link
        journal = Journal(
            None if settings.silent else self._recorder,
            run_id=run_id,
            parent_run_id=parent_run_id,
            on_error=settings.on_error,
        )
        super().__init__(journal, Scope(self, link.scope if link else None), "run", name, KIND)

    def _recorder(self) -> Recorder:
        if self._given is not None and not isinstance(self._given, NullRecorder):
            return self._given
        from steno.record.recorder import Recorder  # a run that records nothing pays nothing

        self._made = True
        return Recorder(self._file, run_id=self.id, masker=self.settings.masker)

    @property
    def _file(self) -> Path:
        return folder.file(self.settings.directory, self.id)

    @property
    def path(self) -> Path | None:
        """The transcript, or None where nothing is recorded."""
        if self.settings.silent:
            return None
        return self._file if self._given is None else Path(self._given.path)

    @property
    def lost(self) -> int:
        """How many events could not be recorded."""
        return self._journal.lost

    def open(self) -> Self:
        """Record that the run begins, without making it the current one: `with` does both."""
        if self._link is None:
            return super().open()
        self._link.open()
        try:
            return super().open()
        except BaseException as error:
            self._link.close(error)
            raise

    def result(self, value: object) -> None:
        """State the result.  It is recorded as it is now, when the run ends, here and in the parent's transcript."""
        super().result(value)
        if self._link is not None:
            self._link.result(value)

    def _end(self, error: str | None) -> None:
        try:
            self._journal.close_rest()
            super()._end(error)
        finally:
            try:
                self._journal.end(close=self._made)
            finally:
                if self._link is not None:
                    self._link.close(error)

    def see_to(self, thing: Open) -> None:
        """Have `thing.close(error)` called when the run ends, unless it is `done` before: a stream that is read on."""
        self._journal.opened(thing)

    def done(self, thing: Open) -> bool:
        """No longer see to it; False where it was done before, or nobody asked."""
        return self._journal.closing(thing)

    def child(self, name: str) -> Run:
        """A run inside this one, with a transcript of its own; each names the other."""
        return self._child(name, self.settings, None, None)

    def _child(
        self, name: str, settings: Settings, run_id: str | None, recorder: Recorder | NullRecorder | None
    ) -> Run:
        run_id = run_id or str(uuid4())
        link = Child(self, self._here().inner(name), name, run_id)
        return Run(name, settings, run_id=run_id, parent_run_id=self.id, recorder=recorder, link=link)

    def subprocess(self, name: str) -> Child:
        """The run of another process: `with run.subprocess("worker") as child: subprocess.run(command,
        env=child.environment)`.  The first `steno.run()` of that process is the child."""
        return Child(self, self._here().inner(name), name, str(uuid4()))

    def environment(self) -> dict[str, str]:
        """The environment for processes whose runs are children of this one, however many they have.

        Nothing of them stands in this transcript: see `subprocess`.
        """
        environ = {key: value for key, value in os.environ.items() if key not in (folder.RUN_ID, folder.PARENT_RUN_ID)}
        if self.settings.silent:
            return environ
        place = str(self.settings.directory.absolute())
        return {**environ, folder.PARENT_RUN_ID: self.id, folder.TRANSCRIPTS: place}


class Child(Span):
    """The call of a child run, in its parent's transcript.  It knows the child's id before the child begins."""

    def __init__(self, parent: Run, scope: Scope, name: str, run_id: str) -> None:
        super().__init__(parent._journal, scope, "step.call_workflow", name, CALL, run_id)
        self._parent = parent
        self.run_id = run_id

    @property
    def environment(self) -> dict[str, str]:
        """The environment in which the child has to be started."""
        environ = self._parent.environment()
        return environ if self._journal.silent else {**environ, folder.RUN_ID: self.run_id}
