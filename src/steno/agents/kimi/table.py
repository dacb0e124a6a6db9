"""The records of Kimi, as tables: the wire of Kimi Code, and of Kimi CLI the wire and the context."""

from __future__ import annotations

from steno.agents.kimi import cli, code
from steno.contracts import Format
from steno.kit.agent import parts_of

SPECS = {"code": code.SPEC, "wire": cli.WIRE, "context": cli.CONTEXT}
FORMAT = Format("kimi", "Kimi session", parts_of(SPECS))
