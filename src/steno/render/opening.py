"""The beginning of a long transcript, shown before the session is read to its end, and what follows it.

Only the whole session tells everything: a later record may give it a title, repeat an earlier one or answer a call.  So
what was shown is compared with the whole, and where that is not as it seemed, all of it is shown once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from steno.api.show import Beginning
from steno.model import Trace
from steno.render.terminal import Paint
from steno.render.transcript import Transcript, View, head, transcript


class Opening(NamedTuple):
    """What is shown first."""

    head: list[str]
    body: list[str]


def opening(begun: Beginning, paint: Paint, view: View) -> Opening:
    """The text of what is known of a session by its beginning."""
    body = Transcript(begun.trace, paint, view).first(begun.certain)
    return Opening(list(head(begun.trace, paint)), list(body))


def rest(shown: Opening, traces: Iterable[Trace], paint: Paint, view: View) -> Iterator[str]:
    """What comes after it.  What the whole says otherwise at its head comes last."""
    for number, trace in enumerate(traces):
        if number:
            yield from transcript(trace, paint, view)
            continue
        about = list(head(trace, paint))
        blocks = Transcript(trace, paint, view).whole()
        if list(islice(blocks, len(shown.body))) == shown.body:
            yield from blocks
            if about != shown.head:
                yield ""
                yield from about
        else:
            yield ""
            yield paint("── The session is read to its end, and is not as it seemed. Here is all of it: ──", "warning")
            yield from transcript(trace, paint, view)
