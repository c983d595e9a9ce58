"""TC949: gemini-data-lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.io.framing.kind import Framing, framing_of
from toolwire.rules.mutate import edit
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation

#: What ends streams of OpenAI's.
_DONE: Final = "[DONE]"
#: A line that is a comment or a field of server-sent events, but for `data: `.
_OTHER: Final = re.compile(rb"(?:\A|[\r\n])(?!data: )([A-Za-z_-]{0,32}):")


def _data_lines(reading: Reading) -> Iterator[Violation]:
    for event in reading.events:
        if event.data.strip() == _DONE:
            message = "The stream has the end mark of another format, which is no JSON."
            yield Violation(f"event[{event.number}]", message, "a JSON object", _DONE)
            return
    body = reading.exchange.response.body
    if framing_of(body) is not Framing.OTHER or all(map(_is_usual, body.splitlines())):
        return
    found = _OTHER.search(body)
    if found is not None:
        number = body.count(b"data:", 0, found.start(1))
        name = found[1].decode("ascii")
        message = "The stream has a line that is neither empty nor begins with `data: `."
        at = f"event[{min(number, max(len(reading.events) - 1, 0))}]"
        yield Violation(at, message, "data: ", f"{name}:" if name else "a comment")


def _is_usual(line: bytes) -> bool:
    return not line or line.startswith(b"data: ")


RULE = Rule(
    id="TC949",
    name="gemini-data-lines",
    severity={"gemini-generate": Severity.ERROR},
    statement=(
        "A stream of server-sent events has lines that begin with `data: `, the space included, and "
        "empty ones: no comment, no name, no other field, and no `[DONE]` behind it. The standard "
        "allows them; Google's endpoints send none."
    ),
    why="A proxy that keeps connections alive with comments breaks the stream it cares for.",
    breaks=(
        "google-genai takes every other line for JSON and raises UnknownApiResponseError: "
        "at comments (`: keep-alive`), `event:`, `id:`, `retry:`, `data:` without a space and "
        "`data: [DONE]`"
    ),
    workaround="Send nothing to keep a connection alive, or empty lines.",
    source=Source(
        "observed",
        "google-genai, `_api_client.py` of 3.4.0, HttpResponse.segments, run over each of these "
        "(tests/sdks/test_benign_variants.py); of recorded streams of Google none has such a line",
        "https://github.com/googleapis/python-genai/blob/main/google/genai/_api_client.py",
        "2026-11-23",
    ),
    check=_data_lines,
    modes=(Mode.STREAMING,),
    needs_wire=True,
    mutations=tuple(
        Mutation("gemini-generate", Mode.STREAMING, "single_call", edit.raw_body(change), fault)
        for fault, change in (
            ("a comment", lambda body: b": keep-alive\n\n" + body),
            ("a name", lambda body: body.replace(b"data: ", b"event: message\ndata: ", 1)),
            ("no space", lambda body: body.replace(b"data: ", b"data:", 1)),
            ("an end mark", lambda body: body + b"data: [DONE]\r\n\r\n"),
        )
    ),
)
