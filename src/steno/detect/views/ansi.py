"""Terminal control sequences: colours, links, cursor moves.  Real ones, and those that a printout spells."""

from __future__ import annotations

from steno.detect.patterns import deferred
from steno.detect.views.page import SPELLED, Page
from steno.detect.views.view import Edit, View, apart, view

_CSI = r"\[[0-?]{0,64}[ -/]{0,8}[@-~]"
_OSC = r"\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\)"
_SEQUENCES = (
    # Each begins with a character of its own: `re` goes from one to the next fast.
    deferred(rf"\x1b(?:{_CSI}|{_OSC}|[()*+#%][0-~]|[78=>])"),
    deferred(rf"␛(?:{_CSI}|{_OSC})"),
    deferred(rf"\^\[(?:{_CSI}|{_OSC})"),
    deferred(rf"\\{{1,8}}(?:x1[bB]|u001[bB]|033|e)(?:{_CSI}|{_OSC})"),
    deferred(r"[^\n\x08]\x08"),  # a character that the next one is printed over
    deferred(r"\[[0-9]{0,3}(?:;[0-9]{1,3}){0,5}m"),  # a colour whose escape character something has dropped
)


def uncoloured(page: Page) -> View | None:
    if "colour" not in page.shows(SPELLED):
        return None
    edits = sorted(Edit(*each.span(), "") for sequence in _SEQUENCES for each in sequence().finditer(page.text))
    return view(page, apart(edits))
