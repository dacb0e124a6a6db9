"""How OpenClaw counts tokens: each answer states its own, and one that is said again those of the whole run."""

from msgspec import UNSET

from steno.usage.policies import EXCLUSIVE

POLICY = EXCLUSIVE._replace(states=lambda event: event.usage is not UNSET and event.echo_of is UNSET)
