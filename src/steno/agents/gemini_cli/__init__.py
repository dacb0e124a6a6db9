"""Gemini CLI: its chats (`~/.gemini/tmp/*/chats/`), what `-o stream-json` prints, and all else that is known of it."""

from steno.agents.contract import Own, Skills
from steno.kit.agent import agent

AGENT = agent(
    "gemini-cli",
    "Gemini CLI",
    "steno.agents.gemini_cli.table:FORMAT",
    summary="reads chats in JSON and in lines, and `-o stream-json`; writes back what was read from such a file",
    places="steno.agents.gemini_cli.places:PLACES",
    usage="steno.agents.gemini_cli.usage:POLICY",
    tools="steno.agents.gemini_cli.tools:TOOLBOX",
    idiom="steno.agents.gemini_cli.idiom:IDIOM",
    pairing="embedded",
    holds=(b'"projectHash"', b'"gemini"', b'"init"', b'"tool_id"'),
    verified=7,
    own=Own(variables=("GEMINI_SESSION_ID",), mark="GEMINI_CLI", transcript="transcript_path", session="session_id"),
    skills=Skills(".gemini/skills", ".gemini/skills"),
    about="A message is written again under the same id as it grows: the last one counts, the others are kept as "
    "echoes. A rewind leaves messages in the file: each message names the one that it follows, so that what was left "
    "is a branch. Where the program writes its whole history anew, only what is new in it counts. A tool's output is "
    "cut by the program at 50 kB. What `-o stream-json` prints has the tokens of the whole run alone.",
)
