"""Reads `event_msg` records: what the program told whoever shows the thread."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from steno.agents.codex.items import content, spoken
from steno.agents.codex.log import PROGRAM, Rollout
from steno.agents.codex.wire import (
    ASSISTANT,
    CALL_ITEMS,
    EVENTS,
    NAMES,
    RAW_REASONING,
    REASONED,
    ROLLED_BACK,
    SPOKEN_ITEMS,
    STATEMENTS,
    THOUGHT,
    TITLE,
    TURN_ITEMS,
    USAGE,
    USER,
)
from steno.base.exact import JSON
from steno.formats.blobs import referred
from steno.model import Kind, Lifecycle, Role, Text, Thought, ThoughtState, Unknown, Usage, Visibility
from steno.model.signs import Signs

# An attribute of an Enum costs as much as an event's body.
_LIFECYCLE, _MESSAGE, _THOUGHT = Kind.LIFECYCLE, Kind.MESSAGE, Kind.THOUGHT
_MODEL, _USER, _INTERNAL = Role.ASSISTANT, Role.USER, Visibility.INTERNAL
_COUNTED, _COUNTED_AGAIN = Lifecycle("event.token_count"), Lifecycle("event.token_count", transient=True)
_STATES = dict(zip(REASONED, (ThoughtState.SUMMARY, ThoughtState.FULL), strict=True))


def read(log: Rollout, event: dict[str, JSON]) -> None:
    """The events of one `event_msg` payload."""
    kind = event.get("type")
    if type(kind) is not str:
        log.expect("/payload/type", kind, str)
        log.unknown("untyped event", "/payload")
    elif kind == "token_count":
        _tokens(log, event)
    elif kind in STATEMENTS and type(said := event.get(key := STATEMENTS[kind].text)) is str:
        event[key] = UNSET
        statement(log, event, said)
    elif kind == "item_completed" and type(event.get("item")) is dict:
        _completed(log, event["item"])
    elif kind in EVENTS:
        if kind == TITLE and type(title := event.get("thread_name")) is str and title:
            log.session.title = title
        more: dict[str, Any] = {}
        if kind == ROLLED_BACK and type(turns := event.get("num_turns")) is int and turns > 0:
            more["signs"] = Signs(back=turns)
        log.lifecycle(NAMES[kind], event, "/payload", EVENTS[kind], **more)
    else:
        if kind in STATEMENTS:
            key = STATEMENTS[kind].text
            log.expect(f"/payload/{key}", event.get(key), str)
        elif kind == "item_completed":
            log.expect("/payload/item", event.get("item"), dict)
        log.unknown(f"event.{kind}", "/payload")


def taken(record: dict[str, JSON]) -> tuple[str, str] | None:
    """When something is stated in a record, and what, moved out of it; None where it is no statement, or an odd one."""
    payload, time = record.get("payload"), record.get("timestamp")
    if record.get("type") != "event_msg" or type(payload) is not dict or type(time) is not str or not time:
        return None
    kind = payload.get("type")
    if type(kind) is not str or kind not in STATEMENTS:
        return None
    said = payload.get(key := STATEMENTS[kind].text)
    if type(said) is not str:
        return None
    record["timestamp"] = payload[key] = UNSET
    return time, said


def statement(log: Rollout, event: dict[str, JSON], said: str) -> None:
    """Words that an item says too, or that stand here alone."""
    kind = event["type"]
    voice = STATEMENTS[kind].voice
    again = log.state.of.get((log.line.offset, 0), UNSET)
    if again:
        actor = log.prompter() if voice == USER else log.voice()
        log.event(_LIFECYCLE, Lifecycle(NAMES[kind], said), actor, "/payload", echo_of=again)
    elif voice == THOUGHT:
        state = ThoughtState.FULL if kind == RAW_REASONING else ThoughtState.SUMMARY
        log.event(_THOUGHT, Thought(state, said), log.voice(), "/payload", 0, 1, _MODEL, _INTERNAL, model=log.model)
    elif voice == ASSISTANT:
        log.event(_MESSAGE, Text(said), log.voice(), "/payload", 0, 1, _MODEL, log.answers(), model=log.model)
    else:
        actor, visibility = log.asked()
        more: dict[str, Any] = {"role": _USER, "visibility": visibility}
        stated = event.get("images")
        images = [each for each in stated if type(each) is str] if type(stated) is list else []
        spoken(log, said, actor, "/payload", 0, 1 + len(images), **more)
        for index, image in enumerate(images):
            log.event(Kind.BLOB, referred(image), actor, f"/payload/images/{index}", index + 1, 1 + len(images), **more)


def _thought(log: Rollout, name: str, state: ThoughtState, said: str, where: str, index: int, count: int) -> None:
    actor = log.voice()
    if again := log.state.of.get((log.line.offset, index)):
        log.event(_LIFECYCLE, Lifecycle(name, said), actor, where, index, count, echo_of=again)
    else:
        body = Thought(state, said)
        log.event(_THOUGHT, body, actor, where, index, count, _MODEL, _INTERNAL, model=log.model)


def _completed(log: Rollout, item: dict[str, JSON]) -> None:
    """An item of a paginated thread: words, which an item of the model's says too, or a report of what was done."""
    kind, where = item.get("type"), "/payload/item"
    if type(kind) is not str:
        log.expect(where + "/type", kind, str)
        log.unknown("untyped turn item", where)
        return
    name = f"item.{kind}"
    if kind in TURN_ITEMS:
        native = log.take(item, "id", where)
        more: dict[str, Any] = {"call": native} if kind in CALL_ITEMS else {}
        log.native = UNSET if kind in CALL_ITEMS else native
        log.lifecycle(name, item, where, TURN_ITEMS[kind], **more)
    elif kind not in SPOKEN_ITEMS:
        log.unknown(name, where)
    elif SPOKEN_ITEMS[kind] == THOUGHT:
        log.native = log.take(item, "id", where)
        _reasoned(log, name, item, where)
    elif SPOKEN_ITEMS[kind] == USER:
        log.native = log.take(item, "id", where)
        echoes = (log.line.offset, 0) in log.state.of
        actor, visibility = (log.prompter(), Visibility.METADATA) if echoes else log.asked()
        content(log, item, where, actor, _USER, visibility, echo=name)
    else:
        log.native = log.take(item, "id", where)
        content(log, item, where, log.voice(), _MODEL, log.answers(), log.model, name)


