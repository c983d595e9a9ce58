"""TX113: written-arguments-are-an-object."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.markup.in_words import SEVERITY, SOURCE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.markup_faults import written
from toolwire.rules.rule import Reading, Rule, Variance, Violation
from toolwire.rules.views.chance import has_call
from toolwire.rules.views.tool_schemas import type_name

_HERMES = '<tool_call>\n{"name":"get_weather","arguments":%s}\n</tool_call>'
_JSON = '{"tool_name":"get_weather","arguments":%s}'


def _is_object(reading: Reading) -> Iterator[Violation]:
    for call in reading.reply.tool_calls:
        if not isinstance(call.arguments, dict):
            message = "The arguments of the written call are no JSON object."
            yield Violation(call.pointer, message, "object", type_name(call.arguments))
            return


RULE = Rule(
    id="TX113",
    name="written-arguments-are-an-object",
    severity=SEVERITY,
    statement=(
        "Where calls are text, their `arguments` are a JSON object: neither null nor a list nor a "
        "string. A model may write one otherwise; that it does so in every reply with a call, in "
        "several cases, is told."
    ),
    why="Whoever reads the call hands a list or nothing to the tool, or refuses the call.",
    breaks="parsers that take an object, as those of vLLM, SGLang and hermes-agent do",
    workaround="Take null for no arguments, and a list of one object for that object.",
    source=SOURCE,
    check=_is_object,
    needs_request=True,
    needs_calls=True,
    variance=Variance("replies with a call", has_call),
    mutations=(
        *mutations_for("plain_text", written(_HERMES % "null"), ("chatml",), fault="null"),
        *mutations_for("plain_text", written(_HERMES % "[{}]"), ("chatml",), fault="a list"),
        *mutations_for("plain_text", written(_JSON % "null"), ("prompted",), fault="null"),
        *mutations_for("plain_text", written(_JSON % "[{}]"), ("prompted",), fault="a list"),
    ),
)
