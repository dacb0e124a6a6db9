"""Give the traces of a session with their steps, for whoever explains where a value comes from."""

from __future__ import annotations

from steno import pipeline, registry
from steno.api.read import of_session
from steno.api.world import ignore
from steno.model import Trace
from steno.session import enriched, with_steps


def _recorded(trace: Trace) -> tuple[Trace, Trace]:
    """A trace with everything that its log shows, beside itself as the writer of OpenTraces records gets it."""
    return enriched(trace), pipeline.prepared(trace, registry.formats["opentraces"], ignore)


recorded = of_session(_recorded)
"""The traces of a session with everything that their log shows, each beside itself as the writer of OpenTraces records
gets it: to be asked where a field of the record comes from."""

explained = of_session(with_steps)
"""The traces of a session with their steps.  Every note on them says on which evidence it rests."""
