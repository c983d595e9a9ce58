"""Which pieces belong to a call: the same as looking through all of them for each."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from toolwire.dialects import DIALECTS, Answer, PlannedCall, load_dialect
from toolwire.jobs.lint.judging import judge
from toolwire.model.conversation import Json, ToolCall
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import CallDelta, Reading
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.pieces import key_of, pieces_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["", "0"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=1), inner, max_size=2)
    ),
)


def same(one: object, other: object) -> bool:
    """Return whether two JSON values are equal; to Python `False` is `0`, in JSON it is not."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return isinstance(one, bool) is isinstance(other, bool) and one == other


@given(st.lists(st.tuples(JSON, st.sampled_from(["{", "}", "", 1, None])), max_size=8))
def test_a_call_has_the_pieces_of_its_index(wire: list[tuple[Json, Json]]) -> None:
    """Grouping finds what comparing each piece with the call's first one finds."""
    deltas = tuple(
        CallDelta(n, f"event[{n}]", 0, index, arguments=said)
        for n, (index, said) in enumerate(wire)
    )
    exchange = clean(load_dialect("openai-chat"), "single_call", Mode.STREAMING)
    reading: Reading = replace(load_dialect("openai-chat").decode(exchange), deltas=deltas)
    for first in deltas:
        own = [d for d in deltas if same(d.index, first.index)]
        call = ToolCall(id=None, name="f", arguments={}, pointer=first.pointer)
        found = pieces_of(reading, call)
        assert found.texts == [d.arguments for d in own if isinstance(d.arguments, str)]
        assert found.all_text is all(d.arguments != 1 for d in own)


@example(False, 0)  # noqa: FBT003 - a value of the wire
@example([False], [0])
@given(JSON, JSON)
def test_equal_values_have_equal_keys(one: Json, other: Json) -> None:
    """The key of a value is that of its equals and of no other value."""
    assert (key_of(one) == key_of(other)) is same(one, other)


def _same_index(exchange: Exchange) -> Exchange:
    """Put all calls of a stream under one index, as servers do that number them wrongly."""

    def change(stream: list[edit.Frame]) -> None:
        for _, payload in stream:
            if not isinstance(payload, dict):
                continue
            for key in ("index", "contentBlockIndex", "output_index"):
                if key in payload:
                    payload[key] = 0
        for piece in edit.call_pieces(stream) if exchange_is_chat else ():
            piece["index"] = 0

    exchange_is_chat = b'"choices"' in exchange.response.body
    return edit.frames(change)(exchange)


@pytest.mark.parametrize(
    "name", ["openai-chat", "cohere-v2", "openai-responses", "bedrock-converse"]
)
def test_many_calls_under_one_index_take_no_longer_than_their_number(name: str) -> None:
    """A stream of 3,000 broken calls took 20 s and is judged in a second or two."""
    assert name in DIALECTS
    speaker = load_dialect(name)
    exchange = clean(speaker, "mixed_content", Mode.STREAMING)
    assert exchange.request is not None
    calls = tuple(PlannedCall("get_weather", {"location": f"{n}"}) for n in range(3_000))
    long = replace(exchange, response=speaker.respond(exchange.request, Answer(calls=calls)))
    changed = _same_index(long)
    before = time.process_time()
    judged = judge(changed)
    assert time.process_time() - before < 5
    assert judged.findings
    assert not judged.missed
