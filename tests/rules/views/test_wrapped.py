"""Events whose members stand in an object of their name are told apart in one place, as they are read."""

from __future__ import annotations

from toolwire.model.exchange import Mode
from toolwire.model.reply import UnreadKind
from toolwire.rules import RULES, judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.proof import exchanges
from toolwire.rules.views.wrapped import wrapped

RULE = RULES["TC914"]
NAME, TEXT = "bedrock-converse", "plain_text"


def _second(stream: list[Frame]) -> None:
    name, payload = stream[1]
    stream[1] = (name, {name or "": payload})


def test_a_wrapped_event_is_one_finding_at_its_place() -> None:
    """What reads the stream and what judges it go by the same note."""
    clean = exchanges.baseline(RULE.id, NAME, TEXT, Mode.STREAMING)
    assert wrapped(exchanges.reading(RULE, NAME, TEXT, clean)) == ()
    reading = exchanges.reading(RULE, NAME, TEXT, edit.frames(_second)(clean))
    (event,) = wrapped(reading)
    assert event is reading.events[1]
    kinds = [part.kind for part in reading.reply.unread if part.pointer == "event[1]"]
    assert kinds == [UnreadKind.WRAPPED]
    found = [one.pointer for one in judge(reading) if one.rule in ("TC914", "TC925")]
    assert found == [f"event[1]/{event.name}"]
