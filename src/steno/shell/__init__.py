"""Reads command lines: their commands, their operation, their targets, and what their exit code proves."""

from steno.shell.parse import Command, Line, Pipeline, parse
from steno.shell.reading import Reading, operation, proves_exit, reading, subcommand
from steno.shell.targets import Target, targets

__all__ = [
    "Command", "Line", "Pipeline", "Reading", "Target", "operation", "parse", "proves_exit", "reading", "subcommand",
    "targets",
]  # fmt: skip
