"""How OpenCode words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import LifecycleKind
from steno.model.words import words

_ENDS = {"aborted": LifecycleKind.INTERRUPTION, "failed": LifecycleKind.ERROR}
_COMPACTION = LifecycleKind.COMPACTION

IDIOM = Idiom(
    name="opencode",
    lifecycle={
        **{
            f"{kind}.{end}": about
            for kind in ("assistant", "message.assistant", "entry.assistant")
            for end, about in _ENDS.items()
        },
        **dict.fromkeys(("compaction", "user.compaction", "assistant.compaction", "entry.compaction"), _COMPACTION),
        **dict.fromkeys(("retry", "user.retry", "assistant.retry"), LifecycleKind.ERROR),
    },
    openings={},
    fields=words(
        """
aborted additions agent agents aggregate_id attachments auto cache callID compaction completed content cost created
data deletions delivery diffs directory end entry error exit export failed filename files finish hash ignored info
message messageID messages metadata mime mode model modelID outputPaths overflow parentID parent_id part parts patch
path permission projectID project_id prompt promoted_seq provider providerID read reason reasoning recent retry revert
root seq session sessionID sessionId session_id share_url slug snapshot start state status step-finish step-start
structured subtask summary synthetic tail_start_id task_id time time_archived time_created time_updated title todo
tokens tool total type updated url variant version write
"""
    ),
)
