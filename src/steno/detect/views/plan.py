"""In which order shapes are undone."""

from steno.detect.views.ansi import uncoloured
from steno.detect.views.appended import appended
from steno.detect.views.base64_runs import decoded
from steno.detect.views.chunks import assembled
from steno.detect.views.cuts import cut as cut
from steno.detect.views.cuts import uncut as uncut
from steno.detect.views.dumps import undumped
from steno.detect.views.emphasis import unmarked
from steno.detect.views.entities import dereferenced
from steno.detect.views.escapes import unescaped
from steno.detect.views.hex_runs import unhexed
from steno.detect.views.invisible import seen
from steno.detect.views.lines import joined, rewrapped
from steno.detect.views.literals import concatenated
from steno.detect.views.percent import unquoted
from steno.detect.views.printable import unprinted
from steno.detect.views.view import Shape
from steno.detect.views.zips import unzipped

SHAPES: tuple[Shape, ...] = (
    seen, unescaped, uncoloured, unquoted, dereferenced, unprinted, unmarked, undumped, joined, rewrapped, concatenated,
    appended, assembled, unzipped, decoded, unhexed,
)  # fmt: skip
PLAN: tuple[Shape, ...] = (
    assembled, seen, uncoloured, *(unescaped, uncoloured) * 3, *(unquoted,) * 2, *(dereferenced,) * 2, unprinted,
    unmarked, undumped, unzipped, joined, rewrapped, concatenated, appended, assembled, decoded, unhexed,
)  # fmt: skip
"""The order in which shapes are undone: first how a character is spelled, then how words are cut, then codes."""
