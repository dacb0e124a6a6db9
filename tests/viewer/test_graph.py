"""The graph of a session: steps in the order of the log, lanes by who acts, links by what caused what."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.api import graph
from steno.api.view import Desk
from steno.errors import NotFound
from steno.viewer.graph import Graph, Nodes, Why
from steno.viewer.spent import Spent
from tests.given.machine import claude, record
from tests.given.page import made, world

EXAMPLE = Path(__file__).parents[2] / "examples" / "5e0d1f2a-7c3b-4d9e-8f10-2a6b9c4d5e71.jsonl"
ID = "44444444-4444-4444-8444-444444444444"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(world(tmp_path_factory.mktemp("home")))


@pytest.fixture(scope="module")
def key(desk: Desk) -> str:
    return desk.named(str(EXAMPLE))


def whole(desk: Desk, key: str) -> tuple[Graph, Nodes]:
    drawn, nodes = made(lambda: graph.graph(desk, key)), made(lambda: graph.steps(desk, key, 0, 2000))
    assert isinstance(drawn, Graph) and isinstance(nodes, Nodes)
    return drawn, nodes


def test_every_step_is_a_node_and_every_link_names_two_of_them(desk: Desk, key: str) -> None:
    drawn, nodes = whole(desk, key)
    assert (drawn.steps, len(nodes.nodes)) == (14, 14)
    assert drawn.links == sum(len(each.causes) for each in nodes.nodes) == 15
    for i, node in enumerate(nodes.nodes):
        assert all(nodes.nodes[at].lane == lane and at < i for at, lane in node.causes)
        assert all((i, node.lane) in nodes.nodes[at].causes for at, _ in node.effects)


def test_a_retry_points_at_the_call_that_failed(desk: Desk, key: str) -> None:
    drawn, nodes = whole(desk, key)
    (again,) = (each for each in nodes.nodes if each.retry is not None)
    assert again.retry is not None
    first = nodes.nodes[again.retry[0]]
    assert (drawn.retries, first.status, first.says, again.status) == (1, "failed", "exit 1", "ok")


def test_a_sub_agent_has_a_lane_and_a_box_around_its_steps(desk: Desk, key: str) -> None:
    drawn, nodes = whole(desk, key)
    assert [lane.name for lane in drawn.lanes] == ["You", "Agent", "Tools", "Sub-agents"]
    (box,) = drawn.boxes
    assert (box.id, box.lane, box.first, box.last, box.steps) == ("a4c1e77", 3, 5, 6, 2)
    assert [i for i, node in enumerate(nodes.nodes) if node.lane == 3] == [5, 6]


def test_turns_share_out_all_steps(desk: Desk, key: str) -> None:
    drawn, _ = whole(desk, key)
    assert [(turn.first, turn.steps, turn.failed, turn.turn) for turn in drawn.turns] == [
        (0, 9, 1, 1),
        (9, 3, 0, 2),
        (12, 2, 0, 3),
    ]


def test_a_window_is_the_same_as_that_part_of_the_whole(desk: Desk, key: str) -> None:
    _, nodes = whole(desk, key)
    part = made(lambda: graph.steps(desk, key, 5, 4))
    assert isinstance(part, Nodes)
    assert (part.a, part.nodes) == (5, nodes.nodes[5:9])
    assert made(lambda: graph.steps(desk, key, 99, 4)) == Nodes(99, [])


def test_why_leads_from_the_prompt_to_the_step(desk: Desk, key: str) -> None:
    why = made(lambda: graph.why(desk, key, 20))
    assert isinstance(why, Why)
    assert [node.n for _, node in why.chain] == [2, 6, 11, 20]
    assert (why.counts, why.left) == ({"derived": 3}, 0)
    with pytest.raises(NotFound, match="event 1 is no step"):
        made(lambda: graph.why(desk, key, 1))


def test_what_parts_cost_adds_up(desk: Desk, key: str) -> None:
    tree = graph.tree(desk, key)
    assert isinstance(tree, list)
    top, turns = tree[0], [each for each in tree if each.kind == "turn"]
    assert sum(each.cost or 0 for each in turns) == pytest.approx(top.cost)
    assert sum(each.calls for each in turns) == top.calls == 8
    inner = [each for each in tree if each.kind in ("main", "run")]
    assert [each.name for each in inner] == ["main", "a4c1e77"]
    assert sum(each.cost or 0 for each in inner) == pytest.approx(turns[0].cost)


def test_a_session_of_many_steps_is_drawn_in_parts(tmp_path: Path) -> None:
    records: list[dict[str, object]] = []
    for number in range(600):
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": "Bash", "input": {"command": f"water {number}"}}
        result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "done"}
        at = {"timestamp": f"2026-01-02T{3 + number // 60:02}:{number % 60:02}:00Z"}
        records += [
            {**record("assistant", [call], 2 * number, ID), **at, "uuid": f"a{number}"},
            {**record("user", [result], 2 * number + 1, ID), **at, "uuid": f"b{number}"},
        ]
    desk = Desk(world(tmp_path))
    key = desk.named(str(claude(tmp_path, ID, [record("user", "Water", 0, ID), *records])))
    drawn, nodes = whole(desk, key)
    assert drawn.steps == len(nodes.nodes) == 601
    assert all(len(each.effects) <= 12 for each in nodes.nodes)
    assert sum(len(each.effects) + each.more for each in nodes.nodes) == drawn.links


def test_spent_of_a_session_without_prices_is_not_known(tmp_path: Path) -> None:
    desk = Desk(world(tmp_path))
    tree = graph.tree(desk, desk.named(str(claude(tmp_path, ID))))
    assert isinstance(tree, list)
    assert [(each.kind, each.cost, each.tokens) for each in tree] == [("session", None, None), ("turn", None, None)]
    assert isinstance(tree[0], Spent)
