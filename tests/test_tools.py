"""The tools and the idioms of agents: everybody asks the same tables."""

from __future__ import annotations

from steno import idioms, registry, tools


def test_every_agent_states_its_tools() -> None:
    stated = [agent.name for agent in registry.agents if agent.tools is not None]
    assert {agent.name for agent in registry.agents if agent.idiom is not None} <= set(stated)
    assert all(tools.of(agent) != tools.NOTHING for agent in stated)
    assert tools.of("nobody") is None
    assert tools.known("nobody") == tools.every()


def test_a_tool_has_an_operation_and_a_surface_or_neither() -> None:
    for agent in registry.agents.names():
        for name, tool in tools.known(agent).items():
            assert bool(tool.operation) == bool(tool.surface), (agent, name)
            assert tool.operation or (tool.effect is None and not tool.target), (agent, name)


def test_every_idiom_is_that_of_an_agent_with_tools() -> None:
    assert idioms.names() <= set(registry.agents.names())


def test_a_tool_runs_commands_where_it_executes_them_on_the_command_line() -> None:
    names = ("Bash", "exec_command", "PowerShell", "BashOutput", "Read", "no such tool")
    assert [tools.runs(name) for name in names] == [True, True, True, False, False, False]


def test_a_tool_is_found_by_name_as_among_all() -> None:
    names = [*tools.every(), "nobody's"]
    assert [tools.named(name) for name in names] == [*tools.every().values(), None]
    assert {name for name in names if tools.in_shell(name)} == tools.shells()
