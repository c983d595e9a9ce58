"""The observed facts of the format in one reading: cells of the comparison matrix.

Only what this exchange shows is returned, in words of this module. Absence is not told where
the exchange was stored as an SDK's objects, and framing is not told where it was rebuilt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from toolwire.dialects.facet import (
    error_holder,
    id_facets,
    known_word,
    tells_absence,
    tells_framing,
    text_word,
)
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Reading

_WORD = re.compile(r"[a-z_]{1,24}", re.ASCII)
#: Surest first; without either a server can go by the order of the results only.
_RESULT_IDS = ("tool_call_id", "tool_name")
_ERROR_MEMBERS = ("message", "type", "param", "code")


def facets(reading: Reading) -> Mapping[str, str]:
    """Return the facets this reading shows, keys of `toolwire.model.observation.FACETS`."""
    found: dict[str, str] = {}
    if reading.reply.tool_calls:
        found.update(_of_calls(reading))
    if reading.reply.stop is not None:
        found["stop_field"] = "done_reason"
    if reading.ok:
        # Only what was answered is known to be taken.
        found.update(_of_request(object_of(reading.request)))
    if tells_framing(reading):
        found["framing"] = "NDJSON"
    if reading.reply.error is not None:
        found.update(_of_error(reading))
    return found


def _of_calls(reading: Reading) -> Iterator[tuple[str, str]]:
    reply = reading.reply
    first = reply.tool_calls[0]
    yield "call_field", "message.tool_calls[]"
    yield from id_facets(first, "id", absence=tells_absence(reading))
    carried = [call.arguments for call in reply.tool_calls if call.arguments is not None]
    if carried:
        yield "arguments", "JSON string" if isinstance(carried[0], str) else "object"
    if {} in carried:
        yield "no_arguments", "{}"
    if reply.stop is not None:
        yield "stop_on_call", known_word(reply.stop, _WORD)
    if reply.text is not None or tells_absence(reading):
        yield "text_beside_call", text_word(reply.text)


def _of_request(request: JsonObject) -> Iterator[tuple[str, str]]:
    for entry in items_of(request.get("tools")):
        function = object_of(object_of(entry).get("function"))
        if function:
            yield "definition_field", "tools[].function"
            if "parameters" in function:
                yield "schema_field", "parameters"
            break
    for message in items_of(request.get("messages")):
        if isinstance(message, dict) and message.get("role") == "tool":
            yield "result_field", "role: tool"
            known = next((key for key in _RESULT_IDS if key in message), None)
            yield "result_id_field", known or "none, by order"
            return


def _of_error(reading: Reading) -> Iterator[tuple[str, str]]:
    error = reading.reply.error
    if error is None or not error.pointer.endswith("/error"):
        return
    value = object_of(error_holder(reading)).get("error")
    if isinstance(value, dict):
        # Not the server's own: an object that something in between put around the text.
        shown = ",".join(key for key in _ERROR_MEMBERS if key in value)
        yield "error_field", f"error{{{shown}}}"
    else:
        yield "error_field", "error: text"
