"""The observed facts of one exchange's format, for the format comparison matrix."""

from __future__ import annotations

from toolwire.dialects.bedrock_converse.errors import ERROR_HEADER
from toolwire.dialects.body import media_of
from toolwire.dialects.events import AWS_EVENT_STREAM
from toolwire.dialects.facet import id_facets, known_word, tells_framing, text_word
from toolwire.io.framing.kind import is_messages
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import ResultsTurn
from toolwire.model.reply import Reading


def facets(reading: Reading) -> dict[str, str]:
    """Return keys of `observation.FACETS` with what was seen in this reading, no more."""
    return {
        **_of_request(reading),
        **_of_calls(reading),
        **_of_stream(reading),
        **_of_error(reading),
    }


def _of_request(reading: Reading) -> dict[str, str]:
    # Only what was answered is known to be taken.
    if not reading.ok:
        return {}
    out: dict[str, str] = {}
    config = object_of(object_of(reading.request).get("toolConfig"))
    specs = [object_of(object_of(t).get("toolSpec")) for t in items_of(config.get("tools"))]
    if any(specs):
        out["definition_field"] = "toolConfig.tools[].toolSpec"
    if any("json" in object_of(spec.get("inputSchema")) for spec in specs):
        out["schema_field"] = "inputSchema.json"
    conversation = reading.conversation
    results = [t for t in conversation.turns if isinstance(t, ResultsTurn)] if conversation else []
    if results:
        out["result_field"] = "role: user, content[].toolResult"
        if all(result.call_id is not None for turn in results for result in turn.results):
            out["result_id_field"] = "toolUseId"
    return out


def _of_calls(reading: Reading) -> dict[str, str]:
    reply = reading.reply
    if not reply.tool_calls:
        return {}
    first = reply.tool_calls[0]
    out = {
        "call_field": "output.message.content[].toolUse",
        "text_beside_call": text_word(reply.text),
    }
    if isinstance(first.arguments, dict):
        out["arguments"] = "object"
    if any(call.arguments == {} for call in reply.tool_calls):
        out["no_arguments"] = "{}"
    out.update(id_facets(first, "toolUseId", absence=False))
    if reply.stop is not None:
        out["stop_field"] = "stopReason"
        out["stop_on_call"] = known_word(reply.stop)
    return out


def _of_stream(reading: Reading) -> dict[str, str]:
    # Payloads that somebody unpacked say nothing about framing.
    response = reading.exchange.response
    framed = media_of(response) == AWS_EVENT_STREAM or is_messages(response.body)
    if not tells_framing(reading) or not reading.events or not framed:
        return {}
    return {"framing": "AWS event stream"}


def _of_error(reading: Reading) -> dict[str, str]:
    error = reading.reply.error
    if error is None or not error.pointer.startswith("/"):
        return {}
    field = error.pointer.removeprefix("/")
    typed = reading.exchange.response.header(ERROR_HEADER) is not None
    return {"error_field": f"{field}, header {ERROR_HEADER}" if typed else field}
