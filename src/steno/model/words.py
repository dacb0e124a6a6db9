"""The words that formats and agents use for their own fields, tools and kinds.  None of them is anybody's content."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FIELDS = words(
    """
access action activeForm actor_id addedBlocks addedLines addedNames additionalProperties agent agent_id agent_nickname
agent_path agent_role agent_thread_id agent_transcript_path agent_type agentId agentName agents_md agents_states
aggregated_output aiTitle apiErrorStatus appliedLimit approval_policy approved args arguments arguments_encoding atis
attachment attributionPlugin attributionSkill author backgroundTaskId backup backupFileName backupTime balance
base_instructions before block blocks branch bridgeSessionId bytes cache_creation cache_creation_input_tokens
cache_read_input_tokens cache_read_tokens cache_write_input_tokens cached_input_tokens call_id call_ids caller callId
canonicalization changes child_run_id chunk claude-code cli_version client client_id cmd code codeText codex
codex_error_info collaboration_mode collaboration_mode_kind command commit_hash compactMetadata completed_at
completed_at_ms container content content_items context context_management context_window conversation cost_usd
create_time credits current_date custom_instructions customTitle cwd data decision deferLoading depth description
detail developer_instructions disabled duration duration_ms durationMs durationSeconds dynamic_tools effort
elapsedTimeSeconds encrypted_content end_byte_offset end_ordinal_exclusive entries entrypoint enum env environments
ephemeral_1h_input_tokens ephemeral_5m_input_tokens error event event_id event_type events events_hash
exclude_slash_tmp exclude_tmpdir_env_var execution execution_id exit_code exitCode exported_at fidelity file file_path
file_system filenames filePath files files_omitted first_window_id forked_from_id formatted_output fragments frameUrl
from full fullOutput ghost_commit git gitBranch glob has_credits hash_alg hasOutput head head_limit history_base
history_mode hook_event_name hookCount hookErrors hookEvent hookInfos hookName hookRunId id image_url images index
individual_limit inference_geo info input input-messages input_tokens inputs inputs_truncated inputSchema instance_id
instructions integrity internal_availability internal_chat_message_metadata_passthrough interrupted invocation
is_error is_interrupt is_partial isAgent isApiErrorMessage isCompactSummary isError isImage isInitial isMeta
isSidechain isSnapshotUpdate isVisibleInTranscriptOnly item itemCount items iteration iterations key kind
last-assistant-message last_agent_message last_assistant_message last_token_usage lastPrompt lastSequenceNum leafUuid
level lifecycle limit limit_id limit_name lines link links local_images logicalParentUuid marker maxRetries
maxThinkingTokens media_type memory_citation memory_mode message messageId metadata microcompactMetadata mime
missing_end missing_result mode model model_context_window model_provider move_path multi_agent_version name namespace
nanos native_call_id native_span_id network network_access new_agent_nickname new_agent_role new_string new_thread_id
newLines newStart newString newTodos noOutputExpected normalizedMessages note notes notification_type novelty
num_turns numFiles numLines occurred_at_ms offset ok old_string oldLines oldStart oldString oldTodos omitted op
open-token open_token_version operation ordinal origin originalFile originator other_recipients output output_mode
output_tokens parent parent_id parent_run_id parent_thread_id parentToolUseID parentUuid parsed_cmd participants path
pattern payload permission_mode permission_profile permissionMode persistedOutputPath persistedOutputSize personality
phase plan plan_type preexisting_untracked_dirs preexisting_untracked_files preTokens preventedContinuation
previous_window_id primary prNumber process_id profile project prompt prompt_id promptId properties provenance
provider prRepository prUrl queries query rate_limit_reached_type rate_limits ratio raw raw_content realtime_active
reason reasoning_effort reasoning_output_tokens reasoning_tokens receiver_agents receiver_thread_ids recipient
record_type redacted redaction refusal relocatedCwd removedNames replace_all replaceAll replacement_history replies_to
repository_url requestId required resets_at result resultCount results retrieval_status retryAttempt retryInMs review
revised_prompt role run run_id sandbox_policy saved_path schema_version score secondary secs sender_thread_id seq
serial server server_tool_use service_tier session_id sessionId sessionKind settings sha256 signature size skill
skillCount skills slug snapshot snapshotMessageId snippet source source_runtime sourceToolAssistantUUID span_id
span_name spawn_reason speed started_at started_at_ms startLine state status stderr stdin stdout steno_hook
stop_hook_active stop_reason stop_sequence stopReason strategy stream structuredPatch subagent
subagent_history_start_ordinal subagent_type subject subtype success summary summary_text table task task_id task_type
taskDescription taskId taskType text text_elements thinking thinkingMetadata thought thread-id thread_id thread_name
thread_source thread_spawn time time_to_first_token_ms timeout timeout_ms timeoutMs timestamp timezone title to todos
tokensSaved tool tool_calls tool_content tool_id tool_input tool_name tool_response tool_result tool_use_id tools
toolUseID toolUseResult total_token_usage total_tokens totalDurationMs totalLines totalTokens totalToolUseCount
trackedFileBackups trackingPath transcript_path trigger trigger_turn triggers truncated truncation_policy ts turn-id
turn_id turnId type unified_diff unlimited url usage used_percent user user_instructions userModified userType uuid
value version visibility web_fetch_requests web_search_requests why window_id window_minutes window_number
workflow_name working_directory workspace_roots worktreeSession writable_roots x y
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
