"""What a wrong request gets under a status of success that is no answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.views.test_told_again import live
from toolwire.dialects import load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.mutate.scenarios import clean

EVENTS = (("content-type", "text/event-stream"),)
ERROR = b'data: {"error": {"message": "No.", "code": "400"}}\n\n'


def streamed(name: str, body: bytes) -> Exchange:
    """Return a stream that was asked for, with other bytes in the place of its answer."""
    asked = clean(load_dialect(name), "say_so", Mode.STREAMING)
    return replace(asked, response=replace(asked.response, headers=EVENTS, body=body))


def told(name: str, body: bytes) -> dict[str, str]:
    """Return what is found, as of a request that is wrong."""
    reading = load_dialect(name).decode(live(streamed(name, body)))
    return {one.rule: one.message for one in judge(reading, "TC747")}


@pytest.mark.parametrize("name", ["gemini-generate", "openai-chat", "anthropic-messages"])
def test_an_empty_stream_is_no_answer(name: str) -> None:
    """That the refusal is lost is said of the stream."""
    said = "The stream is empty: it has neither an answer nor a refusal."
    found = told(name, b"")
    assert found["TC003"] == said
    assert "TC747" not in found


def test_an_error_in_events_of_another_format_is_no_answer() -> None:
    """Words that come so are one, whatever the frames."""
    said = "An error comes as server-sent events, which the format does not have, and as a success."
    assert told("bedrock-converse", ERROR) == {"TC117": said}
    found = told("bedrock-converse", b'data: {"output": {"message": "Hi."}}\n\n')
    assert {"TC117", "TC747"} <= found.keys()
    assert found["TC117"] == "The body is server-sent events, which the format does not have."
