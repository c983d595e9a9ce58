"""A stream that breaks off is told by the rules of its events, and by no comparison of how both modes end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import dialects, load_dialect
from toolwire.io.framing.kind import Framing, framing_of
from toolwire.jobs.serve.chunks import pieces
from toolwire.model.exchange import Mode
from toolwire.rules import judge, judge_pair
from toolwire.rules.mutate.scenarios import clean

CLOSED = [one.name for one in dialects() if one.wire.stream.closed]


@pytest.mark.parametrize("name", CLOSED)
def test_a_stream_without_its_end_is_one_cause(name: str) -> None:
    """Whoever has an end says what is wrong of it."""
    dialect = load_dialect(name)
    whole = dialect.decode(clean(dialect, "plain_text", Mode.BLOCKING))
    exchange = clean(dialect, "plain_text", Mode.STREAMING)
    body = exchange.response.body
    lines = framing_of(body) is Framing.OTHER and b"data:" not in body
    events = body.splitlines(keepends=True) if lines else list(pieces(body))
    for count in range(len(events) - 1, 1, -1):
        response = replace(exchange.response, body=b"".join(events[:count]))
        reading = dialect.decode(replace(exchange, response=response))
        if reading.reply.stop is None and reading.reply.text == whole.reply.text:
            assert any(one.rule.startswith("TC9") for one in judge(reading))
            paired = replace(reading, twin=whole)
            ends = {one.message for one in judge_pair(paired)}
            told = ("ends in another word", "was cut", "token counts")
            assert not any(words in one for one in ends for words in told)
            return
    pytest.fail("no piece of the stream has all its text and no end")
