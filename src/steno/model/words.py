"""The words that formats and agents use for their own fields, tools and kinds.  None of them is anybody's content."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FIELDS = words(
    """
access action active_path_leaf_id activeForm actor actor_id addedBlocks addedLines addedNames additionalProperties
agent agent_confidence agent_config agent_id agent_model agent_nickname agent_path agent_role agent_thread_id
agent_tools agent_transcript_path agent_type agentId agentName agents_md agents_states aggregated_output aiTitle
alternatives_considered anchor apiErrorStatus appliedLimit approval_policy approvals approved arch args arguments
arguments_encoding artifacts atis attachment attribution attributionPlugin attributionSkill author awf
backgroundTaskId backup backupFileName backupTime balance base_commit base_instructions before block blocks branch
bridgeSessionId bytes cache_creation cache_creation_input_tokens cache_read_input_tokens cache_read_tokens
cache_write_input_tokens cache_write_tokens cached_input_tokens call_id call_ids call_type caller callId
canonicalization capture_limitations capture_method captured_at causal_note causal_type caused_by change_type changes
child_run_id chunk clarifications classifier_version claude-code cli_version client client_id cmd code codeText codex
codex_error_info collaboration_mode collaboration_mode_kind collection_id command commit_hash commit_reachable
commit_sha committed compactMetadata completed_at completed_at_ms confidence container content content_hash
content_items context context_management context_node_id context_tree_summary context_window contributor conversation
conversations corrections cost_usd create_time credits current_date custom_instructions customTitle cwd data
dataset_summary decision deferLoading dependencies depth description detail developer_instructions diff directive
directive_signals disabled document duration duration_ms durationMs durationSeconds dynamic_tools effort
elapsedTimeSeconds encrypted_content end_byte_offset end_line end_ordinal_exclusive ended_at entries entrypoint enum
env environment environments ephemeral_1h_input_tokens ephemeral_5m_input_tokens error eval eval_reason event event_id
event_type events events_hash evidence_firmness evidence_tier exclude_slash_tmp exclude_tmpdir_env_var execution
execution_context execution_id execution_mode exit_code exitCode experimental exported_at feedback feedback_content
feedback_type fidelity file file_path file_system filenames filePath files files_omitted final_output first_window_id
flags_reviewed forked_from_id formatted_output forsy found fragments frameUrl from full fullOutput generation_index
ghost_commit git git_links gitBranch glob goal_achieved goal_notes has_credits hash hash_alg hasOutput head head_limit
history_base history_mode hook_event_name hookCount hookErrors hookEvent hookInfos hookName hookRunId hooks
human_feedback id image_url images index individual_limit inference_geo info input input-messages input_schema
input_source input_tokens inputs inputs_truncated inputSchema instance_id instructions integrity internal_availability
internal_chat_message_metadata_passthrough interpreter interrupted invocation is_error is_interrupt is_partial isAgent
isApiErrorMessage isCompactSummary isError isImage isInitial isMeta isSidechain isSnapshotUpdate
isVisibleInTranscriptOnly item itemCount items iteration iterations key kind language language_ecosystem
last-assistant-message last_agent_message last_assistant_message last_searched_at last_token_usage lastPrompt
lastSequenceNum layer_count leafUuid learning level lifecycle limit limit_id limit_name lines link links local_images
logicalParentUuid marker maxRetries maxThinkingTokens media_type memory memory_citation memory_mode message
message_role messageId metadata metrics microcompactMetadata mime missing_end missing_result mode model
model_context_window model_id model_provider move_path multi_agent_version name namespace nanos native_call_id
native_span_id negative_steps network network_access neutral_steps new_agent_nickname new_agent_role new_instructions
new_string new_thread_id newLines newStart newString newTodos node_count noOutputExpected normalizedMessages note
notes notification_type novelty num_turns numFiles numLines observation observations occurred_at_ms offset ok
old_string oldLines oldStart oldString oldTodos omitted op open-token open_token_version opentraces operation ordinal
origin original_folder_name originalFile originator os other_recipients outcome output output_mode output_summary
output_tokens parallel_group parent parent_id parent_run_id parent_step parent_thread_id parentToolUseID parentUuid
parsed_cmd participants patch patch_id patches path pattern payload permission_mode permission_profile permissionMode
persistedOutputPath persistedOutputSize personality phase plan plan_type positive_steps preexisting_untracked_dirs
preexisting_untracked_files prefix_reuse_tokens preTokens preventedContinuation previous_window_id primary
prior_collection_id prior_trace_id prNumber process_id profile project prompt prompt_id promptId properties provenance
provider prRepository prUrl queries query ranges rate_limit_reached_type rate_limits ratio raw raw_content
realtime_active reason reasoning reasoning_content reasoning_effort reasoning_output_tokens reasoning_tokens
receiver_agents receiver_thread_ids recipient record record_type redacted redaction redactions_applied refusal
related_steps release_sensitivity release_tier relocatedCwd removedNames replace_all replaceAll replacement_history
replies_to repo_url repository repository_url requestId required resets_at resolved_dependencies result resultCount
results retrieval_status retry_of retryAttempt retryInMs review revised_prompt revision reward reward_source role run
run_id sandbox_policy saved_path scanned schema_version score secondary secs security sender_thread_id seq serial
server server_tool_use service_tier session_id sessionId sessionKind settings sha256 shell signal_confidence
signal_source signature size skill skillCount skills slug snapshot snapshotMessageId snippet snippets source
source_call_id source_field source_files source_folder_names source_runtime source_step source_trace_id
sourceToolAssistantUUID span_id span_name spawn_reason speed start_line started_at started_at_ms startLine state
state_change static_output status stderr stdin stdout steno_hook step step_index steps stop_hook_active stop_reason
stop_sequence stopReason strategy stream structuredPatch subagent subagent_history_start_ordinal
subagent_trajectory_ref subagent_type subject subtype success summary summary_text system_prompt system_prompt_hash
system_prompts table tags task task_id task_type taskDescription taskId taskType terminal_state termination_reason
text text_elements thinking thinkingMetadata thought thread-id thread_id thread_name thread_source thread_spawn tier
time time_to_first_token_ms timeout timeout_ms timeoutMs timestamp timestamp_end timestamp_start timezone title to
todos token_usage tokensSaved tool tool_call_id tool_calls tool_content tool_definitions tool_id tool_input tool_name
tool_response tool_result tool_use_id tools tools_available toolUseID toolUseResult total_input_tokens
total_output_tokens total_steps total_token_usage total_tokens total_turns totalDurationMs totalLines totalTokens
totalToolUseCount trace_id trace_mode trace_slug trackedFileBackups trackingPath transcript_path trigger trigger_turn
triggers truncated truncation_policy ts turn turn-id turn_id turnId type unaccounted_files unified_diff unlimited url
usage used_percent user user_instructions userModified userType uuid validation_level value vcs vcs_type version
visibility web_fetch_requests web_search_requests why window_id window_minutes window_number workflow_name
working_directory workspace_roots worktreeSession writable_roots x y
"""
)
"""Names of fields, in the formats that Steno reads and in the arguments and results of the tools below."""

TOOLS = words(
    """
