"""A session in which somebody has put a secret."""

from __future__ import annotations

from tests.given.machine import dialogue
from tests.given.token import TOKEN


def planted(session: str) -> list[dict[str, object]]:
    """A session that holds the token wherever somebody can put one."""
    made = dialogue(session, prompt=f"Use {TOKEN} for the roses", output=f"export KEY={TOKEN}\ndone")
    for each in made:
        each["gitBranch"] = f"fix/{TOKEN}"
    call = made[2]["message"]
    assert isinstance(call, dict)
    call["content"][0]["input"]["command"] = f"curl -H 'Authorization: Bearer {TOKEN}' localhost"
    return [
        *made,
        {"type": "summary", "summary": f"Roses with {TOKEN}", "leafUuid": "u4"},
        {"type": "nobody-knows", "what": f"a {TOKEN}", "sessionId": session},
    ]