def _reasoned(log: Rollout, name: str, item: dict[str, JSON], where: str) -> None:
    lists = [(key, parts) for key in REASONED if type(parts := item.get(key)) is list]
    count, index = sum(len(parts) for _, parts in lists), 0
    for key, parts in lists:
        for place, said in enumerate(parts):
            here = f"{where}/{key}/{place}"
            if type(said) is str:
                parts[place] = UNSET
                _thought(log, name, _STATES[key], said, here, index, count)
            else:
                log.event(Kind.UNKNOWN, Unknown(name), PROGRAM, here, index, count)
            index += 1
    if not count:
        native = log.native
        again = log.state.native.get((THOUGHT, native), UNSET) if isinstance(native, str) else UNSET
        log.event(_LIFECYCLE, Lifecycle(name), log.voice(), where, echo_of=again)


def _tokens(log: Rollout, event: dict[str, JSON]) -> None:
    """A count is told again and again: only one whose total has moved says what a request used."""
    info = event.get("info")
    if type(info) is not dict:
        if info is not None:
            log.expect("/payload/info", info, dict)
        info = {}
    total, last = info.get("total_token_usage"), info.get("last_token_usage")
    if type(limits := event.get("rate_limits")) is dict:
        event["rate_limits"] = log.once(limits)
    if type(total) is not dict or total == log.total:
        log.event(_LIFECYCLE, _COUNTED_AGAIN, PROGRAM, "/payload")
        return
    log.total, log.alike, event["type"] = total, False, "token_count"  # one text for all
    found = {}
    if type(last) is dict:
        for key, name in USAGE.items():
            if type(tokens := last.get(key)) is int:
                found[name], last[key] = tokens, UNSET
        if len(found) == len(last):  # nothing but holes is left of it
            info["last_token_usage"] = log.spent.setdefault(tuple(last), last)
    elif last is not None:
        log.expect("/payload/info/last_token_usage", last, dict)
    usage = Usage(**found) if found else UNSET
    log.event(_LIFECYCLE, _COUNTED, PROGRAM, "/payload", model=log.model, usage=usage)
