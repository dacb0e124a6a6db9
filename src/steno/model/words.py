"""The words that trace formats use for their own fields and kinds.  None of them is anybody's content.

The words of an agent stand in its own folder.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


class Words(NamedTuple):
    """The words of one format: those of its records that nobody said."""

    keys: frozenset[str] = frozenset()
    """Names of fields."""
    kinds: frozenset[str] = frozenset()
    """What a record, a part of it or a flag says that it is, as a whole string."""
    ids: frozenset[str] = frozenset()
    """Keys of ids, ..."""
    times: frozenset[str] = frozenset()
    """... of times ..."""
    counts: frozenset[str] = frozenset()
    """... and of numbers that count."""


NO_WORDS = Words()


def together(every: Iterable[Words]) -> Words:
    """The words of several formats, or of none."""
    found = [NO_WORDS, *every]
    return Words(*(frozenset[str]().union(*each) for each in zip(*found, strict=True)))


FIELDS = words(
    """
$piece access action active_path_leaf_id actor actor_id agent agent_confidence agent_config agent_model agent_role
agent_tools agent_type alternatives_considered anchor approvals approved arch args arguments arguments_encoding
artifacts attachment attribution author awf backup base_commit before block blocks branch bytes cache_creation
cache_creation_input_tokens cache_read_input_tokens cache_read_tokens cache_write_tokens call_id call_ids call_type
caller canonicalization capture_limitations capture_method captured_at causal_note causal_type caused_by change_type
changes child_run_id chunk clarifications classifier_version client cmd code collection_id command commit_reachable
commit_sha committed confidence container content content_hash context context_node_id context_tree_summary
context_window contributor conversation conversations corrections cost_usd create_time cwd data dataset_summary
decision dependencies depth description detail diff directive directive_signals disabled document duration duration_ms
effort encrypted_content end_line ended_at entries entrypoint enum env environment environments error eval eval_reason
event event_type events events_hash evidence_firmness evidence_tier execution execution_context execution_id
execution_mode exit_code experimental exported_at feedback feedback_content feedback_type fidelity file file_path
filenames files final_output flags_reviewed forsy found from full generation_index git git_links glob goal_achieved
goal_notes hash hash_alg head hooks human_feedback id image_url images index info input input_source input_tokens
inputs inputs_truncated instance_id instructions integrity internal_availability interpreter interrupted is_error item
items iteration iterations key kind language language_ecosystem last_searched_at layer_count learning level lifecycle
limit lines link links marker media_type memory message message_role metadata metrics mime missing_end missing_result
mode model model_id model_provider name namespace nanos native_call_id native_span_id negative_steps network
neutral_steps new_instructions new_string node_count note notes num_turns observation observations offset ok
old_string omitted op open-token open_token_version opentraces operation origin original_folder_name os outcome output
output_summary output_tokens parallel_group parent parent_id parent_run_id parent_step participants patch patch_id
patches path pattern payload permission_mode phase plan positive_steps prefix_reuse_tokens prior_collection_id
prior_trace_id profile project prompt properties provider query ranges ratio raw reason reasoning reasoning_content
reasoning_effort reasoning_tokens record record_type redacted redaction redactions_applied related_steps
release_sensitivity release_tier replace_all replies_to repo_url repository repository_url required
resolved_dependencies result results retry_of review revision reward reward_source role run run_id saved_path scanned
schema_version score secs security seq serial server service_tier session_id settings sha256 shell signal_confidence
signal_source signature size skill skills slug snapshot snippet snippets source source_call_id source_field
source_files source_folder_names source_runtime source_step source_trace_id span_id span_name spawn_reason speed
start_line started_at state state_change static_output status stdin steno_hook step step_index steps stop_reason
strategy stream subagent subagent_trajectory_ref subagent_type subject subtype success summary system_prompt
system_prompt_hash system_prompts table tags task task_id task_type terminal_state termination_reason text thinking
thought tier time timeout timestamp timestamp_end timestamp_start timezone title to token_usage tool tool_call_id
tool_calls tool_content tool_definitions tool_id tool_input tool_name tool_result tools tools_available
total_input_tokens total_output_tokens total_steps total_tokens total_turns trace_id trace_mode trace_slug trigger
truncated ts turn type unaccounted_files unified_diff url usage user uuid validation_level value vcs vcs_type version
visibility web_search_requests why workflow_name working_directory workspace_roots x y
"""
)
"""Names of fields, in the trace formats that Steno reads and in the arguments and results of tools at large."""

PARTS = words(
    """
document function_call function_call_output image input_image input_text json output_text reasoning refusal
reasoning_text resource resource_link summary_text text thinking tool_reference tool_result tool_use
"""
)
"""What the parts of a message or of a result say that they are."""

ACTORS = words(
    """
human model tool system user assistant developer program parent sub-agent agent unknown audit awf workflow
"""
) | {"unknown tool"}
"""Who speaks and acts, as readers call them."""
