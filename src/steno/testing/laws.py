"""The law of losses, for tests."""

from steno.readback import Unexplained as Unexplained
from steno.readback import differences as differences
from steno.readback import unexplained as unexplained
