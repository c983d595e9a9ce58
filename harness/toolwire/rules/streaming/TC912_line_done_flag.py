"""TC912: line-done-flag."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import ends_within, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import STREAM, mutations_for, streaming
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.torn import runs_together, stands_on_no_lines


def _done_flag(reading: Reading) -> Iterator[Violation]:
    end = load_dialect(reading.dialect).wire.stream.line_end
    if end is None or stands_on_no_lines(reading):
        return
    flag = end.flag
    lines = [(e.number, e.json) for e in reading.events if isinstance(e.json, dict)]
    for number, line in lines:
        last = number == lines[-1][0]
        value = line.get(flag)
        if last and value is False and runs_together(reading.events[-1]):
            return
        if last and end.event is not None and line.get(end.event[0]) != end.event[1]:
            # A stream without its last event is TC923's.
            return
        if value is not last:
            message = (
                "The last object does not say that it is the last."
                if last
                else ("An object before the last says that it is the last, or says nothing.")
            )
            if last and ends_within(reading.exchange.response.body.rpartition(b"\n")[2]):
                message = "The last object is cut off in the middle of its JSON."
            yield Violation(f"event[{number}]/{flag}", message, last, value)
            return
    yield from _ended_early(reading, lines[:-1])
    yield from _behind(reading, len(reading.events))
    if not end.blank and _BLANK.search(reading.exchange.response.body.rstrip()):
        message = "A blank line is in the stream, which holds objects only."
        yield Violation("event[0]", message, "no blank line", None)


def _ended_early(reading: Reading, lines: list[tuple[int, JsonObject]]) -> Iterator[Violation]:
    """Yield the first object before the last that says why the reply ended."""
    stated = load_dialect(reading.dialect).wire.stated
    member = "" if stated is None else stated.stop
    for number, line in lines:
        if line.get(member):
            message = "An object before the last says why the reply ended."
            yield Violation(f"event[{number}]/{member}", message, None, line[member])
            return


def _behind(reading: Reading, number: int) -> Iterator[Violation]:
    """Yield that what stands behind the last line is no object; one that was cut is no event."""
    rest = reading.exchange.response.body.rpartition(b"\n")[2].strip()
    if number and rest and not rest.startswith(b"{"):
        message = "Behind the last object stands what is none."
        yield Violation(f"event[{number}]", message, "nothing", rest[:60].decode(errors="replace"))


def _trailed(exchange: Exchange) -> Exchange:
    body = exchange.response.body + b"Internal Server Error"
    return replace(exchange, response=replace(exchange.response, body=body))


def _with_blanks(exchange: Exchange) -> Exchange:
    body = exchange.response.body.replace(b"\n", b"\n\n", 1)
    return replace(exchange, response=replace(exchange.response, body=body))


def _reason_early(stream: list[Frame]) -> None:
    object_of(stream[0][1])["done_reason"] = "stop"


_BLANK: Final = re.compile(rb"\n\r?\n")
#: Dialect -> its flag, which faults are made of.
_FLAGS: Mapping[str, str] = {"cohere-v1": "is_finished", "ollama-chat": "done"}


def _flag(place: int, flag: str, *, value: bool) -> Callable[[list[Frame]], None]:
    def change(stream: list[Frame]) -> None:
        object_of(stream[place][1])[flag] = value

    return change


RULE = Rule(
    id="TC912",
    name="line-done-flag",
    severity={"cohere-v1": Severity.WARNING, "ollama-chat": Severity.WARNING},
    statement=(
        "Every object of Ollama's stream has `done`, every event of Cohere's v1 `is_finished`: true "
        "in the last one and false in those before it. Nothing but objects is in the stream, behind "
        "the last one either; and none before the last says why the reply ended. Ollama's SDKs read "
        "each line as an object, so that none is blank."
    ),
    why="Clients stop reading at the flag, so what follows is lost, or they wait for it.",
    breaks=(
        "LangChain over Ollama has no stop reason where no line is done; ollama-python and "
        "cohere-python read on to the end, and raise over a last line that is no JSON; "
        "ollama-python and Ollama's Go client over a blank one."
    ),
    workaround="Read to the end of the body.",
    source=Source(
        "spec",
        "ollama docs/openapi.yaml ChatStreamEvent.done; cohere 7.3.1 streamed events, is_finished",
        "https://docs.ollama.com/api/streaming",
        "2026-11-21",
    ),
    check=_done_flag,
    modes=STREAM,
    needs_wire=True,
    mutations=(
        *(
            streaming(dialect, _flag(place, flag, value=value), fault, "plain_text")
            for dialect, flag in _FLAGS.items()
            for place, value, fault in ((-1, False, "never done"), (0, True, "done too early"))
        ),
        *mutations_for("plain_text", lambda _name, _mode: _trailed, fault="no object behind"),
        *mutations_for(
            "plain_text", lambda _name, _mode: _with_blanks, ("ollama-chat",), fault="a blank line"
        ),
        streaming("ollama-chat", _reason_early, "a reason before the end", "plain_text"),
    ),
    shim=Shim("end_of_body_ends_stream"),
)
