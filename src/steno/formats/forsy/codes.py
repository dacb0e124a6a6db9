"""What reading a trace or a bundle may report, apart from rules and losses."""

from steno.contracts import Code
from steno.formats.forsy.bundle import UNLIKE
from steno.formats.forsy.reader import ASTRAY

CODES: tuple[Code, ...] = (ASTRAY, UNLIKE)
