"""TC737: results-not-made-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.rules.groups import IN_WORDS
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.markup_faults import written
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.chance import has_call
from toolwire.rules.views.excerpt import around
from toolwire.rules.views.markup import text_in
from toolwire.rules.views.quoting import Quotes

_ARGUMENTS: Final = '{"location":"Paris","days":2}'


def _not_made_up(reading: Reading) -> Iterator[Violation]:
    calls = load_dialect(reading.dialect).wire.text_calls
    if calls is None or not reading.reply.tool_calls:
        return
    said = text_in(reading)
    at = said.find(calls.result)
    if at > 0 and not Quotes(said).holds(at):
        message = "The reply goes on behind its call with a result that no tool gave."
        shown = around(said, at, len(calls.result))
        yield Violation(reading.reply.tool_calls[0].pointer, message, "an end", shown)


RULE = Rule(
    id="TC737",
    name="results-not-made-up",
    severity=dict.fromkeys(IN_WORDS, Severity.WARNING),
    statement=(
        "Where calls are text, a reply with a call ends behind its calls: it does not write what "
        "the tool returned. A model may run on once; a run in which every reply with a call has "
        "such a result is the server's doing, which does not end the turn at its mark."
    ),
    why="The user reads a made-up result as if the tool had said it, and the real one comes too late.",
    breaks="every client that shows the text beside a call, or sends it back",
    workaround="Cut the reply behind its last call, and send the end of a call as a stop sequence.",
    source=Source(
        "docs",
        "Qwen, function calling: the results of tools stand in a turn of the user",
        "https://qwen.readthedocs.io/en/latest/framework/function_call.html",
        "2026-11-24",
    ),
    check=_not_made_up,
    subject=Subject.CONVERSATION,
    needs_calls=True,
    variance=Variance("replies with a call", has_call),
    mutations=(
        *mutations_for(
            "single_call",
            written(
                f'<tool_call>\n{{"name":"get_weather","arguments":{_ARGUMENTS}}}\n</tool_call>\n'
                "<tool_response>\n18 C\n</tool_response>\nIt is 18 C."
            ),
            ("chatml",),
        ),
        *mutations_for(
            "single_call",
            written(
                f'{{"tool_name":"get_weather","arguments":{_ARGUMENTS}}}\n\n'
                'Tool results:\n{"tool_name":"get_weather","result":"18 C"}'
            ),
            ("prompted",),
        ),
    ),
)
