"""A dataset's manifest and the security policy in it, as OpenTraces 0.7 to 0.9 write them.  Runs no tool.

A workflow declares in a contract which security tools must, may and must not look at the rows it makes; a dataset keeps
the policy that was made of it in its manifest.  What the rules of both are stands in `policy_rules`, how a file is read
in `policy_file`, and what Steno runs for a tool in `policy_tools`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType, field

Tool = Literal[
    "regex",
    "entropy",
    "trufflehog",
    "privacy_filter",
    "llm_pii",
    "business_logic",
    "path_anonymizer",
    "capsule_scope",
    "classifier",
]
TOOLS: Final[tuple[Tool, ...]] = get_args(Tool)
"""Every tool that a policy may name, in the order in which lists of them are written."""
Executor = Literal["script", "current-agent", "claude-code-headless"]
"""`script` came with 0.9, and is what that version runs where none is named."""
Named = Annotated[str, Meta(min_length=1)]
Tools = tuple[Tool, ...]


def ordered(tools: Iterable[str]) -> Tools:
    """Tools in their order, each once."""
    wanted = set(tools)
    return tuple(tool for tool in TOOLS if tool in wanted)


class _Closed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What has no other fields than those it names."""


class WorkflowSecurityContract(_Closed, frozen=True, kw_only=True):
    """What a workflow declares of the rows that it makes."""

    required_tools: Tools = ()
    optional_tools: Tools = ()
    default_enabled_tools: Tools = ()
    disallowed_tools: Tools = ()
    allow_disable_required: bool = False
    """Whether a dataset may turn a required tool off at all."""

    def resolved_enabled_tools(self) -> Tools:
        """What runs in a dataset that is made from the contract and not changed."""
        return ordered({*self.required_tools, *self.default_enabled_tools})


class DatasetSecurityOverride(_Closed, frozen=True, kw_only=True):
    """A required tool that somebody turned off."""

    tool: Tool
    reason: str | None = None


class DatasetSecurityPolicy(_Closed, frozen=True, kw_only=True):
    """What holds for one dataset."""

    source: Literal["default", "workflow", "manual"] = "default"
    source_workflow_digest: str | None = None
    required_tools: Tools = ()
    optional_tools: Tools = ()
    enabled_tools: Tools = ()
    disallowed_tools: Tools = ()
    allow_disable_required: bool = False
    overrides: tuple[DatasetSecurityOverride, ...] = ()

    @classmethod
    def from_contract(cls, contract: WorkflowSecurityContract, digest: str | None = None) -> DatasetSecurityPolicy:
        """The policy of a dataset that is made from a workflow; `digest` is the workflow's."""
        return cls(
            source="workflow",
            source_workflow_digest=digest,
            required_tools=contract.required_tools,
            optional_tools=contract.optional_tools,
            enabled_tools=contract.resolved_enabled_tools(),
            disallowed_tools=contract.disallowed_tools,
            allow_disable_required=contract.allow_disable_required,
        )

    def required_tools_satisfied(self) -> bool:
        return not self.missing_required_tools()

    def missing_required_tools(self) -> Tools:
        """Required tools that do not run, overridden or not."""
        return ordered(set(self.required_tools) - set(self.enabled_tools))


# The manifest


class DatasetSchemaRef(_Closed, frozen=True, kw_only=True):
    path: Named
    version: Named
    digest: str | None = None


class WorkflowRef(_Closed, frozen=True, kw_only=True):
    skill: Named
    digest: Named
    instructions: str | None = None
    config: dict[str, Any] = {}


class ExecutorConfig(_Closed, frozen=True, kw_only=True):
    """UNSET where the file does not say it: 0.7 and 0.9 run different ones then."""

    default: Executor | UnsetType = UNSET
    development: Executor = "current-agent"
    timeout_minutes: Annotated[int, Meta(ge=1)] = 30
    budget_usd: Annotated[float, Meta(ge=0)] | None = None


class DatasetIdentity(_Closed, frozen=True, kw_only=True):
    """What makes two rows the same row."""

    mode: Literal["payload_hash", "fields"] = "payload_hash"
    fields: tuple[str, ...] = ()


class DatasetCandidateQuery(_Closed, frozen=True, kw_only=True):
    name: Named
    scope: Literal["all-projects", "project", "cwd", "trace"] = "all-projects"
    args: dict[str, Any] = {}
    incremental: dict[str, Any] = {}
    facets: dict[str, str] = {}
    """Came with 0.9."""


class DatasetSchedule(_Closed, frozen=True, kw_only=True):
    enabled: bool = False
    every: str | None = None
    executor: Executor | UnsetType = UNSET


class DatasetDiscoverability(_Closed, frozen=True, kw_only=True):
    license: str | None = None
    pretty_name: str | None = None
    tags: tuple[str, ...] = ("opentraces", "agent-traces")
    task_categories: tuple[str, ...] = ()
    language: tuple[str, ...] = ()


class DatasetRemote(_Closed, frozen=True, kw_only=True):
    url: Named
    visibility: Literal["private", "public"] = "private"


class DatasetPublicationPolicy(_Closed, frozen=True, kw_only=True):
    review: Literal["required", "auto"] = "required"
    security: Literal["required"] = "required"
    llm_review: Literal["optional", "required", "off"] = "optional"


class DatasetManifest(_Closed, frozen=True, kw_only=True):
    name: Named
    description: str | None = None
    schema_ref: DatasetSchemaRef = field(name="schema")
    workflow: WorkflowRef
    executor: ExecutorConfig = ExecutorConfig()
    identity: DatasetIdentity = DatasetIdentity()
    candidate_query: DatasetCandidateQuery | None = None
    schedule: DatasetSchedule | None = None
    discoverability: DatasetDiscoverability = DatasetDiscoverability()
    remotes: dict[str, DatasetRemote] = {}
    active_remote: str | None = None
    remote_schema: Literal["refuse_if_newer"] = "refuse_if_newer"
    publication_policy: DatasetPublicationPolicy = DatasetPublicationPolicy()
    security: DatasetSecurityPolicy = DatasetSecurityPolicy()