AskUserQuestion Agent Bash BashOutput CronCreate CronDelete CronList Edit EnterPlanMode EnterWorktree ExitPlanMode
ExitWorktree Glob Grep KillBash KillShell LS ListMcpResourcesTool Monitor MultiEdit NotebookEdit NotebookRead Read
ReadMcpResourceTool SendMessage Skill SlashCommand StructuredOutput Task TaskCreate TaskGet TaskList TaskOutput
TaskStop TaskUpdate TodoRead TodoWrite ToolSearch WebFetch WebSearch Write apply_patch close_agent container.exec
exec_command js_repl list_mcp_resource_templates list_mcp_resources local_shell local_shell_call read_mcp_resource
request_user_input resume_agent send_input shell shell_command spawn_agent update_plan view_image wait wait_agent
web_search web_search_call write_stdin read_file write_file list_dir grep_files image_generation tool_search_call
"""
)
"""The tools that agents come with."""

PARTS = words(
    """
document function_call function_call_output image input_image input_text json output_text reasoning refusal
reasoning_text resource resource_link summary_text text thinking tool_reference tool_result tool_use
"""
)
"""What the parts of a message or of a result say that they are."""

ACTORS = words(
    """
human model tool system user assistant developer program parent claude-code codex sub-agent agent unknown audit awf
workflow
"""
) | {"unknown tool"}
"""Who speaks and acts, as readers call them."""
