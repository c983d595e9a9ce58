"""Which token counts both modes tell: where one that lacks them is a difference."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.support.pairs import CHAT, changed, counted, messages, pair
from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.model.exchange import Fidelity
from toolwire.model.reply import Usage
from toolwire.rules import judge, judge_pair

ANTHROPIC = "anthropic-messages"
PARIS = PlannedCall("get_weather", {"location": "Paris", "days": 2})


def test_usage_is_missed_only_where_it_was_asked_for() -> None:
    """Chat Completions tell the usage of a stream on demand; other formats always do."""
    for name in (CHAT, ANTHROPIC):
        read = pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS,)), name)
        read = replace(read, exchange=replace(read.exchange, fidelity=Fidelity.PARSED))
        bare = changed(read, lambda reply: replace(reply, usage=None))
        assert [f.rule for f in judge_pair(bare)] == ["TC908"]
        assert isinstance(bare.request, dict)
        unasked = {key: value for key, value in bare.request.items() if key != "stream_options"}
        assert (judge_pair(replace(bare, request=unasked)) == ()) is (name == CHAT)


def test_usage_that_was_asked_for_and_did_not_come_is_one_finding() -> None:
    """Over the wire the stream alone shows it (TC911); the comparison does not say it again."""
    asked = pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS,)))
    lines = asked.exchange.response.body.split(b"\n\n")
    body = b"\n\n".join(line for line in lines if b'"choices":[]' not in line)
    response = replace(asked.exchange.response, body=body)
    bare = load_dialect(CHAT).decode(replace(asked.exchange, response=response))
    assert bare.reply.usage is None
    told = [f.rule for f in judge(replace(bare, twin=asked.twin))]
    assert told == ["TC911"]


def test_which_counts_are_told_is_compared_and_not_how_many() -> None:
    """Counts may differ from one answer to the next; which of them are told may not."""
    read = pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS,)))
    assert messages(changed(read, lambda r: replace(r, usage=Usage(1, 2, 3)))) == []
    assert messages(changed(read, lambda r: replace(r, usage=Usage(1, 2)))) == [
        "Other token counts are told in the stream."
    ]
    assert read.twin is not None
    lacking = changed(read.twin, lambda r: replace(r, usage=Usage(1, 2)))
    assert messages(replace(read, twin=lacking)) == [
        "Other token counts are told in the blocking reply."
    ]


def test_a_mode_that_tells_no_count_tells_none() -> None:
    """Nothing is not another count: which mode it is stands in the words."""
    read = pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS,)), ANTHROPIC)
    bare = changed(read, lambda reply: replace(reply, usage=None))
    assert messages(bare) == ["No token counts are told in the stream."]


@pytest.mark.parametrize(
    ("streamed", "expected"),
    [
        (Answer(text=""), []),
        (Answer(text="\n"), []),
        (Answer(text="Sunny."), ["Other token counts are told in the stream."]),
    ],
)
def test_a_count_of_nothing_may_be_left_out(streamed: Answer, expected: list[str]) -> None:
    """Google's JSON has no zeros: an answer cut while the model thought counts no output."""
    read = pair(Answer(text="Sunny."), streamed, "gemini-generate")
    uncounted = changed(read, lambda reply: counted(reply, None))
    assert [m for m in messages(uncounted) if "token counts" in m] == expected


def test_counts_that_the_type_requires_are_not_missed_twice() -> None:
    """That the last event has none is a fault of the stream alone (TC118); of one count, and of all."""
    read = pair(Answer(text="Sunny."), Answer(text="Sunny."), ANTHROPIC)
    body = read.exchange.response.body
    counts = re.search(rb'"usage":(\{"output_tokens":[0-9]+\})', body)
    assert counts is not None
    for gone, left in ((counts[0], b'"other":1'), (counts[1], b"{}")):
        response = replace(read.exchange.response, body=body.replace(gone, left))
        bare = load_dialect(ANTHROPIC).decode(replace(read.exchange, response=response))
        assert "TC118" in {one.rule for one in judge(bare)}
        assert messages(replace(bare, twin=read.twin)) == []
