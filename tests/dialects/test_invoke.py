"""Paths and streams of Bedrock's InvokeModel."""

from __future__ import annotations

from base64 import b64decode

import pytest

from toolwire.dialects.invoke import invoked_events, invoked_model, is_invoked_stream
from toolwire.io.framing import eventstream
from toolwire.io.json_text import object_of, parse


@pytest.mark.parametrize(
    ("path", "model", "mode"),
    [
        ("/model/openai.gpt-oss-20b-1%3A0/invoke", "openai.gpt-oss-20b-1:0", "whole"),
        ("/model/a.b/invoke-with-response-stream?x=1", "a.b", "stream"),
        ("/model/a.b/converse", None, "whole"),
        ("/model/a/b/invoke", None, "whole"),
        ("/v1/chat/completions", None, "whole"),
    ],
)
def test_a_path_names_model_and_mode(path: str, model: str | None, mode: str) -> None:
    """Percent signs are undone in the model, and no other path is one of these."""
    url = f"http://127.0.0.1{path}"
    assert invoked_model(url) == model
    assert is_invoked_stream(url) is (mode == "stream")


def test_payloads_are_in_base64_in_chunks() -> None:
    """Each payload is an event of its own, in order."""
    told = eventstream.decode(invoked_events([{"a": 1}, {"a": "é"}]))
    assert told.problems == ()
    assert [one.headers[":event-type"] for one in told.messages] == ["chunk", "chunk"]
    inner = [b64decode(str(object_of(parse(one.payload))["bytes"])) for one in told.messages]
    assert [parse(one) for one in inner] == [{"a": 1}, {"a": "é"}]
