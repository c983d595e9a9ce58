"""TC006: tools-with-stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate.faults import Change, Plant, mutations_for
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Subject, Violation
from toolwire.rules.views.other_framing import is_foreign_stream, stands_on_lines
from toolwire.rules.views.probe_answer import taken, turned_away

_stream_taken = taken("A request for a stream that offers tools is refused.")


def _streamed(reading: Reading) -> Iterator[Violation]:
    conversation = reading.conversation
    if conversation is None or not conversation.stream:
        return
    yield from _stream_taken(reading)
    if reading.ok and reading.mode is Mode.BLOCKING and not _is_framed_otherwise(reading):
        message = "A stream was asked for and the answer came in one piece."
        if conversation.calls():
            message = f"{message[:-1]}: behind a call of before."
        yield Violation("", message, "a stream", "one JSON body")


def _is_framed_otherwise(reading: Reading) -> bool:
    """Return whether a stream came as no stream of the format is framed, which is TC117's."""
    return is_foreign_stream(reading) or stands_on_lines(reading)


def _in_one_piece(scenario: str) -> Plant:
    """Plant the answer of a scenario in one piece."""

    def plant(name: str, _mode: Mode) -> Change:
        def apply(exchange: Exchange) -> Exchange:
            whole = clean(load_dialect(name), scenario, Mode.BLOCKING)
            return replace(exchange, response=whole.response)

        return apply

    return plant


RULE = Rule(
    id="TC006",
    name="tools-with-stream",
    severity=dict.fromkeys(DIALECTS, Severity.ERROR),
    statement=(
        "A request with tools that asks for a stream is answered with one, behind a call and its "
        "result as before any."
    ),
    why="Most agents stream by default.",
    breaks="the Vercel AI SDK's streamText, LangChain's streaming agents, llm-llama-server",
    workaround="Switch streaming off where tools are offered.",
    check=_streamed,
    subject=Subject.PROBE,
    always=True,
    needs_request=True,
    mutations=(
        *mutations_for(
            "single_call",
            turned_away(500, "Cannot use tools with stream"),
            modes=(Mode.STREAMING,),
            fault="refused",
        ),
        *mutations_for(
            "single_call",
            _in_one_piece("single_call"),
            modes=(Mode.STREAMING,),
            fault="in one piece",
        ),
        *mutations_for(
            "told_back", _in_one_piece("told_back"), modes=(Mode.STREAMING,), fault="behind a call"
        ),
    ),
    cases="""
llama.cpp | "Cannot use tools with stream" 500 | https://github.com/simonw/llm-llama-server/issues/3 | 2025-05; fixed by llama.cpp#12379
""",
)
