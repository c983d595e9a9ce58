"""Events of a Responses stream, as the tests of this dialect write and read them."""

from __future__ import annotations

from tests.support.wire import EVIDENCE
from toolwire.dialects.openai_responses import DIALECT
from toolwire.io.framing import sse
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Headers, Response
from toolwire.model.reply import Reading

SSE_TYPE: Headers = (("content-type", "text/event-stream; charset=utf-8"),)

Events = list[JsonObject]


def read(body: bytes, status: int = 200) -> Reading:
    """Return the reading of a streamed response whose request was not kept."""
    return DIALECT.decode(Exchange(None, Response(status, SSE_TYPE, body), EVIDENCE))


def streamed(events: Events) -> bytes:
    """Write events as the API does."""
    return b"".join(sse.encode(dump(e).decode(), str(e.get("type"))) for e in events)


def event(kind: str, index: Json = None, **members: Json) -> JsonObject:
    """Return an event; of an output item when it has an index."""
    place: JsonObject = {} if index is None else {"output_index": index}
    return {"type": f"response.{kind}", **place, **members}


def added(index: Json, item: JsonObject) -> JsonObject:
    """Return the event that opens an item."""
    return event("output_item.added", index, item=item)


def done(index: Json, item: JsonObject) -> JsonObject:
    """Return the event that finishes an item."""
    return event("output_item.done", index, item=item)


def use(identity: str, name: str, arguments: str = "") -> JsonObject:
    """Return a call item."""
    return {
        "type": "function_call",
        "id": f"fc_{identity}",
        "call_id": f"call_{identity}",
        "name": name,
        "arguments": arguments,
    }


def said(text: str) -> JsonObject:
    """Return a message item."""
    return {"type": "message", "id": "msg_1", "content": [{"type": "output_text", "text": text}]}


def piece(index: Json, identity: str, delta: Json) -> JsonObject:
    """Return a fragment of arguments."""
    return event("function_call_arguments.delta", index, item_id=identity, delta=delta)


def text(index: Json, delta: Json, content_index: Json = 0) -> JsonObject:
    """Return a fragment of text."""
    return event(
        "output_text.delta", index, item_id="msg_1", content_index=content_index, delta=delta
    )


EMPTY_MESSAGE: JsonObject = {"type": "message", "id": "msg_1", "content": []}
REASONING: JsonObject = {"type": "reasoning", "id": "rs_1", "summary": []}
START = event("created", response={"id": "resp_1", "model": "m", "status": "in_progress"})
END = event(
    "completed",
    response={
        "id": "resp_1",
        "model": "m",
        "status": "completed",
        "output": [],
        "usage": {"input_tokens": 7, "output_tokens": 9, "total_tokens": 16},
    },
)
PART = event("content_part.added", 1, content_index=0, part={"type": "output_text", "text": ""})
THOUGHT: JsonObject = {
    **REASONING,
    "summary": [{"type": "summary_text", "text": "Hm."}],
    "encrypted_content": "whole",
}
FULL: Events = [
    START,
    added(0, {**REASONING, "encrypted_content": "part"}),
    event("reasoning_summary_text.delta", 0, summary_index=0, delta="Hm."),
    done(0, THOUGHT),
    added(1, EMPTY_MESSAGE),
    PART,
    text(1, "Let "),
    text(1, "me."),
    event("output_text.done", 1, content_index=0, text="Let me."),
    done(1, said("Let me.")),
    added(2, {"type": "web_search_call", "id": "ws_1"}),
    event("web_search_call.searching", 2, item_id="ws_1"),
    done(2, {"type": "web_search_call", "id": "ws_1"}),
    added(3, use("1", "add")),
    piece(3, "fc_1", '{"a": 1.50'),
    piece(3, "fc_1", ', "b": "é"}'),
    event("function_call_arguments.done", 3, item_id="fc_1", arguments='{"a": 1.50, "b": "é"}'),
    done(3, use("1", "add", '{"a": 1.50, "b": "é"}')),
    added(4, use("2", "now")),
    piece(4, "fc_2", "{}"),
    done(4, use("2", "now", "{}")),
    END,
]
