"""Aider: its chat histories (`.aider.chat.history.md`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import InProject

AGENT = agent(
    "aider",
    "Aider",
    "steno.agents.aider.table:FORMAT",
    summary="reads chat histories, a session for each start of the program; writes back what was read, byte for byte",
    places=InProject(".aider.chat.history.md"),
    usage="inclusive",
    pairing="none",
    holds=(b"# aider chat started at",),
    verified=1,
    cannot=("calls", "results", "the zone of times", "exact tokens"),
    about="A history is Markdown without marks for who speaks: a line that begins with `#### ` is the human's, one "
    "with `> ` the program's, anything else the model's, also where an answer quotes such lines. Tokens are rounded to "
    "hundreds or thousands as the program prints them. The file lies in the repository: `steno ls` finds that of "
    "the current folder, of those above it, and of the home folder.",
)
