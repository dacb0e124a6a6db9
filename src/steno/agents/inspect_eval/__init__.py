"""Inspect: the logs of its evaluations (`*.eval`), and all else that is known of it."""

from steno.kit.agent import agent
from steno.kit.places import Stored

AGENT = agent(
    "inspect-eval",
    "Inspect AI",
    "steno.agents.inspect_eval.table:FORMAT",
    summary="reads the samples of an evaluation, each as a session",
    places=Stored((), r"(?:[^/]+/)*(?P<id>[^/]+)\.eval"),
    usage="steno.agents.inspect_eval.usage:POLICY",
    tools="steno.agents.inspect_eval.tools:TOOLBOX",
    idiom="steno.agents.inspect_eval.idiom:IDIOM",
    pairing="id",
    holds=(b"_journal/start.json",),
    verified=2,
    cannot=("times of messages", "tokens of a single answer"),
    about="Each sample is a session: its final conversation, its scores, and the tokens of each model, those of "
    "graders included. The events of a sample (model calls, spans, states) stay in its record and are not read one by "
    "one. Logs lie wherever an evaluation was run, so they are never listed: name the file.",
)
