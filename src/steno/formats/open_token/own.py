"""Writes a trace that was read from Open-Token: its own ids, keys and order, as far as the specification allows them.

Ids and `seq` change only where events were left out or put in, or where they were wrong.  `document=keep` writes
everything back as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from msgspec import UNSET
from msgspec.structs import replace

from steno.base.exact import JSON, pointer
from steno.contracts import Code
from steno.formats.counter import LossCounter
from steno.formats.open_token import asides, losses, refill
from steno.formats.open_token.anew import Anew, is_participant
from steno.formats.open_token.contents import structured, thought
from steno.formats.open_token.fresh import made_id
from steno.formats.open_token.integrity import Digest
from steno.formats.open_token.options import Include, Internal, Mode, Options
from steno.formats.open_token.plan import participant
from steno.formats.open_token.spell import homeless
from steno.formats.open_token.wire import ACTOR_ID, EVENT_ID, EXPORTER, MISSING_RESULT, NAME, VERSION
from steno.model import Actor, ActorKind, Derivation, Event, Kind, Thought, ToolResult, Trace


class Own:
    """The document of such a trace: what stands around its events, and the events."""

    def __init__(self, trace: Trace, options: Options, redaction: JSON | None, exported_at: str) -> None:
        self._trace, self._options, self._counter = trace, options, LossCounter(losses.TABLE)
        self._residue: dict[str, JSON] = trace.header.residue[NAME]
        self._redaction, self._exported_at = redaction, exported_at
        self.needs_hash = not options.keep and not any(trace.header.ids.get("conversation", ()))
        """Whether the id has to be made from the events' hash."""
        self._kept = [event for event in trace.events if self._keeps(event)]
        kept = {event.uid for event in self._kept}
        self._kept = [event for event in self._kept if event.echo_of is UNSET or event.echo_of in kept]
        self.renumbered = len(self._kept) < len(trace.events) or any(event.residue is UNSET for event in self._kept)
        if not options.keep:
            self.renumbered = self.renumbered or any(map(_is_misnumbered, self._kept, count(1)))
        self.changed = self.renumbered or not options.keep or "redacted" in trace.facts or self._hides()
        """Whether the events may differ from those that were read."""
        self._ids = self._numbered()
        self._links = {
            event.call: event.residue["links"]
            for event in self._kept
            if event.kind is Kind.TOOL_CALL and type(event.residue) is dict and type(event.residue.get("links")) is dict
        }
        self._added: dict[str, Actor] = {}
        self._unlisted: dict[str, Actor] = {}
        """Who speaks and is not among the participants, by the id that the events have."""
        self._respelled: dict[str, str] = {}
        """The ids of participants that may not be called as they are."""
        if not options.keep:
            self._enlist()
        for event in self._kept:
            if event.residue is UNSET:
                self._tool(event)
                self.exporter()
        keys = list(self._residue.get("document", ()))
        self.seals_first = (
            options.keep
            and options.mode is Mode.JSON
            and {"events", "integrity"} <= {*keys}
            and keys.index("integrity") < keys.index("events")
        )
        """Whether the hash of the events stands before them."""

    def _keeps(self, event: Event) -> bool:
        if event.kind is Kind.THOUGHT and self._options.include is Include.VISIBLE_ONLY:
            return False
        if isinstance(event.origin, Derivation):
            return isinstance(event.body, ToolResult)
        return type(event.residue) is dict

    def _hides(self) -> bool:
        internal = self._options.internal
        return internal is not Internal.FULL and any(isinstance(event.body, Thought) for event in self._kept)

    def _numbered(self) -> dict[str, str]:
        """The new id of each event, by its uid."""
        ids, number = {}, 0
        for event in self._kept:
            number += 1
            ids[event.uid] = f"evt_{number:06d}"
            number += event.residue is UNSET  # the annotation that says so
        return ids

    # The document

    def top(self, digest: Digest | None, counter: LossCounter) -> tuple[dict[str, JSON], JSON | None]:
        """The document with UNSET in the place of its events, or the header line; and the footer line."""
        header = self._trace.header
        self._compare_header(counter)
        record = self._residue.get("document", {"open_token_version": VERSION})
        top: dict[str, JSON] = {}
        for key, value in record.items():
            if key == "conversation" and type(value) is dict:
                top[key] = refill.conversation(header, value, self._redaction)
            elif key == "participants":
                top[key] = refill.participants(header, value)
            else:
                top[key] = value
        if self._redaction is not None and "conversation" not in top:
            top["conversation"] = {"redaction": self._redaction}
        if not self._options.keep:
            lines = self._options.mode is Mode.NDJSON
            top = Anew(header, self._exported_at, self._made_id(digest), lines=lines).top(top, counter)
        added = {**self._unlisted, **self._added}
        if added and type(top.setdefault("participants", [])) is list:
            top["participants"] += [participant(key, actor) for key, actor in added.items()]
        return self._as_mode(top, self._options.mode)

    def _made_id(self, digest: Digest | None) -> str:
        times = (event.time for event in self._kept)
        return made_id((self._trace.header.started, *times, self._exported_at), digest) if self.needs_hash else ""

    def _enlist(self) -> None:
        """Find out who speaks without being a participant as there may be one."""
        stated = self._residue.get("document", {}).get("participants")
        listed = {each["actor_id"] for each in stated if is_participant(each)} if type(stated) is list else set()
        for event in self._kept:
            key, actors = event.actor, self._trace.header.actors
            if key in listed or key in self._unlisted or key in self._respelled or event.residue is UNSET:
                continue
            actor = actors.get(key) or Actor(ActorKind.SYSTEM, key)
            if ACTOR_ID().fullmatch(key):
                self._unlisted[key] = actor
            else:
                self._respelled[key] = self._participant(actor)

    def _compare_header(self, counter: LossCounter) -> None:
        header = self._trace.header
        if self._added or any(event.residue is UNSET and event.actor != self._tool(event) for event in self._kept):
            counter.header("actors")
        if header.ids.keys() - {"conversation"}:
            counter.header("ids")
        for name in ("agent", "versions", "environment", "system_prompts", "tools"):
            if getattr(header, name):
                counter.header(name)
        if len(header.residue) > 1 or (self._options.mode is Mode.JSON and "footer" in self._residue):
            counter.header("residue")

    def sealed(
        self, top: dict[str, JSON], footer: JSON | None, digest: Digest, counter: LossCounter
    ) -> tuple[dict[str, JSON], JSON | None]:
        """Both as they were where nothing has changed; otherwise with the hash of the events as they are."""
        if self.changed:
            top, footer = self._resealed(top, digest, counter), self._resealed(footer, digest, counter)
        if not self._options.keep and (integrity := digest.integrity()) is not None:
            if self._options.mode is Mode.NDJSON:
                return top, {"type": "footer", "integrity": integrity} | (footer or {})
            return top | ({} if type(top.get("integrity")) is dict else {"integrity": integrity}), footer
        return top, footer

    def _resealed(self, whole: JSON, digest: Digest, counter: LossCounter) -> JSON:
        stated = whole.get("integrity") if type(whole) is dict else None
        if type(stated) is not dict or stated.get("events_hash") == digest.hexdigest():
            return whole
        counter.header("residue")
        integrity = digest.integrity()
        return {
            key: integrity if key == "integrity" else value
            for key, value in whole.items()
            if key != "integrity" or integrity is not None
        }

    def _as_mode(self, top: dict[str, JSON], mode: Mode) -> tuple[dict[str, JSON], JSON | None]:
        if mode is Mode.JSON:
            if "events" not in top:
                integrity = {"integrity": top.pop("integrity")} if "integrity" in top else {}
                top |= {"events": UNSET, **integrity}
            return top, None
        header = {key: value for key, value in top.items() if key not in ("events", "integrity")}
        footer = {"integrity": top["integrity"]} if "integrity" in top else {}
        footer |= self._residue.get("footer", {})
        return {"type": "header", **header}, {"type": "footer", **footer} if footer else None

    # The events

    def events(self, counter: LossCounter) -> Iterator[dict[str, JSON]]:
        """Every event that is kept; those that a pass put in, with the annotation that says so."""
        self._counter = counter
        for reason, number in self._left_out():
            self._counter.add(reason, "/events/*", number)
        natives = {event.native: self._ids[event.uid] for event in self._kept if isinstance(event.native, str)}
        for event in self._kept:
            if type(event.residue) is not dict:
                yield from self._derived(event)
                continue
            spelled = refill.event(event, event.residue)
            if event.kind is Kind.THOUGHT and isinstance(event.body, Thought):
                self._hide(event.body, spelled, event.residue)
            homeless(event, self._counter)
            if event.raw is not UNSET:
                self._counter.fields["raw"] += 1
            if event.actor in self._respelled:
                if "actor_id" in spelled:
                    self._counter.add(losses.RENUMBERED, "/events/*/residue/actor_id")
                spelled = {**spelled, "actor_id": self._respelled[event.actor]}
                self._counter.fields["actor"] += 1
            yield self._renumber(event, spelled, natives) if self.renumbered else spelled

    def _left_out(self) -> Iterator[tuple[Code, int]]:
        kept = {event.uid for event in self._kept}
        gone = [event for event in self._trace.events if event.uid not in kept]
        thoughts = sum(event.kind is Kind.THOUGHT for event in gone)
        echoes = sum(event.echo_of is not UNSET for event in gone)
        for reason, number in (
            (losses.THOUGHT, thoughts),
            (losses.ECHO, echoes),
            (losses.UNKNOWN, len(gone) - thoughts - echoes),
        ):
            if number:
                yield reason, number

    def _hide(self, body: Thought, spelled: dict[str, JSON], record: dict[str, JSON]) -> None:
        if body.text is not UNSET and self._options.internal is not Internal.FULL:
            content = thought(body, self._options.internal, self._counter)
            if "text" not in content:
                spelled["content"] = content
                for key, value in record["content"].items():
                    if value is not UNSET and content.get(key, UNSET) != value:
                        self._counter.add(losses.THOUGHT, "/events/*/residue" + pointer("content", key))

    def _renumber(self, event: Event, spelled: dict[str, JSON], natives: dict[str, str]) -> dict[str, JSON]:
        name = self._ids[event.uid]
        links = spelled.get("links")
        new = dict(links) if type(links) is dict else {}
        for key, target in (
            ("parent_id", natives.get(event.parent) if isinstance(event.parent, str) else None),
            ("replies_to", self._ids.get(event.replies_to) if isinstance(event.replies_to, str) else None),
        ):
            if target is not None:
                new[key] = target
            else:
                new.pop(key, None)
        after = replace(
            event, uid=name, native=name, parent=new.get("parent_id", UNSET), replies_to=new.get("replies_to", UNSET),
            echo_of=self._ids.get(event.echo_of, UNSET) if isinstance(event.echo_of, str) else UNSET,
        )  # fmt: skip
        for field in ("uid", "native", "parent", "replies_to", "echo_of"):
            if getattr(after, field) != getattr(event, field):
                self._counter.add(losses.RENUMBERED, f"/events/*/{field}")
        whole = {**spelled, "id": name, "seq": int(name[4:])}
        if spelled.get("seq") != whole["seq"]:
            self._counter.add(losses.RENUMBERED, "/events/*/residue/seq")
        if type(links) is dict:
            whole["links"] = new
            if not new:
                del whole["links"]
        return whole

    def _derived(self, event: Event) -> Iterator[dict[str, JSON]]:
        """A missing result that a pass made explicit."""
        name = self._ids[event.uid]
        of_call = self._links.get(event.call)
        links = {key: of_call[key] for key in ("call_id", "span_id") if key in of_call} if of_call else {}
        tool = self._tool(event)
        self._compare(event, name, tool)
        seq = int(name[4:])
        yield {
            "id": name, "seq": seq, "type": "tool_result", "actor_id": tool, "visibility": "internal", "role": "tool",
            "content": structured(MISSING_RESULT), "links": links,
        }  # fmt: skip
        yield {
            "id": f"evt_{seq + 1:06d}", "seq": seq + 1, "type": "annotation", "actor_id": self.exporter(),
            "visibility": "metadata", "role": "system", "content": structured(asides.MISSING),
            "links": {"replies_to": name, **links},
        }  # fmt: skip

    def _compare(self, event: Event, name: str, actor: str) -> None:
        self._counter.add(losses.MOVED, "/events/*/origin")
        for field, value in (("uid", name), ("native", name), ("actor", actor)):
            if getattr(event, field) != value:
                self._counter.add(losses.RENUMBERED, f"/events/*/{field}")
        homeless(event, self._counter)

    def _tool(self, event: Event) -> str:
        return self._participant(self._trace.header.actors.get(event.actor) or Actor(ActorKind.TOOL, event.actor))

    def exporter(self) -> str:
        """The participant that writes annotations."""
        return self._participant(Actor(ActorKind.SYSTEM, EXPORTER))

    def _participant(self, actor: Actor) -> str:
        """The id of a participant; a new one where the document has none like it."""
        known = {**self._trace.header.actors, **self._added}
        listed = [key for key, each in known.items() if each == actor and key.startswith("act_")]
        if listed:
            return listed[0]
        number = len(known) + 1
        while f"act_{number:03d}" in known:
            number += 1
        self._added[f"act_{number:03d}"] = actor
        return f"act_{number:03d}"


def _is_misnumbered(event: Event, number: int) -> bool:
    """Whether an event has not the number, or not the kind of id, that it has to have."""
    if type(event.residue) is not dict:
        return False
    named = isinstance(event.native, str) and event.native == event.uid and EVENT_ID().fullmatch(event.native)
    return not named or event.residue.get("seq") != number or type(event.residue["seq"]) is not int
