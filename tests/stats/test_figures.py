"""Figures over rows: what is in a group, what counts once, where days and weeks end, what a budget comes to."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.errors import UsageError
from steno.stats import Budget, By, Called, Figures, Period, Requested, budget, figures, standing
from steno.stats.figures import LONGEST


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    yield "America/New_York"
    monkeypatch.undo()
    time.tzset()


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)


def asked(when: str | None = "2026-01-02T12:00:00+00:00", **more: object) -> Requested:
    usual = {"session": "s", "agent": "a", "project": "/p", "model": "m", "tool": "Bash", "usd": 1.0, "input": 10}
    return Requested(**usual | {"moment": None if when is None else at(when)} | more)  # type: ignore[arg-type]


def ran(event: int, tool: str = "Bash", **more: object) -> Called:
    usual = {
        "session": "s", "agent": "a", "project": "/p", "model": "m", "tool": tool, "key": event, "run": "s",
        "event": event, "result": event + 1, "failed": False, "moment": at("2026-01-02T12:00:00+00:00"),
    }  # fmt: skip
    return Called(**usual | more)  # type: ignore[arg-type]


rows = st.lists(
    st.builds(
        lambda session, model, day, tokens, usd: asked(
            f"2026-01-{day:02}T12:00:00+00:00", session=session, model=model, input=tokens, usd=usd, unpriced="x"
        ),
        st.sampled_from("pqr"), st.sampled_from("mno"), st.integers(1, 28), st.integers(0, 999),
        st.none() | st.integers(0, 9).map(float),
    )
)  # fmt: skip


@given(rows, st.sampled_from(By))
def test_the_groups_add_up_to_the_total(found: list[Requested], by: By) -> None:
    made = figures(found, (), by)
    groups = made.groups.values()
    assert sum(group.sums.requests for group in groups) == made.total.sums.requests == len(found)
    assert sum(group.sums.prompt for group in groups) == made.total.sums.prompt
    assert sum(group.usd for group in groups) == made.total.usd == sum(day.usd for day in made.days.values())
    assert any(group.is_floor for group in groups) == made.total.is_floor == any(row.usd is None for row in found)


@given(rows, st.dictionaries(st.sampled_from("pqr"), st.sampled_from("pqrz")))
def test_rolling_up_loses_nothing(found: list[Requested], parents: dict[str, str]) -> None:
    made = figures(found, (), By.SESSION)
    before = made.total.sums.prompt
    made.roll_up(parents)
    assert sum(group.sums.prompt for group in made.groups.values()) == before
    assert {name for group in made.groups.values() for name in group.sessions} == made.total.sessions
    assert made.total.sessions == set(made.groups)


def test_sub_agents_of_sub_agents_count_with_the_session_that_began(zone: str) -> None:
    made = figures([asked(session=name) for name in ("top", "child", "grandchild")], (), By.SESSION)
    made.roll_up({"grandchild": "child", "child": "top"})
    assert {name: group.sums.requests for name, group in made.groups.items()} == {"top": 3}


def test_days_weeks_and_months_end_in_local_time(zone: str) -> None:
    late = "2026-01-01T04:59:59+00:00"  # 23:59:59 of the last day of December in New York
    early = "2026-01-01T05:00:00+00:00"
    summer = "2026-07-01T03:59:59+00:00"  # an hour earlier in summer
    names = {by: set(figures([asked(late), asked(early), asked(summer)], (), by).groups) for by in (By.DAY, By.MONTH)}
    assert names == {By.DAY: {"2025-12-31", "2026-01-01", "2026-06-30"}, By.MONTH: {"2025-12", "2026-01", "2026-06"}}


def test_weeks_are_those_of_iso_8601(zone: str) -> None:
    days = ["2025-12-28T12:00:00+00:00", "2025-12-29T12:00:00+00:00", "2027-01-03T12:00:00+00:00"]
    assert list(figures(map(asked, days), (), By.WEEK).groups) == ["2025-W52", "2026-W01", "2026-W53"]


def test_what_has_no_time_is_left_out_of_days_and_said() -> None:
    made = figures([asked(None)], [ran(1, moment=None)], By.DAY, Period(date(2026, 1, 1)))
    assert (made.groups, made.undated, made.tools) == ({}, 1, {})
    assert list(figures([asked(None)], ()).groups) == ["(not stated)"]


def test_a_copy_of_a_call_counts_once() -> None:
    made = figures((), [ran(1, key="k"), ran(1, key="k", run="copy", session="t")])
    assert (made.total.uses.count, made.total.sessions) == (1, {"s"})


def test_a_retry_follows_a_failure_of_the_same_tool_that_was_known() -> None:
    again = figures((), [ran(1, failed=True), ran(3)])
    at_once = figures((), [ran(1, result=3, failed=True), ran(2, result=4)])
    another = figures((), [ran(1, failed=True), ran(3, "Read")])
    elsewhere = figures((), [ran(1, failed=True), ran(3, run="t")])
    assert [made.total.uses.retried for made in (again, at_once, another, elsewhere)] == [1, 0, 0, 0]
    assert again.tools["Bash"].failed == 1


def test_a_call_without_a_result_neither_failed_nor_worked() -> None:
    uses = figures((), [ran(1, result=None, failed=None)]).total.uses
    assert (uses.count, uses.failed, uses.unanswered, uses.median) == (1, 0, 1, None)


@given(st.lists(st.integers(-5, 1000), max_size=40))
def test_the_longest_waits_are_kept(waits: list[int]) -> None:
    made = figures([asked(waited=each) for each in waits], [ran(n, latency=each) for n, each in enumerate(waits)])
    expected = sorted((each for each in waits if each > 0), reverse=True)[:LONGEST]
    for kind in ("answer", "tool"):
        assert [wait.milliseconds for wait in made.waits if wait.kind == kind] == expected


def test_a_share_of_the_cache_is_unknown_where_the_prompt_is() -> None:
    assert figures([asked(cache_read=30)], ()).total.cache_share == 0.75
    assert figures([asked(cache_read=30, is_shared=True)], ()).total.cache_share is None
    assert Figures().total.cache_share is None


def test_a_budget_is_projected_from_what_was_spent_so_far() -> None:
    spent = figures([asked("2026-04-10T12:00:00+00:00", usd=30.0), asked("2026-03-31T12:00:00+00:00", usd=99.0)], ())
    stands = standing(budget("200/month"), spent.every_day, datetime(2026, 4, 16, tzinfo=UTC))
    assert (stands.first, stands.spent, stands.left, stands.projected) == (date(2026, 4, 1), 30.0, 170.0, 60.0)
    assert not stands.is_floor


def test_a_budget_looks_at_days_outside_of_the_period_and_knows_a_floor() -> None:
    rows = [asked("2026-04-01T12:00:00+00:00", usd=5.0), asked("2026-04-02T12:00:00+00:00", usd=None, unpriced="x")]
    made = figures(rows, (), By.DAY, Period(date(2026, 4, 2)))
    stands = standing(budget("$10/month"), made.every_day, datetime(2026, 4, 3, tzinfo=UTC))
    assert (stands.spent, stands.is_floor, list(made.groups)) == (5.0, True, ["2026-04-02"])


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.sampled_from(["day", "week", "month", "year"]))
def test_a_day_is_in_the_period_of_its_budget(day: date, unit: str) -> None:
    wanted = budget(f"1/{unit}")
    first, end = wanted.first(day), wanted.end(day)
    assert first <= day < end
    assert wanted.first(first) == first == wanted.first(date.fromordinal(end.toordinal() - 1))


@pytest.mark.parametrize("text", ["", "200", "200/", "/month", "-1/month", "0/month", "1e9/month", "200/fortnight"])
def test_what_is_no_budget_is_said(text: str) -> None:
    with pytest.raises(UsageError, match="expected dollars for a period"):
        budget(text)


def test_a_budget_may_have_cents() -> None:
    assert budget("$12.50/week") == Budget(12.5, "week")
