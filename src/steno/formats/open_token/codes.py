"""What reading and the options may report, apart from rules and losses."""

from steno.contracts import Code
from steno.formats.open_token.options import IGNORED
from steno.formats.open_token.reader import NO_CONVERSATION, UNLISTED

CODES: tuple[Code, ...] = (IGNORED, UNLISTED, NO_CONVERSATION)
